// The list of nodes: filtered, in order, in groups. A group of many can be closed.

import {el} from '../dom.js';
import * as format from '../format.js';
import {clusterOf} from '../measure.js';
import {sorts, states} from '../query.js';
import {nodeRow} from './node_row.js';
import {absence, remark} from './parts.js';

const heads = [
  ['used', 'fullest', 'Used'],
  ['piece', 'piece', 'Largest free'],
  ['shares', 'shares', 'Shares'],
];

/** The columns' names, which are ways to sort too. */
function columnHeads(shape, change) {
  const head = (name, sort, text) =>
    el(
      'button',
      {
        type: 'button',
        class: `cell ${name}`,
        'aria-pressed': String((shape.sort || 'name') === sort),
        title: sorts[sort].label,
        on: {click: () => change({sort: shape.sort === sort ? '' : sort})},
      },
      text,
    );
  return el(
    'div',
    {key: 'heads', class: 'heads', role: 'group', 'aria-label': 'Sort the nodes'},
    head('name', 'name', 'Node'),
    el(
      'span',
      {class: 'glyphs-head'},
      'Chips',
      el('span', {class: 'quiet-text'}, ' memory above, cores below'),
    ),
    heads.map(([name, sort, text]) => head(name, sort, text)),
  );
}

function groupHead({title, rows}, isClosed, toggleGroup) {
  const sum = clusterOf(rows);
  const facts = `${format.counted(rows.length, 'node')}, ${format.counted(sum.chips, 'chip')}, ${format.percent(sum.used, sum.capacity)} of the memory used`;
  return el(
    'h3',
    {class: 'group-head'},
    el(
      'button',
      {
        type: 'button',
        class: 'group-toggle item',
        'aria-expanded': String(!isClosed),
        on: {click: () => toggleGroup(title)},
      },
      el('span', {class: 'group-title'}, title),
      el('span', {class: 'quiet-text'}, facts),
    ),
  );
}

function groupOf(part, view) {
  const list = () =>
    el(
      'ul',
      {class: 'rows', 'aria-label': part.title ? `Nodes: ${part.title}` : 'Nodes'},
      part.rows.map((row) => nodeRow(row, view.isOpen(row.node.name), view)),
    );
  if (!part.title) return el('div', {key: 'group:', class: 'group'}, list());
  const isClosed = view.closedGroups.has(part.title);
  return el(
    'div',
    {key: `group:${part.title}`, class: 'group'},
    groupHead(part, isClosed, view.toggleGroup),
    isClosed ? null : list(),
  );
}

function nothing({rows, total, shape, unknown}, change) {
  if (unknown.length > 0 || rows.length > 0) {
    const why =
      unknown.length > 0
        ? `${unknown.join(' ')} means nothing here; there are is:${states.join(', is:')}, free:MIB, model:, mode:, chip: and pod:.`
        : `No node has all of “${shape.q.trim()}”.`;
    return remark(
      why,
      ' ',
      el('button', {type: 'button', on: {click: () => change({q: ''})}}, 'Show all nodes'),
    );
  }
  if (total > 0) return el('p', {class: 'remark loading'}, `Reading ${format.counted(total, 'node')}…`);
  return remark(
    'No node has registered an NPU. Does the node plugin run, and on which nodes? An explanation of a pod names what it misses.',
  );
}

/** `view`: {rows, matching, total, shape, unknown, poller, isOpen, toggle, closedGroups, toggleGroup, now, order}. */
export function nodesView(view, change) {
  const missing = absence(view.poller, 'the nodes');
  if (view.rows.length === 0 && missing && view.total === 0) return [missing];
  if (view.matching.length === 0) return [nothing(view, change)];
  return [columnHeads(view.shape, change), view.parts.map((part) => groupOf(part, view))];
}

/** "12 of 1,000 nodes"; empty before the first answer. */
export function countText({rows, matching, total, poller}) {
  const all = Math.max(total, rows.length);
  if (all === 0 && poller.lastAnswer === undefined) return '';
  if (rows.length < all) return `${format.number(rows.length)} of ${format.counted(all, 'node')} read`;
  return matching.length === rows.length
    ? format.counted(all, 'node')
    : `${format.number(matching.length)} of ${format.counted(all, 'node')}`;
}
