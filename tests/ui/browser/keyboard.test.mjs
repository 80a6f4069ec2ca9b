// The page without a mouse.

import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {close, Window} from '../support/browser.mjs';
import {a_pod, eventually, Service} from '../support/service.mjs';

const cluster = `
plugin: {delay: 1ms}
scheduler: {every: 20ms}
nodes:
- {name: npu, count: 12, mode: soft, slots: 7, chipCount: 2}
`;

let service;
before(async () => {
  service = await Service.start({cluster});
  await service.create(a_pod('web-1', 4096));
  await eventually(async () => (await service.phase('web-1')) === 'Running');
});
after(async () => {
  await close();
  await service.stop();
});

async function opened(hash, size) {
  const window = await Window.open(service.url, hash, size);
  await window.live;
  await window.page.locator('.row-toggle').first().waitFor();
  return {
    window,
    press: (...keys) =>
      keys.reduce((before, key) => before.then(() => window.page.keyboard.press(key)), Promise.resolve()),
  };
}

const shows = (window, count) =>
  eventually(async () => (await window.page.locator('.node').count()) === count);
const focuses = (window, what) => eventually(async () => assert.equal(await window.focus(), what) ?? true);

test('/ leads to the filter, which filters while one types, and Esc empties and leaves it', async () => {
  const {window, press} = await opened();
  await press('/');
  await focuses(window, 'filter-text');
  await window.page.keyboard.type('npu-003');
  await shows(window, 1);
  assert.match(new URL(window.page.url()).hash, /q=npu-003/);
  assert.equal(await window.text('#nodes-count'), '1 of 12 nodes');
  await press('Escape');
  await shows(window, 12);
  await press('Escape');
  await focuses(window, 'nodes');
  await window.close();
});

test('the arrows go through the list, open and close', async () => {
  const {window, press} = await opened();
  await press('/', 'ArrowDown');
  await focuses(window, 'npu-000');
  await press('ArrowDown', 'ArrowDown', 'ArrowUp');
  await focuses(window, 'npu-001');
  await press('ArrowRight');
  await window.page.locator('.node[data-name="npu-001"] .chip').nth(1).waitFor();
  assert.equal(await window.row('npu-001').getAttribute('aria-expanded'), 'true');
  await press('ArrowRight');
  assert.equal(await window.row('npu-001').getAttribute('aria-expanded'), 'true', 'open stays open');
  await press('ArrowLeft');
  await window.page.locator('.node[data-name="npu-001"] .chip').first().waitFor({state: 'detached'});
  await press('End');
  await focuses(window, 'npu-011');
  await press('Home', 'Enter');
  await window.page.locator('.node[data-name="npu-000"] .chip').first().waitFor();
  await window.close();
});

test('the arrow back leads from inside a node to its line', async () => {
  const {window, press} = await opened('#q=web-1');
  await shows(window, 1);
  await press('/', 'ArrowDown', 'Enter');
  await window.page.locator('.share-table a').waitFor();
  await press('Tab');
  await focuses(window, 'default/web-1');
  await press('ArrowLeft');
  await focuses(window, await window.page.locator('.row-toggle').first().getAttribute('data-node'));
  await window.close();
});

test('Enter on a pod explains it with the focus on its name, and Esc leads back', async () => {
  const {window, press} = await opened('#q=web-1');
  await press('/', 'ArrowDown', 'Enter');
  await window.page.locator('.share-table a').waitFor();
  await press('Tab', 'Enter');
  await focuses(window, 'pod-title');
  assert.equal(new URL(window.page.url()).hash, '#pod=default/web-1&q=web-1');
  assert.equal(await window.page.title(), 'default/web-1 · npushare');
  await press('Escape');
  await eventually(() => window.page.evaluate(() => document.documentElement.dataset.view === 'nodes'));
  await focuses(window, 'default/web-1');
  await window.close();
});

test('on a narrow screen / leads back to the nodes and their filter', async () => {
  const {window, press} = await opened('', {width: 400});
  await press('4');
  await focuses(window, 'side');
  await press('/');
  await focuses(window, 'filter-text');
  assert.equal(await window.page.evaluate(() => document.documentElement.dataset.view), 'nodes');
  await window.close();
});

test('figures change the view, and what is typed into the filter does not', async () => {
  const {window, press} = await opened();
  for (const [key, view] of [
    ['2', 'waiting'],
    ['3', 'decisions'],
    ['4', 'state'],
    ['1', 'nodes'],
  ]) {
    await press(key);
    await eventually(() =>
      window.page.evaluate((name) => document.documentElement.dataset.view === name, view),
    );
  }
  await press('/', '2', 'r', '?');
  assert.equal(await window.page.locator('#filter-text').inputValue(), '2r?');
  assert.equal(await window.page.evaluate(() => document.documentElement.dataset.view), 'nodes');
  await window.close();
});

test('? shows the keys, and Esc closes them and gives the focus back', async () => {
  const {window, press} = await opened();
  await press('/', 'ArrowDown');
  await focuses(window, 'npu-000');
  await press('?');
  await window.page.getByRole('dialog', {name: 'Keys and filter words'}).waitFor();
  await press('Escape');
  await window.page.locator('#help').waitFor({state: 'hidden'});
  await focuses(window, 'npu-000');
  await window.close();
});

test('the focus stays where it is while the list changes', async () => {
  const {window, press} = await opened('#sort=fullest');
  await press('/', 'ArrowDown', 'ArrowDown', 'ArrowDown');
  const held = await window.focus();
  await service.create(a_pod('web-2', 20_000));
  await eventually(async () => /Shares 2/.test((await window.texts('#summary')).join(' ')));
  assert.equal(await window.focus(), held);
  await service.remove('web-2');
  await window.close();
});

test('a deep link opens its node, with the focus on it', async () => {
  const {window} = await opened('#node=npu-007');
  await focuses(window, 'npu-007');
  assert.equal(await window.row('npu-007').getAttribute('aria-expanded'), 'true');
  await window.close();
});
