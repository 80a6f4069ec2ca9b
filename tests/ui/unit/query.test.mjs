import assert from 'node:assert/strict';
import {test} from 'node:test';
import {figuresOf} from '../../../scheduler/ui/js/measure.js';
import {arrange, filterOf, groups, sorts} from '../../../scheduler/ui/js/query.js';
import {a_chip, a_node, a_share} from '../support/books.mjs';

const rows = [
  a_node('npu-10', [a_chip(0, [a_share('default/web-1', 8192)]), a_chip(1)]),
  a_node('npu-2', [a_chip(0, [a_share('batch/train', 20_000)])], {registration: 'stale'}),
  a_node('edge-1', [a_chip(0, [], {model: 'Ascend910B3', mode: 'hard', uuid: 'F00D', healthy: false})]),
].map((node) => ({node, figures: figuresOf(node)}));

const found = (text) => rows.filter(filterOf(text).matches).map((row) => row.node.name);
const titles = (parts) => parts.map(({title, rows: list}) => [title, list.map((row) => row.node.name)]);

test('each word narrows the list', () => {
  const cases = [
    ['', ['npu-10', 'npu-2', 'edge-1']],
    ['NPU', ['npu-10', 'npu-2']],
    ['web-1', ['npu-10']],
    ['npu train', ['npu-2']],
    ['f00d', ['edge-1']],
    ['is:stale', ['npu-2']],
    ['is:problem', ['npu-2', 'edge-1']],
    ['is:unhealthy', ['edge-1']],
    ['is:idle', ['edge-1']],
    ['is:full', ['npu-2', 'edge-1']],
    ['free:21527', ['npu-10']],
    ['free:21528', []],
    ['model:910', ['edge-1']],
    ['mode:hard', ['edge-1']],
    ['chip:f00', ['edge-1']],
    ['pod:batch/', ['npu-2']],
    ['pod:', ['npu-10', 'npu-2', 'edge-1']],
    ['http://x', []],
  ];
  for (const [text, names] of cases) assert.deepEqual(found(text), names, text);
});

test('a word that means nothing is said, not guessed', () => {
  assert.deepEqual(filterOf('is:wrong free:8Gi is:constructor is:idle').unknown, [
    'is:wrong',
    'free:8gi',
    'is:constructor',
  ]);
});

test('names are in the order of their numbers', () => {
  assert.deepEqual(titles(arrange(rows, {})), [['', ['edge-1', 'npu-2', 'npu-10']]]);
});

test('every order and every group takes all nodes', () => {
  for (const sort of Object.keys(sorts)) {
    for (const group of Object.keys(groups)) {
      const all = arrange(rows, {sort, group}).flatMap((part) => part.rows);
      assert.equal(new Set(all).size, rows.length, `${sort} ${group}`);
    }
  }
});

test('orders put first what they are named after', () => {
  const first = (sort) => arrange(rows, {sort})[0].rows[0].node.name;
  assert.deepEqual(['fullest', 'emptiest', 'piece', 'scattered', 'shares'].map(first), [
    'npu-2',
    'edge-1',
    'npu-10',
    'npu-10',
    'npu-2',
  ]);
});

test('groups have titles and stand in their order', () => {
  assert.deepEqual(titles(arrange(rows, {group: 'prefix'})), [
    ['edge', ['edge-1']],
    ['npu', ['npu-2', 'npu-10']],
  ]);
  assert.deepEqual(
    titles(arrange(rows, {group: 'state'})).map(([title]) => title),
    ['chips unhealthy', 'registration stale', 'well'],
  );
});

test('an order or a group of another name is the usual one', () => {
  assert.deepEqual(
    titles(arrange(rows, {sort: 'constructor', group: '__proto__'})),
    titles(arrange(rows, {})),
  );
});
