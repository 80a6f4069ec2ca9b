// What a screen reader and a reader with weak eyes need: roles, names, order, contrast; by axe-core and by hand.

import assert from 'node:assert/strict';
import {createRequire} from 'node:module';
import {after, before, test} from 'node:test';
import {close, Window} from '../support/browser.mjs';
import {a_pod, eventually, kSmallCluster, Service} from '../support/service.mjs';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

let service;
before(async () => {
  service = await Service.start({cluster: kSmallCluster});
  await service.create(a_pod('web-1', 4096, {cores: 40}));
  await service.create(a_pod('web-2', 8192, {cores: 20}));
  await eventually(async () => (await service.phase('web-2')) === 'Running');
  await service.create(a_pod('big-1', 21_000, {chips: 2}));
  await eventually(async () => (await service.json('/v1/waiting')).items.length >= 1);
});
after(async () => {
  await close();
  await service.stop();
});

const views = {
  nodes: '',
  waiting: '#view=waiting',
  decisions: '#view=decisions',
  state: '#view=state',
  pod: '#pod=default/big-1',
};

async function opened(hash, more) {
  const window = await Window.open(service.url, hash, {
    ...more,
    before: (page) => page.addInitScript({path: axe}),
  });
  await window.live;
  await window.page.locator('.figure-box').nth(5).waitFor({state: 'attached'});
  await eventually(async () => (await window.page.locator('.loading').count()) === 0);
  return window;
}

/** What axe finds against WCAG 2.1 A and AA, and its best practices. */
async function findings(window) {
  const {violations} = await window.page.evaluate(() => axe.run(document, {resultTypes: ['violations']}));
  return violations.map(
    ({id, nodes}) =>
      `${id}: ${nodes
        .map(({target, failureSummary}) => `${target} ${failureSummary}`)
        .slice(0, 3)
        .join(' | ')}`,
  );
}

for (const [view, hash] of Object.entries(views)) {
  for (const [scheme, width] of [
    ['light', 1500],
    ['dark', 1500],
    ['light', 400],
    ['dark', 400],
  ]) {
    test(`axe finds nothing in ${view}, ${scheme}, at ${width} px`, async () => {
      const window = await opened(hash, {scheme, width});
      for (const toggle of await window.page.locator('.verdict-toggle').all()) await toggle.click();
      assert.deepEqual(await findings(window), []);
      await window.close();
    });
  }
}

test('axe finds nothing in the help', async () => {
  const window = await opened('');
  await window.page.getByRole('button', {name: 'Keys and filter words'}).click();
  assert.deepEqual(await findings(window), []);
  await window.close();
});

test('the landmarks are there, each with a name', async () => {
  const window = await opened('');
  for (const [role, name] of [
    ['banner'],
    ['main'],
    ['navigation', 'Views'],
    ['search'],
    ['region', 'Nodes'],
    ['region', 'Details'],
    ['region', 'The cluster in figures'],
  ]) {
    assert.equal(
      await window.page.getByRole(role, name ? {name, exact: true} : {}).count(),
      1,
      `${role} ${name ?? ''}`,
    );
  }
  await window.close();
});

test('a node is heard in one sentence, and its shares as a table', async () => {
  const window = await opened('');
  const line = window.page.getByRole('button', {
    name: /^n1 ?, 29 % of the memory used ?, largest free piece \d+,\d+ MiB ?, 2 shares$/,
  });
  assert.equal(await line.count(), 1);
  assert.equal(await line.getAttribute('aria-expanded'), 'true');
  const table = window.page.getByRole('table', {name: /Shares of chip/}).first();
  assert.deepEqual(await table.getByRole('columnheader').allInnerTexts(), [
    'Pod',
    'Memory',
    'Cores',
    'State',
    'Since',
  ]);
  assert.match((await table.getByRole('rowheader').allInnerTexts())[0], /default\/web-\d/);
  await window.close();
});

test('the view in sight is marked, and news is told politely', async () => {
  const window = await opened('#view=waiting');
  assert.equal(
    await window.page
      .getByRole('link', {name: /^Waiting/})
      .first()
      .getAttribute('aria-current'),
    'page',
  );
  assert.equal(await window.page.locator('#announcer').getAttribute('aria-live'), 'polite');
  await window.close();
});

test('what has the focus can be seen', async () => {
  const window = await opened('');
  for (let k = 0; k < 12; k += 1) {
    await window.page.keyboard.press('Tab');
    const outline = await window.page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
    assert.notEqual(outline, 'none', await window.focus());
  }
  await window.close();
});

test('nothing is wider than a narrow screen', async () => {
  for (const hash of Object.values(views)) {
    const window = await opened(hash, {width: 320, height: 700});
    const width = await window.page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 320, `${hash}: ${width} px`);
    await window.close();
  }
});
