// What an operator and a pod's owner keep chips from: cordons, quotas, lists of uuids.

import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {close, Window} from '../support/browser.mjs';
import {a_pod, eventually, kSmallCluster, Service} from '../support/service.mjs';

let service;
before(async () => {
  service = await Service.start({cluster: kSmallCluster});
});
after(async () => {
  await close();
  await service.stop();
});

const explained = (name, space = 'default') => service.json(`/v1/explain?namespace=${space}&pod=${name}`);
const refused = (name, space) => eventually(async () => /^0\//.test((await explained(name, space)).summary));

/** Chips of node n1, by uuid; none when the annotation is taken off. */
async function cordon(uuids) {
  await service.patch('/api/v1/nodes/n1', {
    metadata: {annotations: {'npushare.io/cordoned-chips': uuids.join(',') || null}},
  });
  await eventually(async () => {
    const {nodes} = await service.json('/v1/ledgers');
    return nodes[0].chips.every((chip) => chip.cordoned === uuids.includes(chip.uuid));
  });
}

test('a cordoned chip says so, is found by is:cordoned, and takes nobody', async () => {
  await cordon(['A']);
  const window = await Window.open(service.url);
  await window.live;
  const chip = window.page.locator('.chip[data-chip="A"]');
  await chip.locator('.badge', {hasText: 'cordoned'}).waitFor();
  assert.equal(await window.page.locator('.chip[data-chip="B"] .badge').count(), 0);
  assert.match((await chip.innerText()).replace(/\s+/g, ' '), /Idle, and takes nobody/);

  await window.page.locator('#filter-text').fill('is:cordoned');
  await window.row('n1').waitFor();
  await window.page.locator('#filter-text').fill('is:unhealthy');
  await window.row('n1').waitFor({state: 'detached'});
  await window.page.locator('#filter-text').fill('');

  await cordon([]);
  await chip.locator('.badge').waitFor({state: 'detached'});
  await window.close();
});

test('a pod that only cordoned chips would take is told so, and placed once they are free', async () => {
  await cordon(['A', 'B']);
  await service.create(a_pod('barred', 4096));
  await refused('barred');
  const window = await Window.open(service.url, '#pod=default/barred');
  await window.page.locator('#side', {hasText: '1 NPU cordoned by an operator'}).waitFor();

  await cordon([]);
  await window.page.locator('#side .badge', {hasText: 'bound'}).waitFor();
  await window.close();
  await service.remove('barred');
});

test('quotas are shown with what is used, and with a value that is hardly meant', async () => {
  const quota = (name, hard) =>
    service.post('/api/v1/namespaces/ai/resourcequotas', {
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: {name},
      spec: {hard},
    });
  await quota('npu', {'limits.huawei.com/Ascend310P-memory': '12288'});
  await quota('slip', {'limits.huawei.com/Ascend310P-memory': '10Gi'});
  await eventually(async () => (await service.json('/v1/quotas')).quotas.length === 2);
  await service.create(a_pod('first', 12288, {space: 'ai'}));
  await eventually(async () => (await explained('first', 'ai')).state === 'bound');
  await service.create(a_pod('second', 4096, {space: 'ai'}));
  await refused('second', 'ai');

  const window = await Window.open(service.url, '#view=state');
  await window.page.locator('.quota', {hasText: '12,288 of 12,288 MiB (100 %) spent'}).waitFor();
  await window.page.locator('.quota .trouble', {hasText: 'write 10240'}).waitFor();

  await window.page.goto(`${service.url}/ui#pod=ai/second`);
  await window.page.locator('#side', {hasText: '4096 MiB asked, 12288 used, limit 12288'}).waitFor();
  await window.close();
});

test('a uuid that no node has is named, with the nearest one', async () => {
  await service.create(a_pod('lost', 1024, {annotations: {'hami.io/use-Ascend310P-uuid': 'a'}}));
  await refused('lost');
  const window = await Window.open(service.url, '#pod=default/lost');
  await window.page
    .locator('#side', {hasText: 'names "a", a chip that no node has; near to it: A (n1/chip 0)'})
    .waitFor();
  await window.close();
});
