import assert from 'node:assert/strict';
import {test} from 'node:test';
import * as health from '../../../scheduler/ui/js/health.js';

const well =
  '[+]shutdown ok\n[+]nodes ok\n[+]certificate ok: valid until 2027-01-01T00:00:00Z\nreadyz check passed\n';
const standby = '[+]nodes ok\n[-]leadership: held by a-1\nreadyz check failed\n';

test('a health page is read check by check', () => {
  assert.deepEqual(health.checksOf(`${well}[-]pods\n[!]newest-configuration: refused: x: y\n`), [
    {name: 'shutdown', state: 'well', text: ''},
    {name: 'nodes', state: 'well', text: ''},
    {name: 'certificate', state: 'well', text: 'valid until 2027-01-01T00:00:00Z'},
    {name: 'pods', state: 'failing', text: ''},
    {name: 'newest-configuration', state: 'notable', text: 'refused: x: y'},
  ]);
});

test('who leads is this replica, another, or nobody yet', () => {
  const leader = (text) => health.leaderOf(health.checksOf(text)).text;
  assert.equal(leader(well), 'this replica, the only one');
  assert.equal(leader('[+]leadership ok\n'), 'this replica');
  assert.equal(leader(standby), 'a-1; this one stands by');
  assert.equal(leader('[-]leadership: nobody leads yet\n'), 'nobody leads yet');
  assert.equal(health.leaderOf(undefined).text, 'not known yet');
});

test('standing by is no fault, other failures are', () => {
  const ready = (text) => health.readinessOf(health.checksOf(text));
  assert.deepEqual(ready(well), {tone: 'good', text: 'ready'});
  assert.deepEqual(ready(standby), {tone: 'quiet', text: 'standby'});
  assert.deepEqual(ready(`${standby}[-]pods\n`), {tone: 'bad', text: 'not ready: leadership, pods'});
  assert.deepEqual(ready('[!]pod-watch: silent\n'), {tone: 'warn', text: 'ready; look at pod-watch'});
});

test('a refused configuration and fields that wait are told', () => {
  const config = {
    sources: [
      {name: 'settings', error: ''},
      {name: 'device-config', error: 'line 3: no'},
    ],
    needsRestart: [{field: 'listen', inForce: 'a', written: 'b'}],
  };
  assert.deepEqual(health.configTrouble(config), [
    'device-config: the newest version is refused: line 3: no',
    'listen: b waits for a restart',
  ]);
  assert.deepEqual(health.configTrouble(undefined), []);
});
