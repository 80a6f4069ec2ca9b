import assert from 'node:assert/strict';
import {test} from 'node:test';
import * as measure from '../../../scheduler/ui/js/measure.js';
import {a_chip, a_node, a_share} from '../support/books.mjs';

const row = (node) => ({node, figures: measure.figuresOf(node)});

test('free pieces are what chips that take shares have free', () => {
  const node = a_node('n1', [
    a_chip(0, [a_share('d/a', 8192)]),
    a_chip(1, [], {healthy: false}),
    a_chip(2, [a_share('d/b', 1000, {hold: 'exclusive'})]),
  ]);
  const {free, usable, largest, used, shares, idle} = measure.figuresOf(node);
  assert.deepEqual(
    {free, usable, largest, used, shares, idle},
    {free: 13_335 + 21_527 + 20_527, usable: 13_335, largest: 13_335, used: 9192, shares: 2, idle: 0},
  );
});

test('each way in which a chip is closed has its words', () => {
  const full = Array.from({length: 7}, (_, k) => a_share(`d/${k}`, 1));
  const cases = [
    [a_chip(0), {}, ''],
    [a_chip(0, [], {healthy: false}), {}, 'unhealthy'],
    [a_chip(0, [], {block: 'kept-for-claims'}), {}, 'kept for claims'],
    [a_chip(0, full), {}, 'no free slot'],
    [a_chip(0, [a_share('d/a', 30_000)]), {}, 'overcommitted'],
    [a_chip(0, [a_share('d/a', 1, {hold: 'whole'})]), {}, 'held for one alone'],
    [a_chip(0), {registration: 'stale'}, 'registration stale'],
    [a_chip(0), {registration: 'missing'}, 'not registered'],
  ];
  for (const [chip, more, words] of cases)
    assert.equal(measure.closedBy(chip, a_node('n', [chip], more)), words);
});

test('an overcommitted chip counts as no free memory, not as negative', () => {
  const {free, usable} = measure.figuresOf(a_node('n1', [a_chip(0, [a_share('d/a', 40_000)]), a_chip(1)]));
  assert.deepEqual([free, usable], [21_527, 21_527]);
});

test('problems are told, the gravest first', () => {
  const node = a_node(
    'n1',
    [
      a_chip(0, [a_share('d/a', 40_000)]),
      a_chip(1, [], {healthy: false}),
      a_chip(2, [a_share('d/b', 1, {state: 'uncertain'})]),
    ],
    {registration: 'stale', orphans: [{chip: 'x', id: 'o', pod: 'd/o', amount: {memoryMiB: 1}}]},
  );
  assert.deepEqual(measure.problemsOf(node), [
    'chip 0 overcommitted',
    'registration stale',
    'chip 1 unhealthy',
    'chip 2 with an uncertain share',
    '1 share of missing chips',
  ]);
});

test('a block that wants mending is a problem, a chip kept for claims is none', () => {
  const blocked = (block) => measure.problemsOf(a_node('n1', [a_chip(0, [], {block})]));
  assert.deepEqual(blocked('quarantined'), ['chip 0 blocked by claims']);
  assert.deepEqual(blocked('kept-for-claims'), []);
  assert.deepEqual(blocked(''), []);
});

test('the cluster adds up its nodes and knows where the largest piece is', () => {
  const rows = [row(a_node('n1', [a_chip(0, [a_share('d/a', 8192)])])), row(a_node('n2', [a_chip(0)]))];
  const {nodes, chips, used, capacity, largest, where, idle} = measure.clusterOf(rows);
  assert.deepEqual(
    {nodes, chips, used, capacity, largest, where, idle},
    {nodes: 2, chips: 2, used: 8192, capacity: 43_054, largest: 21_527, where: 'n2', idle: 1},
  );
});

test('room counts shares by memory and by slots', () => {
  const six = Array.from({length: 6}, (_, k) => a_share(`d/${k}`, 100));
  const rows = [row(a_node('n1', [a_chip(0), a_chip(1, six)]))];
  assert.deepEqual(measure.roomFor(rows, [2048, 16_384]), [
    {size: 2048, count: 7 + 1},
    {size: 16_384, count: 1 + 1},
  ]);
});
