// An explanation node by node: where the pod fits, then the refusals by reason, each node chip by chip when it is open.

import {el} from '../dom.js';
import * as format from '../format.js';
import {badge, columns, nodeLink, podLink} from './parts.js';

/** Fitting nodes, the best first; then refusals, those that preemption could mend before the others, by how many. */
export function groupsOf(nodes) {
  const fitting = nodes
    .filter((node) => node.fits)
    .sort((a, b) => Number(b.best) - Number(a.best) || Number(b.score) - Number(a.score));
  const byReason = new Map();
  for (const node of nodes) {
    if (node.fits) continue;
    const key = node.reason?.code ?? 'refused';
    if (!byReason.has(key))
      byReason.set(key, {key, text: node.reason?.text ?? 'refused', resolvable: node.resolvable, nodes: []});
    byReason.get(key).nodes.push(node);
  }
  const refused = [...byReason.values()].sort(
    (a, b) => Number(b.resolvable) - Number(a.resolvable) || b.nodes.length - a.nodes.length,
  );
  for (const group of refused) group.nodes.sort((a, b) => nearest(b) - nearest(a));
  return [...(fitting.length > 0 ? [{key: 'fits', text: 'fits', nodes: fitting}] : []), ...refused];
}

/** The most memory free on one of the chips that were refused as the node was: the nearest miss. */
function nearest(node) {
  const alike = node.chips.filter((chip) => chip.reason?.code === node.reason?.code);
  return Math.max(0, ...(alike.length > 0 ? alike : node.chips).map((chip) => chip.free.memoryMiB));
}

const gap = (chip, mode) => {
  const short = [];
  if (chip.asked.memoryMiB > chip.free.memoryMiB)
    short.push(`${format.mib(chip.asked.memoryMiB)} asked, ${format.mib(chip.free.memoryMiB)} free`);
  if (chip.asked.cores > chip.free.cores)
    short.push(`${format.cores(chip.asked.cores, mode)} asked, ${format.cores(chip.free.cores, mode)} free`);
  return (
    short.join('; ') || `${format.mib(chip.free.memoryMiB)} and ${format.cores(chip.free.cores, mode)} free`
  );
};

function chipRow(chip, mode) {
  return el(
    'tr',
    {key: `${chip.container} ${chip.uuid}`},
    el(
      'th',
      {scope: 'row', title: chip.uuid},
      `Chip ${chip.index}`,
      el('span', {class: 'quiet-text'}, ` for ${chip.container}`),
    ),
    el(
      'td',
      {},
      chip.fits ? badge('good', 'fits') : el('span', {class: 'warn-text'}, chip.reason?.text ?? 'refused'),
      el('span', {class: 'detail'}, gap(chip, mode)),
    ),
    el(
      'td',
      {},
      chip.holders.length === 0
        ? el('span', {class: 'quiet-text'}, 'nobody')
        : el(
            'ul',
            {class: 'holders'},
            chip.holders.map((holder, at) =>
              el('li', {key: at}, podLink(holder.pod), ` ${format.mib(holder.amount.memoryMiB)}`),
            ),
          ),
    ),
  );
}

function chipTable(node, mode) {
  if (node.chips.length === 0) return el('p', {class: 'remark'}, 'No chip came into question.');
  return el(
    'div',
    {class: 'wide'},
    el(
      'table',
      {class: 'findings'},
      el('caption', {class: 'unseen'}, `Chips of ${node.name}`),
      columns(['Chip', 'Verdict', 'Held by'], 3),
      el(
        'tbody',
        {},
        node.chips.map((chip) => chipRow(chip, mode)),
      ),
    ),
  );
}

function verdict(node, mode, show) {
  const isOpen = show.isOpen(node.name);
  const fact = node.fits ? `score ${node.score}` : `at most ${format.mib(nearest(node))} free on a chip`;
  return el(
    'li',
    {key: node.name, class: 'verdict'},
    el(
      'button',
      {
        type: 'button',
        class: 'verdict-toggle item',
        'aria-expanded': String(isOpen),
        on: {click: () => show.toggle(node.name)},
      },
      el('span', {class: 'name'}, node.name),
      node.best ? badge('good', 'best') : null,
      el('span', {class: 'quiet-text'}, fact),
    ),
    isOpen
      ? el(
          'div',
          {class: 'verdict-chips'},
          chipTable(node, mode),
          el('p', {class: 'note'}, 'Ledger of ', nodeLink(node.name)),
        )
      : null,
  );
}

export function verdicts(answer, show) {
  const mode = answer.request.containers[0]?.mode;
  return groupsOf(answer.nodes).map((group) => {
    const count = Math.min(group.nodes.length, show.countOf(group.key));
    const rest = group.nodes.length - count;
    const hint =
      group.key === 'fits'
        ? ''
        : group.resolvable
          ? '; preemption could make room'
          : '; preemption would not help';
    return el(
      'div',
      {key: group.key, class: 'verdicts'},
      el(
        'h4',
        {},
        `${format.counted(group.nodes.length, 'node')}: ${group.text}`,
        el('span', {class: 'quiet-text'}, hint),
      ),
      el(
        'ul',
        {class: 'verdict-list', 'aria-label': group.text},
        group.nodes.slice(0, count).map((node) => verdict(node, mode, show)),
      ),
      rest > 0
        ? el(
            'button',
            {type: 'button', class: 'quiet', on: {click: () => show.more(group.key)}},
            `Show more of the other ${format.number(rest)}`,
          )
        : null,
    );
  });
}
