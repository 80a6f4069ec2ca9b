// What a pod asks for, and what it holds.

import {el} from '../dom.js';
import * as format from '../format.js';
import {columns, nodeLink} from './parts.js';

/** A pod that runs is known by its containers' numbers only. */
const container = (name) => (/^\d+$/.test(name) ? `container ${name}` : name);

/** Of a hard-split share AI CPUs are charged, of a soft-split one never. */
const modeOf = (grants) => (grants.some(({charged}) => charged.cpus > 0) ? 'hard' : 'soft');

const amount = (...children) => el('td', {class: 'figure'}, ...children);
const quiet = (text) => el('span', {class: 'quiet-text'}, text);

const table = (title, head, rows) =>
  el(
    'section',
    {class: 'block'},
    el('h3', {}, title),
    el('div', {class: 'wide'}, el('table', {}, head, el('tbody', {}, rows))),
  );

function askRow(ask) {
  return el(
    'tr',
    {key: `${ask.kind} ${ask.name}`},
    el('th', {scope: 'row'}, ask.name, ask.kind === 'app' ? null : quiet(` ${ask.kind}`)),
    amount(`${format.number(ask.chips)} × ${ask.model}`),
    amount(ask.asked.memoryMiB > 0 ? format.mib(ask.asked.memoryMiB) : 'whole chip'),
    amount(format.cores(ask.asked.cores, ask.mode)),
    amount(format.mib(ask.charged.memoryMiB), ask.template ? quiet(` ${ask.template}`) : null),
  );
}

export function requestTable({containers}) {
  if (containers.length === 0) return null;
  return table(
    'Asks for',
    columns(['Container', 'Chips', 'Memory', 'Cores', 'Charged'], 1),
    containers.map(askRow),
  );
}

export function grantTable({grants, node}) {
  if (grants.length === 0) return null;
  const mode = modeOf(grants);
  const row = (grant, at) =>
    el(
      'tr',
      {key: `${at} ${grant.container} ${grant.chip}`},
      el('th', {scope: 'row'}, container(grant.container)),
      el('td', {}, nodeLink(node), ` chip ${grant.index}`),
      amount(format.mib(grant.charged.memoryMiB)),
      amount(format.cores(grant.charged.cores, mode)),
    );
  return table('Holds', columns(['Container', 'Chip', 'Memory', 'Cores'], 2), grants.map(row));
}
