import assert from 'node:assert/strict';
import {test} from 'node:test';
import {connectionOf} from '../../../scheduler/ui/js/views/status.js';
import {groupsOf} from '../../../scheduler/ui/js/views/verdicts.js';

const refused = (name, code, resolvable, free) => ({
  name,
  fits: false,
  resolvable,
  reason: {code, text: code},
  score: '0',
  chips: [{free: {memoryMiB: free}}],
});

test('fitting nodes come first, then what preemption could mend, the nearest miss first', () => {
  const nodes = [
    refused('a', 'no-such-model', false, 0),
    refused('b', 'no-such-model', false, 0),
    refused('c', 'memory-short', true, 100),
    refused('d', 'memory-short', true, 4000),
    {name: 'e', fits: true, best: false, score: '10.5', chips: []},
    {name: 'f', fits: true, best: true, score: '9', chips: []},
  ];
  assert.deepEqual(
    groupsOf(nodes).map(({key, nodes: list}) => [key, list.map(({name}) => name)]),
    [
      ['fits', ['f', 'e']],
      ['memory-short', ['d', 'c']],
      ['no-such-model', ['a', 'b']],
    ],
  );
});

test('no node makes no group', () => {
  assert.deepEqual(groupsOf([]), []);
});

const polled = (kind, lastAnswer) => ({
  failure: kind && {kind, message: kind},
  lastAnswer,
  nextTry: 9,
  isLoading: !kind && lastAnswer === undefined,
});

test('the page is live, stale or without an answer, as its questions are', () => {
  const state = (...polls) => connectionOf(polls, false).state;
  assert.equal(state(polled(undefined, undefined)), 'loading');
  assert.equal(state(polled(undefined, 5), polled(undefined, 5)), 'live');
  assert.equal(state(polled('unreachable', 5), polled(undefined, 5)), 'stale');
  assert.equal(state(polled('unreachable', undefined)), 'unreachable');
  assert.equal(state(polled('failed', undefined)), 'failed');
  assert.equal(state(polled('unauthorized', 5), polled(undefined, 5)), 'unauthorized');
  assert.equal(state(polled('forbidden', undefined)), 'forbidden');
});

test('one list that is forbidden or not there does not make the page stale', () => {
  assert.equal(
    connectionOf([polled(undefined, 5), polled('forbidden', undefined), polled('missing', undefined)], false)
      .state,
    'live',
  );
});
