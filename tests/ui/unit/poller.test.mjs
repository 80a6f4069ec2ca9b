import assert from 'node:assert/strict';
import {test} from 'node:test';
import {pauseAfter, Poller} from '../../../scheduler/ui/js/poller.js';

/** Time that moves when a test says so. */
class HandTimers {
  time = 0;
  planned = [];
  now = () => this.time;
  random = () => 0.5;
  set = (call, ms) => {
    const timer = {call, due: this.time + ms};
    this.planned.push(timer);
    return timer;
  };
  clear = (timer) => (this.planned = this.planned.filter((other) => other !== timer));

  async pass(ms) {
    this.time += ms;
    const due = this.planned.filter((timer) => timer.due <= this.time);
    this.planned = this.planned.filter((timer) => timer.due > this.time);
    for (const timer of due) timer.call();
    await settled();
  }
}

const settled = () => new Promise((done) => setImmediate(done));

function a_poller(ask) {
  const timers = new HandTimers();
  const told = [];
  const poller = new Poller({
    ask,
    every: 2000,
    told: ({failure}) => told.push(failure?.message ?? 'ok'),
    timers,
  });
  return {timers, told, poller};
}

test('the pause doubles with each failure, to half a minute', () => {
  assert.deepEqual(
    [0, 1, 2, 3, 4, 9, 1000].map((failures) => pauseAfter(failures, 2000, 0.5)),
    [2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000],
  );
});

test('many pages do not come back at the same moment', () => {
  assert.deepEqual([pauseAfter(1, 2000, 0), pauseAfter(1, 2000, 1)], [3200, 4800]);
});

test('a slow question keeps its own pace when it fails', () => {
  assert.equal(pauseAfter(3, 60_000, 0.5), 60_000);
});

test('it asks at once and then at its pace', async () => {
  let asked = 0;
  const {timers, poller} = a_poller(async () => void (asked += 1));
  poller.start();
  await settled();
  await timers.pass(1999);
  assert.equal(asked, 1);
  await timers.pass(1);
  assert.equal(asked, 2);
  assert.equal(poller.lastAnswer, 2000);
});

test('a failure is told and remembered until an answer comes', async () => {
  let fails = true;
  const {timers, told, poller} = a_poller(async () => {
    if (fails) throw new Error('no');
  });
  poller.start();
  await settled();
  assert.equal(poller.failure.message, 'no');
  assert.equal(poller.nextTry, 4000);
  fails = false;
  await timers.pass(4000);
  assert.equal(poller.failure, undefined);
  assert.deepEqual(told, ['no', 'ok']);
});

test('who asks at once begins with short pauses again', async () => {
  const {timers, poller} = a_poller(async () => Promise.reject(new Error('no')));
  poller.start();
  await settled();
  await timers.pass(4000);
  assert.equal(poller.nextTry - timers.time, 8000);
  poller.now();
  await settled();
  assert.equal(poller.nextTry - timers.time, 4000);
});

test('it asks nothing while it is paused, and at once when it goes on', async () => {
  let asked = 0;
  const {timers, poller} = a_poller(async () => void (asked += 1));
  poller.start();
  await settled();
  poller.pause();
  await timers.pass(60_000);
  assert.equal(asked, 1);
  poller.start();
  await settled();
  assert.equal(asked, 2);
});

test('an answer that comes during a pause starts nothing', async () => {
  let answer;
  const {timers, poller} = a_poller(() => new Promise((done) => (answer = done)));
  poller.start();
  poller.pause();
  answer();
  await settled();
  assert.equal(timers.planned.length, 0);
});

test('one question is asked at a time', async () => {
  let asked = 0;
  const {poller} = a_poller(() => new Promise(() => (asked += 1)));
  poller.start();
  poller.now();
  poller.pause();
  poller.start();
  assert.equal(asked, 1);
});
