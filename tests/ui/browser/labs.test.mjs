// Both labs, placed by a running npushare, as the page shows them.

import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {close, Window} from '../support/browser.mjs';
import {eventually, example, examplePod, Service} from '../support/service.mjs';

const lab13 = [
  'lab13-ascend-vnpu-check',
  'lab13-ascend-vnpu-check-2',
  'lab13-ascend-vnpu-check-3',
  'lab13-ascend-vnpu-check-4',
  'lab13-ascend-vnpu-check-5',
];
const lab20 = ['lab20-share-a', 'lab20-share-b', 'lab20-share-c', 'lab20-ctrl-a', 'lab20-ctrl-b'];
const services = {};

/** In the order of the lab, each tried before the next comes. */
async function play(names) {
  const service = await Service.start({cluster: await example('cluster.yaml')});
  for (const name of names) {
    const pod = await examplePod(name);
    await service.create(pod);
    await eventually(async () => {
      const {state, summary} = await service.json(`/v1/explain?namespace=default&pod=${pod.metadata.name}`);
      return state === 'bound' || /^0\//.test(summary);
    });
  }
  return service;
}

before(async () => {
  services.lab13 = await play(lab13);
  services.lab20 = await play(lab20);
});
after(async () => {
  await close();
  for (const service of Object.values(services)) await service.stop();
});

/** Every chip's bar texts and share rows, against the ledgers that the service tells. */
async function comparesWithTheLedgers(service, window) {
  const {
    nodes: [node],
  } = await service.json('/v1/ledgers');
  const number = (value) => value.toLocaleString('en-US');
  for (const chip of node.chips) {
    const at = `.chip[data-chip="${chip.uuid}"]`;
    assert.deepEqual(await window.texts(`${at} .gauge .amount`), [
      `${number(chip.used.memoryMiB)} of ${number(chip.capacity.memoryMiB)} MiB`,
      `${chip.used.cores} of 100 %`,
    ]);
    assert.deepEqual(await window.texts(`${at} .gauge .rest`), [
      `${number(chip.free.memoryMiB)} MiB free`,
      `${chip.free.cores} % free`,
    ]);
    const rows = chip.shares
      .map((share) => `${share.pod} ${number(share.amount.memoryMiB)} MiB ${share.amount.cores} % bound`)
      .sort();
    assert.deepEqual(
      (await window.texts(`${at} tbody tr`))
        .map((text) => text.replace(/ (–|[\d:]+( \w+ [\d:]+)?)$/, ''))
        .sort(),
      rows,
    );
    const widths = await window.page
      .locator(`${at} .gauge:nth-of-type(2) .part`)
      .evaluateAll((parts) =>
        parts.map(
          (part) => part.getBoundingClientRect().width / part.parentElement.getBoundingClientRect().width,
        ),
      );
    const expected = chip.shares.map((share) => share.amount.memoryMiB / chip.capacity.memoryMiB);
    assert.equal(widths.length, expected.length);
    assert.ok(
      Math.abs(widths.reduce((a, b) => a + b, 0) - expected.reduce((a, b) => a + b, 0)) < 0.02,
      'the bar is as full as the chip',
    );
  }
}

for (const lab of ['lab13', 'lab20']) {
  test(`${lab}: every chip is shown with its amounts and its shares`, async () => {
    const window = await Window.open(services[lab].url);
    await window.live;
    await window.page.locator('.chip').nth(1).waitFor();
    await comparesWithTheLedgers(services[lab], window);
    await window.close();
  });
}

test('lab 13: four shares of 8192 MiB fill two chips, and the figures say so', async () => {
  const window = await Window.open(services.lab13.url);
  await window.live;
  await window.page.locator('.chip').nth(1).waitFor();
  assert.equal(
    await window.row('aio-node74-arm').getAttribute('aria-expanded'),
    'true',
    'so few nodes are open',
  );
  assert.deepEqual(await window.texts('.gauge .amount'), [
    '16,384 of 21,527 MiB',
    '0 of 100 %',
    '16,384 of 21,527 MiB',
    '0 of 100 %',
  ]);
  const summary = (await window.texts('#summary')).join(' ');
  assert.match(summary, /Memory 76 % 32,768 MiB of 43,054 MiB/);
  assert.match(summary, /Largest free piece 5,143 MiB of 10,286 MiB free/);
  assert.match(summary, /4 × 2 GiB, 2 × 4 GiB, 0 × 8 GiB/);
  assert.match(summary, /leads: this replica, the only one policy: binpack nodes, binpack chips; no drift/);
  await window.close();
});

