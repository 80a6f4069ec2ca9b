// What was decided of late, the newest first.

import {el} from '../dom.js';
import * as format from '../format.js';
import {write} from '../route.js';
import {absence, moment, nodeLink, podLink, remark} from './parts.js';

const kTones = {
  placed: 'good',
  bound: 'good',
  admitted: 'good',
  held: 'quiet',
  nudged: 'quiet',
  released: 'quiet',
  refused: 'warn',
  denied: 'warn',
  uncertain: 'bad',
  error: 'bad',
};
/** What the list can be narrowed to: of bind's life, and of refusals. */
const kChoices = ['', 'bound', 'admitted', 'refused', 'denied', 'released', 'error'];

const keyOf = (item) =>
  [item.uid || item.pod, item.verb, item.outcome, item.node, item.first ?? item.at].join(' ');

export const toneOf = (outcome) => kTones[outcome] ?? 'quiet';

function repeated(item, now) {
  if (!(item.times > 1)) return null;
  return el(
    'span',
    {class: 'message'},
    `${format.number(item.times)} times`,
    item.first ? [' since ', moment(item.first, now)] : null,
  );
}

/** What came of something, without the questions on the way to it. */
export const isEvent = (item) => item.outcome !== 'placed' && item.outcome !== 'held';

/** `isOfOnePod`: the pod's name need not be said again. */
function decision(item, now, isOfOnePod) {
  return el(
    'li',
    {key: keyOf(item), class: 'decision'},
    el('span', {class: 'when quiet-text'}, moment(item.at, now)),
    el('span', {class: `outcome ${toneOf(item.outcome)}`}, item.outcome),
    el(
      'span',
      {class: 'what'},
      isOfOnePod ? el('span', {class: 'quiet-text'}, item.verb) : podLink(item.pod, {class: 'name item'}),
      item.node ? [' on ', nodeLink(item.node)] : null,
      repeated(item, now),
      item.message ? el('span', {class: 'message'}, item.message) : null,
    ),
  );
}

export function decisionList({items, poller, now}, {most = 300, isOfOnePod = false} = {}) {
  const missing = poller && absence(poller, 'recent decisions');
  if (missing) return [missing];
  if (items.length === 0) return [remark('Nothing was decided yet.')];
  return [
    el(
      'ol',
      {class: 'decisions', 'aria-label': 'Decisions, the newest first'},
      items.slice(0, most).map((item) => decision(item, now, isOfOnePod)),
    ),
  ];
}

export function decisionsView({items, poller, now, outcome}) {
  const chosen = outcome ? items.filter((item) => item.outcome === outcome) : items;
  const choice = (name) =>
    el(
      'a',
      {
        key: name,
        href: write({view: 'decisions', outcome: name}),
        'aria-current': name === outcome ? 'true' : false,
      },
      name || 'all',
    );
  const none = chosen.length === 0 && items.length > 0;
  return [
    el(
      'div',
      {class: 'pane-head'},
      el('h2', {}, 'Decisions'),
      el('nav', {class: 'choices', 'aria-label': 'Decisions by outcome'}, kChoices.map(choice)),
    ),
    el(
      'div',
      {class: 'scroll'},
      none
        ? remark(`None of the last ${format.counted(items.length, 'decision')} is ${outcome}.`)
        : decisionList({items: chosen, poller, now}),
    ),
  ];
}
