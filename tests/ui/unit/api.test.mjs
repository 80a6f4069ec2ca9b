import assert from 'node:assert/strict';
import {test} from 'node:test';
import {Api} from '../../../scheduler/ui/js/api.js';

const answers =
  (status, body, headers = {}) =>
  async () =>
    new Response(body, {status, headers});
const api = (fetcher) => new Api('http://npushare/prefix/', fetcher);

test('endpoints are below the place the page came from', async () => {
  let asked;
  await api(async (url) => ((asked = String(url)), new Response('{}'))).json('v1/drift');
  assert.equal(asked, 'http://npushare/prefix/v1/drift');
});

test('each refusal has its kind and the words of the service', async () => {
  const cases = [
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [404, 'missing'],
    [503, 'failed'],
  ];
  for (const [status, kind] of cases)
    await assert.rejects(api(answers(status, '{"error":"so it is"}')).json('x'), {kind, message: 'so it is'});
});

test('a refusal without words is told by its number', async () => {
  await assert.rejects(api(answers(502, '')).json('x'), {
    kind: 'failed',
    message: 'the service answered 502',
  });
});

test('no connection and no JSON are told apart', async () => {
  await assert.rejects(api(async () => Promise.reject(new TypeError('refused'))).json('x'), {
    kind: 'unreachable',
  });
  await assert.rejects(api(answers(200, '<html>')).json('x'), {kind: 'failed'});
});

test('a version that is still the newest is not sent again', async () => {
  const sent = [];
  const asking = api(async (_, {headers}) => {
    sent.push(headers);
    return headers['If-None-Match'] === '"a"'
      ? new Response(null, {status: 304})
      : new Response('{"x":1}', {headers: {ETag: '"a"'}});
  });
  assert.deepEqual(await asking.jsonUnless('x', ''), {value: {x: 1}, tag: '"a"'});
  assert.deepEqual(await asking.jsonUnless('x', '"a"'), {value: undefined, tag: '"a"'});
  assert.deepEqual(sent, [{}, {'If-None-Match': '"a"'}]);
});

test('a token goes along from when it is given, and nothing else does', async () => {
  const sent = [];
  const asking = api(async (_, {headers}) => (sent.push(headers), new Response('{}')));
  await asking.json('x');
  asking.use('  secret \n');
  await asking.json('x');
  assert.deepEqual(sent, [{}, {Authorization: 'Bearer secret'}]);
});

test('a page of health is read when it is bad too', async () => {
  assert.equal(await api(answers(503, '[-]pods')).report('readyz'), '[-]pods');
  await assert.rejects(api(answers(403, '')).report('readyz'), {kind: 'forbidden'});
});
