// One chip: a glyph in a node's row, or a card with its bars and shares.

import {el} from '../dom.js';
import * as format from '../format.js';
import {closedBy, isOver, pieceOf} from '../measure.js';
import {badge, podLink, unseen} from './parts.js';

const kTones = 5;

const byPod = (a, b) => (a.pod < b.pod ? -1 : a.pod > b.pod ? 1 : a.container - b.container);
const sharesOf = (chip) => [...chip.shares].sort(byPod);

/** Where each share begins and ends on a bar, in percent of the chip or of what is taken if that is more. */
function spans(shares, capacity, used, amountOf) {
  const whole = Math.max(capacity, used, 1);
  let end = 0;
  return shares.map((share) => {
    const begin = end;
    end += (100 * Math.max(0, amountOf(share))) / whole;
    return {begin, end};
  });
}

function gradient(parts, name) {
  const stops = [];
  parts
    .filter((part) => part.end > part.begin)
    .forEach(({begin, end}, at) => {
      const from = at === 0 ? '0%' : `calc(${begin.toFixed(1)}% + 1px)`;
      if (at > 0) stops.push(`var(--seam) ${begin.toFixed(1)}% ${from}`);
      stops.push(`var(--${name}-${at % 2}) ${from} ${end.toFixed(1)}%`);
    });
  return stops.length === 0 ? 'none' : `linear-gradient(90deg, ${stops.join(', ')}, transparent 0)`;
}

const memoryOf = (share) => share.amount.memoryMiB;
const coresOf = (share) => share.amount.cores;

/** Two tracks, memory above cores; one element, since there may be thousands. */
export function glyph(chip, node) {
  const shares = sharesOf(chip);
  const closed = closedBy(chip, node);
  const kind = isOver(chip) ? ' over' : closed === 'unhealthy' || closed.includes('regist') ? ' out' : '';
  const title =
    `Chip ${chip.index}: ${format.mib(chip.used.memoryMiB)} of ${format.mib(chip.capacity.memoryMiB)}, ` +
    `${format.cores(chip.used.cores, chip.mode)} of the cores, ${format.counted(shares.length, 'share')}${closed ? `, ${closed}` : ''}`;
  return el('span', {
    key: chip.uuid,
    class: `glyph${kind}`,
    title,
    vars: {
      '--memory': gradient(spans(shares, chip.capacity.memoryMiB, chip.used.memoryMiB, memoryOf), 'memory'),
      '--cores': gradient(spans(shares, chip.capacity.cores, chip.used.cores, coresOf), 'cores'),
    },
  });
}

function gauge(name, shares, {capacity, used, amountOf, show, rest}) {
  const parts = spans(shares, capacity, used, amountOf);
  const isLabelled = name === 'Memory';
  return el(
    'div',
    {class: 'gauge'},
    el('span', {class: 'gauge-name'}, name),
    el(
      'div',
      {class: `bar${used > capacity ? ' over' : ''}`, 'aria-hidden': 'true'},
      shares.map(
        (share, at) =>
          amountOf(share) > 0 &&
          el(
            'span',
            {
              key: share.id,
              class: `part tone-${at % kTones}`,
              title: `${share.pod}: ${show(amountOf(share))}`,
              vars: {'--w': `${(parts[at].end - parts[at].begin).toFixed(2)}%`},
            },
            isLabelled && parts[at].end - parts[at].begin > 16
              ? share.pod.slice(share.pod.indexOf('/') + 1)
              : null,
          ),
      ),
    ),
    el(
      'span',
      {class: 'gauge-text'},
      el('span', {class: 'amount'}, `${format.number(used)} of ${show(capacity)}`),
      ' ',
      el('span', {class: used > capacity ? 'rest bad-text' : 'rest'}, rest),
    ),
  );
}

const left = (free, show) => (free < 0 ? `${show(-free)} too many` : `${show(free)} free`);

