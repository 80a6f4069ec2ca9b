// Is all well: health, who leads, the policy and the configuration in force, drift, quotas, and how the free memory lies.

import {el} from '../dom.js';
import * as format from '../format.js';
import {configTrouble, leaderOf, policyOf} from '../health.js';
import {absence, badge, moment, nodeLink, podLink, remark} from './parts.js';
import {quotas} from './quotas.js';

const kMostDrift = 200;
const kMarks = {well: ['good', 'ok'], failing: ['bad', 'failing'], notable: ['warn', 'look']};

const block = (key, title, ...children) =>
  el('section', {key, class: 'block'}, el('h3', {}, title), ...children);

const facts = (rows) =>
  el(
    'dl',
    {class: 'facts'},
    rows
      .filter(([, value]) => value)
      .map(([name, value]) => [el('dt', {key: `${name} name`}, name), el('dd', {key: name}, value)]),
  );

function health({checks, poller}) {
  if (!checks) return block('health', 'Health', absence(poller, 'its health'));
  const row = ({name, state, text}) =>
    el(
      'li',
      {key: name, class: `check ${text ? 'notable' : state}`},
      badge(...kMarks[state]),
      el('span', {class: 'check-name'}, format.words(name)),
      text ? el('span', {class: 'quiet-text'}, text) : null,
    );
  const order = ['failing', 'notable', 'well'];
  const sorted = [...checks].sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  return block('health', 'Health', el('ul', {class: 'checks'}, sorted.map(row)));
}

function service({checks, config, version, now}) {
  const policy = policyOf(config);
  const applied = (config?.sources ?? []).filter(({appliedAt}) => appliedAt);
  return block(
    'service',
    'Policy and configuration',
    facts([
      ['Leads', leaderOf(checks).text],
      ['Policy', policy.node && `${policy.node} for nodes, ${policy.chip} for chips`],
      ['Filter', config && (policy.singleNode ? 'names one node only' : 'names every node that fits')],
      ['Configuration', config && `version ${format.number(config.version)}`],
      ...applied.map(({name, from, appliedAt}) => [
        `from ${name}`,
        [from ? `${from}, ` : 'built in, ', 'applied ', moment(appliedAt, now)],
      ]),
      ['npushare', version],
    ]),
    configTrouble(config).map((text) =>
      el('p', {key: text, class: 'trouble'}, badge('warn', 'look'), ' ', text),
    ),
  );
}

function drift({entries, poller}) {
  const missing = absence(poller, 'drift');
  if (missing) return block('drift', 'Drift', missing);
  if (entries.length === 0) return block('drift', 'Drift', remark('The books agree with the cluster.'));
  const kinds = new Map();
  for (const entry of entries.slice(0, kMostDrift))
    kinds.set(entry.kind, [...(kinds.get(entry.kind) ?? []), entry]);
  const object = (name) =>
    name.includes('/') && !/\/[0-9A-F-]{8,}$/.test(name) ? podLink(name) : nodeLink(name.split('/')[0]);
  return block(
    'drift',
    `Drift: ${format.number(entries.length)}`,
    [...kinds].map(([kind, list]) =>
      el(
        'div',
        {key: kind, class: 'drift'},
        el('h4', {}, `${format.words(kind)} (${format.number(list.length)})`),
        el(
          'ul',
          {},
          list.map((entry, at) =>
            el('li', {key: at}, object(entry.object), el('span', {class: 'message'}, entry.detail)),
          ),
        ),
      ),
    ),
  );
}

function fragmentation({cluster, room}) {
  if (!cluster) return null;
  const closed = cluster.free - cluster.usable;
  return block(
    'room',
    'Room and fragmentation',
    facts([
      ['Free in all', format.memory(cluster.free)],
      ['Of that on chips that take nobody', closed > 0 && format.memory(closed)],
      [
        'Largest free piece',
        cluster.largest > 0 && [format.mib(cluster.largest), ', on ', nodeLink(cluster.where)],
      ],
      [
        'Outside that piece',
        cluster.usable > 0 && format.percent(cluster.usable - cluster.largest, cluster.usable),
      ],
      ['Idle chips', format.number(cluster.idle)],
      ...room.map(({size, count}) => [
        `Shares of ${format.mib(size)}`,
        `${format.number(count)} more would fit, by memory`,
      ]),
    ]),
  );
}

function settings({config, poller}) {
  const missing = absence(poller, 'the configuration');
  if (missing) return block('settings', 'Settings', missing);
  const rows = Object.entries(config.settings);
  return block(
    'settings',
    'Settings',
    el(
      'details',
      {},
      el('summary', {}, `all ${format.number(rows.length)} settings in force`),
      el(
        'dl',
        {class: 'facts mono'},
        rows.map(([name, value]) => [
          el('dt', {key: `${name} name`}, name),
          el('dd', {key: name}, value || '–'),
        ]),
      ),
    ),
  );
}

/** `state`: {checks, config, drift, quotas, version, cluster, room, now, polls: {health, config, drift, quotas}}. */
export function stateView(state) {
  return [
    el('div', {class: 'pane-head'}, el('h2', {}, 'State')),
    el(
      'div',
      {class: 'scroll'},
      health({checks: state.checks, poller: state.polls.health}),
      service(state),
      drift({entries: state.drift, poller: state.polls.drift}),
      quotas({limits: state.quotas, poller: state.polls.quotas}),
      fragmentation(state),
      settings({config: state.config, poller: state.polls.config}),
    ),
  ];
}