test('lab 13: the fifth pod waits, and the page says why and since when', async () => {
  const window = await Window.open(services.lab13.url, '#view=waiting');
  await window.live;
  const entry = window.page.locator('.entry').first();
  await entry.waitFor();
  const text = (await entry.innerText()).replace(/\s+/g, ' ');
  assert.match(text, /default\/ascend-vnpu-check\S* \d+ (s|min), \d+ attempts?/);
  assert.match(text, /asks 1 x 8192 MiB, 0 cores/);
  assert.match(text, /0\/1 nodes: 1 insufficient NPU memory/);
  assert.match(text, /1 memory short/);
  await window.close();
});

test('lab 13: the waiting pod is explained chip by chip, with who holds the rest', async () => {
  const holders = await services.lab13.holders();
  const names = [1, 2, 3, 4, 5].map((k) => `default/ascend-vnpu-check${k === 1 ? '' : `-${k}`}`);
  const waiting = names.find((name) => !holders.includes(name));
  const window = await Window.open(services.lab13.url, `#pod=${waiting}`);
  await window.page.locator('.verdict-toggle').click();
  assert.equal(await window.text('#pod-title'), waiting);
  const rows = await window.texts('.findings tbody tr');
  assert.equal(rows.length, 2);
  assert.match(
    (await window.texts('.nearest li'))[0],
    /^aio-node74-arm, if default\/ascend-vnpu-check\S* \(8,192 MiB\) left$/,
  );
  for (const row of rows)
    assert.match(
      row,
      /Chip \d for npu insufficient NPU memory 8,192 MiB asked, 5,143 MiB free default\/\S+ 8,192 MiB default\/\S+ 8,192 MiB/,
    );
  await window.close();
});

test('lab 13: a bound pod shows what it holds, and leads to its node', async () => {
  const [bound] = await services.lab13.holders();
  const window = await Window.open(services.lab13.url, `#pod=${bound}`);
  await window.page.locator('#side .badge', {hasText: 'bound'}).waitFor();
  await window.page
    .locator('#side .lead', {hasText: /^bound to node aio-node74-arm, since \d\d:\d\d:\d\d$/})
    .waitFor();
  assert.match(
    (await window.texts('#side .block:has(h3:text-is("Holds")) tbody tr')).join(),
    /aio-node74-arm chip \d 8,192 MiB 0 %/,
  );
  await window.page.locator('#side .decision', {hasText: 'bind on aio-node74-arm'}).first().waitFor();
  await window.page.locator('#side a', {hasText: 'aio-node74-arm'}).first().click();
  await eventually(async () => (await window.focus()) === 'aio-node74-arm');
  await window.close();
});

test('lab 20: decisions tell of binds, and can be narrowed to them', async () => {
  const window = await Window.open(services.lab20.url, '#view=decisions');
  await window.page.locator('.decision .outcome.good', {hasText: 'bound'}).first().waitFor();
  await window.page.getByRole('link', {name: 'bound', exact: true}).click();
  await eventually(async () =>
    (await window.texts('#side .decision .outcome')).every((text) => text === 'bound'),
  );
  assert.ok(
    (await window.texts('#side .decision')).some((text) =>
      /default\/ascend-share-a on aio-node74-arm/.test(text),
    ),
  );
  await window.close();
});

test('the state tells of health, policy, configuration and drift', async () => {
  const window = await Window.open(services.lab13.url, '#view=state');
  await window.page.locator('.check').first().waitFor();
  await window.page.locator('#side', {hasText: 'binpack for nodes, binpack for chips'}).waitFor();
  const text = (await window.text('#side')).replace(/\s+/g, ' ');
  assert.match(text, /ok nodes/);
  assert.match(text, /Leads this replica, the only one/);
  assert.match(text, /Configuration version 1/);
  assert.match(text, /The books agree with the cluster/);
  assert.match(text, /all \d+ settings in force/);
  await window.close();
});
