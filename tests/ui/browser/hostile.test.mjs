// Names and texts that would be markup or scripts if the page let them.

import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {close, Window} from '../support/browser.mjs';
import {a_pod, eventually, kSmallCluster, Service} from '../support/service.mjs';

const evil = '<img src=x onerror=alert(1)>';
const script = '"><script>alert(2)</script><svg/onload=alert(3)>';
const replaced = /web-1|not enough free NPUs/g;

let service;
before(async () => {
  service = await Service.start({cluster: kSmallCluster});
  await service.create(a_pod('web-1', 4096));
  await service.create(a_pod('big-1', 21_000, {chips: 2}));
  await eventually(async () => (await service.phase('web-1')) === 'Running');
});
after(async () => {
  await close();
  await service.stop();
});

/** Every answer of the service with names and texts replaced, as if the cluster held such things. */
async function poison(page) {
  const quoted = (text) => JSON.stringify(text).slice(1, -1);
  await page.route(/\/v1\/|\/readyz/, async (route) => {
    const response = await route.fetch().catch(() => undefined);
    if (!response) return route.abort();
    const text = await response.text();
    const isJson = response.headers()['content-type'] === 'application/json';
    const body = text
      .replaceAll('web-1', isJson ? quoted(evil) : evil)
      .replaceAll('not enough free NPUs', quoted(script))
      .replaceAll('nodes ok', `nodes ok: ${evil}`);
    return route.fulfill({response, body});
  });
}

async function isHarmless(window) {
  const found = await window.page.evaluate(() => ({
    images: [...document.images].filter((image) => !image.src.endsWith('/ui/icon.svg')).length,
    scripts: [...document.scripts].filter((element) => !element.src.endsWith('/ui/js/main.js')).length,
    drawings: document.querySelectorAll('svg').length,
    handlers: [...document.querySelectorAll('*')].filter((element) =>
      [...element.attributes].some(({name}) => name.startsWith('on')),
    ).length,
  }));
  assert.deepEqual(found, {images: 0, scripts: 0, drawings: 0, handlers: 0});
}

for (const [hash, place] of [
  ['', '.share-table'],
  ['#view=waiting', '.entry'],
  ['#view=decisions', '.decision'],
  ['#view=state', '.check'],
  ['#pod=default/big-1', '.verdict'],
]) {
  test(`${hash || 'the list of nodes'} shows markup in names as the text it is`, async () => {
    const window = await Window.open(service.url, hash, {before: poison});
    await window.page.locator(place).first().waitFor();
    for (const toggle of await window.page.locator('.verdict-toggle').all()) await toggle.click();
    await isHarmless(window);
    const body = await window.text('body');
    assert.ok(body.includes(evil) || body.includes(script), 'the text is there, letter by letter');
    await window.close();
  });
}

test('an address can bring no markup and no script', async () => {
  for (const hash of [
    `#pod=${encodeURIComponent(`default/${evil}`)}`,
    `#node=${encodeURIComponent(script)}`,
    `#q=${encodeURIComponent(script)}`,
    '#view=javascript:alert(1)',
    '#pod=javascript:alert(1)',
  ]) {
    const window = await Window.open(service.url, hash);
    await window.live;
    await isHarmless(window);
    await window.close();
  }
});

test('a pod that does not exist is said to be so, with near names', async () => {
  const window = await Window.open(service.url, '#pod=default/web-2');
  await window.page.locator('#side .lead', {hasText: 'did you mean default/web-1'}).waitFor();
  await window.close();
});

test('the names were there to be replaced', async () => {
  const answers = JSON.stringify([await service.json('/v1/ledgers'), await service.json('/v1/waiting')]);
  assert.ok((answers.match(replaced) ?? []).length >= 2);
});
