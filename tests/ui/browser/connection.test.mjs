// A service that goes and comes back, lists that change while one looks, a tab that nobody sees.

import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {close, Window} from '../support/browser.mjs';
import {a_pod, eventually, kSmallCluster, Service} from '../support/service.mjs';

let service;
before(async () => (service = await Service.start({cluster: kSmallCluster})));
after(async () => {
  await close();
  await service.stop();
});

test('a new pod appears and goes by itself, and nothing else on the page is made anew', async () => {
  const window = await Window.open(service.url);
  await window.live;
  await window.page.locator('.chip').nth(1).waitFor();
  await window.page.evaluate(() =>
    document.querySelectorAll('.chip, .row-toggle, .figure-box').forEach((node, at) => (node.marked = at)),
  );

  await service.create(a_pod('web-1', 4096));
  await window.page.locator('.share-table', {hasText: 'default/web-1'}).waitFor();
  await service.remove('web-1');
  await window.page.locator('.share-table').waitFor({state: 'detached'});

  const marks = await window.page.evaluate(() =>
    [...document.querySelectorAll('.chip, .row-toggle, .figure-box')].map((node) => node.marked),
  );
  assert.deepEqual(
    marks,
    marks.map((_, at) => at),
    'the same elements at the same places',
  );
  await window.close();
});

test('a service that is killed makes the page stale, and its return makes it live', async () => {
  await service.create(a_pod('held-1', 4096));
  const window = await Window.open(service.url);
  await window.live;
  await window.page.locator('.share-table', {hasText: 'default/held-1'}).waitFor();

  await service.kill();
  await window.state('stale');
  assert.match(
    await window.text('.notice'),
    /Last answer \d+ s ago: the service cannot be reached; (next try in \d+ s|trying now)/,
  );
  assert.match(await window.text('#announcer'), /does not answer/);
  assert.match((await window.texts('#summary')).join(' '), /Service no answer/);
  assert.equal(
    await window.page.locator('.share-table', {hasText: 'default/held-1'}).count(),
    1,
    'what was known stays',
  );

  await service.restart();
  await window.page.getByRole('button', {name: 'Try now'}).click();
  await window.live;
  await window.page.locator('.share-table').waitFor({state: 'detached'}); // the new process has another book
  assert.equal(await window.page.locator('.notice').count(), 0);
  assert.equal(await window.text('#announcer'), 'The page is live.');
  await window.close();
});

test('the page asks ever more slowly while nobody answers', async () => {
  const times = [];
  const window = await Window.open(service.url, '', {before: (page) => page.clock.install()});
  await window.live;
  window.page.on('request', (request) => {
    if (request.url().includes('/v1/ledgers')) times.push(request.url());
  });
  await window.page.route('**/v1/**', (route) => route.abort());
  await window.page.clock.fastForward(2_500);
  await window.state('stale');
  times.length = 0;
  for (let k = 0; k < 60; k += 1) {
    await window.page.clock.runFor(1_000);
    await window.page.evaluate(() => 0);
  }
  assert.ok(times.length >= 2 && times.length <= 8, `${times.length} questions in a minute`);
  await window.close();
});

test('a tab that nobody sees asks nothing', async () => {
  const window = await Window.open(service.url);
  await window.live;
  const hide = (hidden) =>
    window.page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', {configurable: true, get: () => value});
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await hide(true);
  await window.state('paused');
  await eventually(() =>
    window.page.evaluate(() =>
      performance.getEntriesByType('resource').every((entry) => entry.responseEnd > 0),
    ),
  );
  const asked = [];
  window.page.on('request', (request) => asked.push(request.url()));
  await window.page.waitForTimeout(5_000); // longer than two rounds of every list
  assert.deepEqual(asked, []);
  await hide(false);
  await eventually(() => asked.length > 0);
  await window.state('live');
  await window.close();
});

test('an answer that is no JSON is told as the failure it is', async () => {
  const window = await Window.open(service.url, '', {
    before: (page) => page.route('**/v1/ledgers?*', (route) => route.fulfill({body: '<html>proxy</html>'})),
  });
  await window.state('failed');
  assert.match(await window.text('.notice'), /Nothing to show: the service answered with what is no JSON/);
  await window.close();
});

test('a service that keeps no history shows all the rest', async () => {
  const missing = (route) =>
    route.fulfill({status: 404, body: '{"error":"there is nothing at /v1/decisions"}'});
  const window = await Window.open(service.url, '', {
    before: async (page) => {
      await page.route('**/v1/decisions*', missing);
      await page.route('**/v1/waiting*', missing);
    },
  });
  await window.live;
  await window.page.locator('#side', {hasText: 'This service does not tell recent decisions.'}).waitFor();
  await window.row('n1').waitFor();
  await window.close();
});

test('an empty cluster says what to look at', async () => {
  const window = await Window.open(service.url, '', {
    before: (page) =>
      page.route('**/v1/ledgers?versions', (route) => route.fulfill({json: {instance: 'x', versions: {}}})),
  });
  await window.page.locator('#node-list', {hasText: 'No node has registered an NPU.'}).waitFor();
  await window.close();
});

test('a hundred readers at once are all answered', async () => {
  const paths = [
    '/ui',
    '/ui/js/main.js',
    '/v1/ledgers?versions',
    '/v1/ledgers',
    '/v1/waiting',
    '/v1/decisions?limit=200',
    '/readyz?verbose',
  ];
  const read = async (path) => (await fetch(service.url + path)).status;
  const statuses = await Promise.all(Array.from({length: 100}, () => paths.map(read)).flat());
  assert.deepEqual([...new Set(statuses)], [200]);
});
