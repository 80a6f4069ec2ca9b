// The cluster at a glance: how full, how fragmented, who waits, is all well.

import {el} from '../dom.js';
import * as format from '../format.js';
import {leaderOf, policyOf, readinessOf} from '../health.js';
import {write} from '../route.js';
import {nodeLink} from './parts.js';

function figure(key, name, value, ...rest) {
  return el('div', {key, class: 'figure-box'}, el('h2', {}, name), el('p', {class: 'value'}, value), rest);
}

const meter = (part, of, kind) =>
  el(
    'div',
    {class: 'bar thin', 'aria-hidden': 'true'},
    el('span', {
      class: `part ${kind}`,
      vars: {'--w': `${of > 0 ? Math.min(100, (100 * part) / of).toFixed(2) : 0}%`},
    }),
  );

const note = (...children) => el('p', {class: 'note'}, ...children);

function memory({cluster}) {
  return figure(
    'memory',
    'Memory',
    format.percent(cluster.used, cluster.capacity),
    meter(cluster.used, cluster.capacity, 'fill-memory'),
    note(`${format.memory(cluster.used)} of ${format.memory(cluster.capacity)}`),
  );
}

function cores({cluster}) {
  return figure(
    'cores',
    'Cores',
    format.percent(cluster.coresUsed, cluster.chips),
    meter(cluster.coresUsed, cluster.chips, 'fill-cores'),
    note(`of ${format.counted(cluster.chips, 'chip')}`),
  );
}

function shares({cluster}) {
  return figure(
    'shares',
    'Shares',
    format.number(cluster.shares),
    note(
      `${format.counted(cluster.idle, 'chip')} idle`,
      cluster.troubled > 0 ? ', ' : '',
      cluster.troubled > 0
        ? el(
            'a',
            {href: write({q: 'is:problem'}), class: 'warn-text'},
            `${format.counted(cluster.troubled, 'node')} in trouble`,
          )
        : '',
    ),
  );
}

const fitting = ({size, count}) => `${format.number(count)} × ${size / 1024} GiB`;

/** Fragmentation: the largest piece against all that is free, and what still fits. */
function room({cluster, room: sizes}) {
  return figure(
    'room',
    'Largest free piece',
    cluster.largest > 0 ? format.mib(cluster.largest) : 'none',
    note(`of ${format.memory(cluster.free)} free`, cluster.where ? ', on ' : '', nodeLink(cluster.where)),
    note(
      'Fits still: ',
      sizes.map((entry, at) => [at > 0 ? ', ' : '', el('span', {class: 'unbroken'}, fitting(entry))]),
    ),
  );
}

function waiting({waiting: items, now}) {
  if (!items) return figure('waiting', 'Waiting', '–', note('not known yet'));
  const oldest = Math.max(...items.map((item) => format.secondsSince(item.since, now) ?? 0));
  return figure(
    'waiting',
    'Waiting',
    el('a', {href: write({view: 'waiting'})}, format.counted(items.length, 'pod')),
    note(items.length > 0 ? `longest for ${format.age(oldest)}` : 'nobody waits'),
  );
}

function service({checks, config, drift, isLost}) {
  const ready = isLost ? {tone: 'bad', text: 'no answer'} : readinessOf(checks);
  const policy = policyOf(config);
  const drifting = drift ? (drift.length === 0 ? 'no drift' : `drift: ${format.number(drift.length)}`) : '';
  return figure(
    'service',
    'Service',
    el('a', {href: write({view: 'state'}), class: `${ready.tone}-text`}, ready.text),
    note(`leads: ${leaderOf(checks).text}`),
    note(
      policy.node ? `policy: ${policy.node} nodes, ${policy.chip} chips` : '',
      policy.node && drifting ? '; ' : '',
      drifting ? el('span', {class: drift.length > 0 ? 'bad-text' : ''}, drifting) : '',
    ),
  );
}

/** `state`: {cluster, room, waiting, checks, config, drift, now, isLost}; cluster is undefined before the first answer. */
export function summaryView(state) {
  const known = state.cluster ? [memory(state), cores(state), shares(state), room(state)] : [];
  return [...known, waiting(state), service(state)];
}
