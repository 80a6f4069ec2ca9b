// Pictures of every view at three widths, light and dark: to be looked at. usage: node tests/ui/shots.mjs DIR

import {mkdir} from 'node:fs/promises';
import path from 'node:path';
import {close, Window} from './support/browser.mjs';
import {a_pod, eventually, example, examplePod, Service} from './support/service.mjs';

const folder = process.argv[2] ?? 'build/shots';
const widths = [
  [400, 1100],
  [900, 950],
  [1500, 950],
];

const large = `
plugin: {delay: 1ms}
scheduler: {every: 10ms}
nodes:
- {name: npu, count: 979, mode: soft, slots: 7, chipCount: 8}
- {name: hard, count: 20, mode: hard, slots: 7, chipCount: 8}
- {name: sick-1, mode: soft, slots: 7, chips: [{uuid: S-0}, {uuid: S-1, healthy: false}, {uuid: S-2}]}
`;

async function lab() {
  const service = await Service.start({cluster: await example('cluster.yaml')});
  for (const name of [
    'lab20-share-a',
    'lab20-share-b',
    'lab20-ctrl-a',
    'lab20-ctrl-b',
    'lab20-share-c',
    'lab13-ascend-vnpu-check',
  ])
    await service.create(await examplePod(name));
  await eventually(async () => (await service.holders()).length >= 3);
  return service;
}

async function many() {
  const service = await Service.start({cluster: large});
  const spaces = ['default', 'research', 'vision', 'batch'];
  const apps = ['llm-serve', 'embed', 'ocr', 'rerank', 'trainer'];
  for (let k = 0; k < 600; k += 1) {
    const memory = [1024, 4096, 8192, 12_288, 2048, 6144][k % 6];
    await service.create(
      a_pod(`${apps[k % 5]}-${k}`, memory, {
        cores: (k % 4) * 20,
        space: spaces[k % 4],
        chips: k % 9 === 0 ? 2 : 1,
      }),
    );
  }
  await service.create(
    a_pod('llm-train-0', 21_000, {
      chips: 8,
      cores: 100,
      annotations: {'hami.io/use-Ascend310P-uuid': 'S-0,S-2'},
    }),
  );
  await service.create(
    a_pod('choosy-1', 4096, {space: 'research', annotations: {'hami.io/use-Ascend310P-uuid': 'S-1'}}),
  );
  await eventually(async () => (await service.holders()).length >= 500);
  return service;
}

async function take(name, service, hash, ready) {
  for (const scheme of ['light', 'dark']) {
    for (const [width, height] of widths) {
      const window = await Window.open(service.url, hash, {width, height, scheme});
      await window.live;
      await ready(window.page);
      await window.page.screenshot({path: path.join(folder, `${name}-${width}-${scheme}.png`)});
      await window.close();
    }
  }
}

const seen = (selector) => (page) => page.locator(selector).first().waitFor({state: 'attached'});

await mkdir(folder, {recursive: true});
const small = await lab();
await take('lab', small, '', seen('.chip'));
await take('state', small, '#view=state', seen('.check'));
await take('help', small, '', (page) => page.locator('#help-button').click());
await small.kill();
await small.stop();
const big = await many();
await take('nodes', big, '#sort=fullest', seen('.node'));
await take('groups', big, '#group=prefix&node=npu-003', seen('.chip'));
await take('waiting', big, '#view=waiting', seen('.entry'));
await take('decisions', big, '#view=decisions', seen('.decision'));
await take('pod', big, '#pod=research/choosy-1', async (page) =>
  page.locator('.verdict-toggle').first().click(),
);
await big.stop();
await close();
