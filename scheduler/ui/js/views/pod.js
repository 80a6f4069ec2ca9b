// One pod: what it asks for, what it holds or why it waits, node by node, and what was decided about it.

import {el} from '../dom.js';
import * as format from '../format.js';
import {decisionList} from './decisions.js';
import {absence, badge, moment, nodeLink, podLink, remark} from './parts.js';
import {grantTable, requestTable} from './pod_tables.js';
import {verdicts} from './verdicts.js';

const kStates = {
  waiting: ['warn', 'waiting'],
  bound: ['good', 'bound'],
  gone: ['quiet', 'gone'],
  'no-npu': ['quiet', 'asks for no NPU'],
  invalid: ['bad', 'cannot be read'],
};

const kNearest = 5;

/** The nodes nearest to taking the pod, and who would have to leave. */
function nearest({nodes}) {
  const near = nodes
    .filter((node) => node.near !== null && node.near !== undefined)
    .sort((a, b) => a.near - b.near);
  if (near.length === 0) return null;
  const leaving = (node) =>
    node.leave.map((share, at) => [
      at > 0 ? ', ' : '',
      podLink(share.pod),
      ` (${format.mib(share.amount.memoryMiB)})`,
    ]);
  return el(
    'section',
    {class: 'block'},
    el('h3', {}, 'What would make room'),
    el(
      'ol',
      {class: 'nearest'},
      near
        .slice(0, kNearest)
        .map((node) => el('li', {key: node.name}, nodeLink(node.name), ', if ', leaving(node), ' left')),
    ),
  );
}

function explained(answer, now, show) {
  const policy = answer.policy?.node
    ? `Scored by ${answer.policy.node} nodes and ${answer.policy.chip} chips.`
    : '';
  return [
    el(
      'p',
      {class: 'lead'},
      answer.error ? `${answer.summary}: ${answer.error}` : answer.summary,
      answer.since ? [', since ', moment(answer.since, now)] : null,
    ),
    (answer.hints ?? []).map((hint) => el('p', {key: hint, class: 'hint'}, badge('warn', 'hint'), ' ', hint)),
    requestTable(answer.request),
    grantTable(answer),
    nearest(answer),
    answer.nodes.length > 0
      ? el(
          'section',
          {class: 'block'},
          el('h3', {}, 'Node by node'),
          policy ? remark(policy) : null,
          verdicts(answer, show),
        )
      : null,
    el(
      'section',
      {class: 'block'},
      el('h3', {}, 'What was decided about it'),
      decisionList({items: answer.decisions ?? [], now}, {most: 100, isOfOnePod: true}),
    ),
  ];
}

/** `state`: {pod, poller, answer, now, show}. `show` = {more(key), countOf(key), toggle(name), isOpen(name)}. */
export function podView({pod, poller, answer, now, show}) {
  const isMissing = poller.failure?.kind === 'missing';
  const [tone, word] = isMissing ? ['quiet', 'not there'] : (kStates[answer?.state] ?? []);
  const text = () =>
    isMissing ? el('p', {class: 'lead'}, poller.failure.message) : absence(poller, 'this pod');
  return [
    el(
      'div',
      {class: 'pane-head'},
      el('h2', {id: 'pod-title', tabindex: '-1', class: 'pod-name'}, pod),
      word ? badge(tone, word) : null,
      el('a', {href: '#', class: 'more', 'aria-keyshortcuts': 'Escape'}, 'Close'),
    ),
    el('div', {class: 'scroll'}, answer && !isMissing ? explained(answer, now, show) : text()),
  ];
}
