import assert from 'node:assert/strict';
import {test} from 'node:test';
import * as format from '../../../scheduler/ui/js/format.js';

test('an age is told in the largest unit that says enough', () => {
  const cases = [
    [-3, '0 s'],
    [0.9, '0 s'],
    [119, '119 s'],
    [120, '2 min'],
    [7199, '119 min'],
    [7200, '2 h'],
    [172_799, '47 h'],
    [172_800, '2 d'],
  ];
  for (const [seconds, text] of cases) assert.equal(format.age(seconds), text);
});

test('a percentage is 0 or 100 only when it is exactly that', () => {
  const cases = [
    [0, 100, '0 %'],
    [1, 1000, '<1 %'],
    [10, 1000, '1 %'],
    [505, 1000, '51 %'],
    [999, 1000, '>99 %'],
    [100, 100, '100 %'],
    [130, 100, '130 %'],
    [0, 0, '0 %'],
    [5, 0, 'over'],
  ];
  for (const [part, of, text] of cases) assert.equal(format.percent(part, of), text, `${part} of ${of}`);
});

test('a sum of memory changes its unit at 64 GiB and at 1 TiB', () => {
  assert.equal(format.memory(65_535), '65,535 MiB');
  assert.equal(format.memory(65_536), '64.0 GiB');
  assert.equal(format.memory(1_048_575), '1,024.0 GiB');
  assert.equal(format.memory(1_048_576), '1.0 TiB');
});

test('cores are percent of a soft-split chip and AI cores of a hard-split one', () => {
  assert.equal(format.cores(50, 'soft'), '50 %');
  assert.equal(format.cores(4, 'hard'), '4 AI');
});

test('a time of another day says which day', () => {
  const now = new Date(2026, 10, 30, 21, 0, 0).getTime();
  assert.equal(format.clock(new Date(2026, 10, 30, 9, 4, 5).getTime(), now), '09:04:05');
  assert.equal(format.clock(new Date(2026, 10, 28, 9, 4, 5).getTime(), now), '28 Nov 09:04');
  assert.equal(format.clock('no time', now), '');
});

test('reasons come by how often they were given, then by name', () => {
  assert.deepEqual(format.reasons({'b-short': 2, 'a-short': 2, unhealthy: 9, none: 0}), [
    ['unhealthy', 9],
    ['a-short', 2],
    ['b-short', 2],
  ]);
  assert.deepEqual(format.reasons(undefined), []);
});
