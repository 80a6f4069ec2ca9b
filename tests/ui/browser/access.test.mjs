// A service that asks the API server who may see what.

import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {close, Window} from '../support/browser.mjs';
import {Service} from '../support/service.mjs';

const cluster = `
plugin: {delay: 1ms}
scheduler: {every: 20ms}
api:
  tokens: [{token: secret, user: ann, groups: [ops]}, {token: guest, user: bob, groups: []}]
  deny: [{user: ann, verb: get, path: /v1/drift}, {user: bob, verb: get}]
nodes:
- {name: n1, mode: soft, slots: 7, chips: [{uuid: A}]}
`;

let service;
before(async () => (service = await Service.start({cluster, config: 'admin: {auth: kubernetes}\n'})));
after(async () => {
  await close();
  await service.stop();
});

async function opened(token) {
  const window = await Window.open(service.url);
  await window.state('unauthorized');
  await window.page.getByLabel('Bearer token').fill(token);
  await window.page.getByRole('button', {name: 'Use it'}).click();
  return window;
}

test('without a token the page says that it needs one, and shows nothing of the cluster', async () => {
  const window = await Window.open(service.url);
  await window.state('unauthorized');
  assert.match(
    await window.text('.notice'),
    /only to whom the API server lets.*a bearer token is needed here/s,
  );
  assert.equal(await window.page.locator('.node').count(), 0);
  assert.equal(await window.page.getByLabel('Bearer token').getAttribute('type'), 'password');
  await window.close();
});

test('a token that nobody knows is refused in the words of the service', async () => {
  const window = await opened('guess');
  await window.page.locator('.notice', {hasText: 'the token is not valid'}).waitFor();
  await window.close();
});

test('with a token the cluster is shown, but for the list that stays forbidden', async () => {
  const window = await opened('secret');
  await window.live;
  await window.row('n1').waitFor();
  await window.page.goto(`${service.url}/ui#view=state`);
  await window.page
    .locator('#side', {hasText: 'You may not see drift: user "ann" may not get /v1/drift'})
    .waitFor();
  await window.close();
});

test('a user without the right is told which one is missing', async () => {
  const window = await opened('guest');
  await window.state('forbidden');
  assert.match(
    await window.text('.notice'),
    /You may not see this\. user "bob" may not get \/v1\/ledgers.*a ClusterRole with nonResourceURLs/s,
  );
  await window.close();
});

test('the token is kept nowhere', async () => {
  const window = await opened('secret');
  await window.live;
  const kept = await window.page.evaluate(() =>
    JSON.stringify([
      localStorage,
      sessionStorage,
      document.cookie,
      location.href,
      history.state,
      document.querySelector('#token')?.value ?? '',
    ]),
  );
  assert.doesNotMatch(kept, /secret/);
  await window.page.reload();
  await window.state('unauthorized');
  await window.close();
});
