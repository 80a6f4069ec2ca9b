import assert from 'node:assert/strict';
import {test} from 'node:test';
import * as route from '../../../scheduler/ui/js/route.js';

test('an address is read back as it was written', () => {
  const places = [
    {view: 'nodes', node: 'npu-1', q: 'is:problem a&b=c#d', sort: 'piece', group: 'model'},
    {view: 'decisions', outcome: 'refused'},
    {view: 'pod', pod: 'default/web 0%<b>"'},
  ];
  for (const place of places) {
    const read = route.read(route.write(place));
    for (const [name, value] of Object.entries(place)) assert.equal(read[name], value, name);
  }
});

test('a pod is written so that a person can read it', () => {
  assert.equal(route.write({pod: 'default/web-0'}), '#pod=default/web-0');
  assert.equal(route.write({q: 'is:idle'}), '#q=is:idle');
});

test('an unknown view is the list of nodes', () => {
  assert.equal(route.read('#view=constructor').view, 'nodes');
  assert.equal(route.read('').view, 'nodes');
  assert.equal(route.read('#%zz&&=').view, 'nodes');
});