function gauges(chip, shares) {
  const cores = (value) => format.cores(value, chip.mode);
  return [
    gauge('Memory', shares, {
      capacity: chip.capacity.memoryMiB,
      used: chip.used.memoryMiB,
      amountOf: memoryOf,
      show: format.mib,
      rest: left(chip.free.memoryMiB, format.mib),
    }),
    gauge('Cores', shares, {
      capacity: chip.capacity.cores,
      used: chip.used.cores,
      amountOf: coresOf,
      show: cores,
      rest: left(chip.free.cores, cores),
    }),
  ];
}

/** "bound", or what else a reader should know: "uncertain", "bound, exclusive", "bound, by claim". */
function stateOf(share) {
  const parts = [share.state];
  if (share.hold !== 'part') parts.push(share.hold);
  if (share.source === 'claim') parts.push('by claim');
  return parts.join(', ');
}

function shareRow(share, at, chip, now) {
  const bound = share.since
    ? new Date(typeof share.since === 'number' ? share.since * 1000 : share.since)
    : undefined;
  return el(
    'tr',
    {key: share.id},
    el(
      'th',
      {scope: 'row'},
      el('span', {class: `swatch tone-${at % kTones}`, 'aria-hidden': 'true'}),
      podLink(share.pod),
    ),
    el('td', {class: 'figure'}, format.mib(share.amount.memoryMiB)),
    el('td', {class: 'figure'}, format.cores(share.amount.cores, chip.mode)),
    el('td', {class: share.state === 'bound' ? 'quiet-text' : 'warn-text'}, stateOf(share)),
    el(
      'td',
      {class: 'quiet-text figure'},
      bound && !Number.isNaN(bound.getTime())
        ? el('time', {datetime: bound.toISOString(), title: bound.toISOString()}, format.clock(bound, now))
        : '–',
    ),
  );
}

function shareTable(chip, shares, now) {
  return el(
    'table',
    {class: 'share-table'},
    el('caption', {class: 'unseen'}, `Shares of chip ${chip.index}`),
    el(
      'thead',
      {},
      el(
        'tr',
        {},
        el('th', {scope: 'col'}, 'Pod'),
        el('th', {scope: 'col', class: 'figure'}, 'Memory'),
        el('th', {scope: 'col', class: 'figure'}, 'Cores'),
        el('th', {scope: 'col'}, 'State'),
        el('th', {scope: 'col', class: 'figure'}, 'Since'),
      ),
    ),
    el(
      'tbody',
      {},
      shares.map((share, at) => shareRow(share, at, chip, now)),
    ),
  );
}

export function card(chip, node, now) {
  const shares = sharesOf(chip);
  const closed = closedBy(chip, node);
  const tone =
    isOver(chip) || closed === 'unhealthy'
      ? 'bad'
      : closed.startsWith('regist') || closed.startsWith('not') || closed === 'cordoned'
        ? 'warn'
        : 'quiet';
  const piece = pieceOf(chip, node);
  return el(
    'section',
    {key: chip.uuid, class: 'chip', 'aria-label': `Chip ${chip.index}`, 'data-chip': chip.uuid},
    el(
      'div',
      {class: 'chip-head'},
      el('h4', {}, `Chip ${chip.index}`),
      el(
        'span',
        {},
        `${chip.model}, ${chip.mode} split, ${format.number(shares.length)} of ${format.counted(chip.capacity.slots, 'share')}`,
      ),
      closed ? badge(tone, closed) : null,
      el('code', {class: 'uuid', title: 'uuid of the chip'}, chip.uuid),
    ),
    gauges(chip, shares),
    shares.length > 0
      ? shareTable(chip, shares, now)
      : el(
          'p',
          {class: 'idle'},
          piece > 0 ? `Idle: all of its ${format.mib(piece)} are free.` : 'Idle, and takes nobody.',
          unseen(' No shares.'),
        ),
  );
}
