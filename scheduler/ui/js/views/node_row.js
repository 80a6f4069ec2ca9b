// One node of the list: a line that sums it up, and its chips when it is open.

import {el, kept} from '../dom.js';
import * as format from '../format.js';
import {card, glyph} from './chip.js';
import {badge, podLink, unseen} from './parts.js';

const kBadges = 2;
const kColumns = 8; // chips beside each other

function badges(problems) {
  const rest = problems.length - kBadges;
  return [
    problems
      .slice(0, kBadges)
      .map((text, at) =>
        el(
          'span',
          {key: at, class: `badge ${text.includes('over') || text.includes('unhealthy') ? 'bad' : 'warn'}`},
          text,
        ),
      ),
    rest > 0 ? badge('warn', `+${rest}`) : null,
  ];
}

function glyphs(node) {
  const columns = Math.min(node.chips.length, kColumns) || 1;
  return el(
    'span',
    {class: 'glyphs', 'aria-hidden': 'true', vars: {'--columns': String(columns)}},
    node.chips.map((chip) => glyph(chip, node)),
  );
}

function line({node, figures}, isOpen, toggle) {
  return el(
    'h3',
    {},
    el(
      'button',
      {
        type: 'button',
        class: 'row-toggle item',
        'aria-expanded': String(isOpen),
        'data-node': node.name,
        on: {click: () => toggle(node.name)},
      },
      el('span', {class: 'node-name'}, node.name),
      el('span', {class: 'node-badges'}, badges(figures.problems)),
      glyphs(node),
      el(
        'span',
        {class: 'cell used'},
        unseen(', '),
        format.percent(figures.used, figures.capacity),
        unseen(' of the memory used'),
      ),
      el('span', {class: 'cell piece'}, unseen(', largest free piece '), format.mib(figures.largest)),
      el(
        'span',
        {class: 'cell shares'},
        unseen(', '),
        format.number(figures.shares),
        unseen(figures.shares === 1 ? ' share' : ' shares'),
      ),
    ),
  );
}

function orphans(node) {
  if (node.orphans.length === 0) return null;
  return el(
    'div',
    {class: 'orphans'},
    el('h4', {}, 'Shares of chips that are not registered any more'),
    el(
      'ul',
      {},
      node.orphans.map((orphan) =>
        el(
          'li',
          {key: orphan.id},
          podLink(orphan.pod),
          ` ${format.mib(orphan.amount.memoryMiB)} on `,
          el('code', {class: 'uuid'}, orphan.chip),
        ),
      ),
    ),
  );
}

function details(node, now) {
  return el(
    'div',
    {class: 'chips'},
    node.chips.length === 0
      ? el('p', {class: 'remark'}, 'The node plugin has registered no chip here.')
      : null,
    node.chips.map((chip) => card(chip, node, now)),
    orphans(node),
  );
}

/** Drawn again only when the node's ledger or the day is another one, or the node was opened or closed. */
export function nodeRow(row, isOpen, {toggle, now, day}) {
  return kept(row.node.name, [row.node, isOpen, day], () =>
    el(
      'li',
      {class: isOpen ? 'node open' : 'node', 'data-name': row.node.name},
      line(row, isOpen, toggle),
      isOpen ? details(row.node, now) : null,
    ),
  );
}
