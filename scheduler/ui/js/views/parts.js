// Small pieces that several views are made of.

import {el} from '../dom.js';
import * as format from '../format.js';
import {write} from '../route.js';

export const unseen = (text) => el('span', {class: 'unseen'}, text);

export const podLink = (pod, props = {}) => el('a', {href: write({pod}), class: 'name', ...props}, pod);

export const nodeLink = (node) => (node ? el('a', {href: write({node}), class: 'name'}, node) : null);

/** A time as a clock shows it, with the whole of it behind. */
export function moment(text, now) {
  const short = format.clock(text, now);
  return short ? el('time', {datetime: text, title: text}, short) : text;
}

/** "4 min" since then; what cannot be read is shown as it is. */
export function since(text, now) {
  const seconds = format.secondsSince(text, now);
  return seconds === undefined ? text : el('time', {datetime: text, title: text}, format.age(seconds));
}

export const badge = (tone, text) => el('span', {class: `badge ${tone}`}, text);

/** What stands where a list would stand. */
export const remark = (...children) => el('p', {class: 'remark'}, ...children);

/** Why there is nothing to show yet, or undefined when there is: `poller` brings what is shown. */
export function absence(poller, what) {
  if (poller.lastAnswer !== undefined) return undefined;
  const {failure} = poller;
  if (!failure) return el('p', {class: 'remark loading'}, `Asking for ${what}…`);
  if (failure.kind === 'missing') return remark(`This service does not tell ${what}.`);
  if (failure.kind === 'forbidden') return remark(`You may not see ${what}: ${failure.message}`);
  if (failure.kind === 'unauthorized')
    return remark(`The service has to know who asks before it tells ${what}.`);
  return remark(`No answer about ${what} yet: ${failure.message}.`);
}

/** "80 memory short, 40 mode mismatch", each as part of a bar too. */
export function reasonBar(counts) {
  const reasons = format.reasons(counts);
  if (reasons.length === 0) return null;
  const total = reasons.reduce((sum, [, count]) => sum + count, 0);
  const width = (count) => ({'--w': `${((100 * count) / total).toFixed(2)}%`});
  return el(
    'div',
    {class: 'reasons'},
    el(
      'div',
      {class: 'bar thin', 'aria-hidden': 'true'},
      reasons.map(([code, count], at) =>
        el('span', {key: code, class: `part reason-${at % 4}`, vars: width(count)}),
      ),
    ),
    el(
      'ul',
      {class: 'legend'},
      reasons.map(([code, count], at) =>
        el(
          'li',
          {key: code},
          el('span', {class: `swatch reason-${at % 4}`, 'aria-hidden': 'true'}),
          `${format.number(count)} ${format.words(code)}`,
        ),
      ),
    ),
  );
}

/** The head of a table: the columns' names, from the `first` figure on to the right. */
export const columns = (names, first) =>
  el(
    'thead',
    {},
    el(
      'tr',
      {},
      names.map((name, at) => el('th', {key: name, scope: 'col', class: at >= first ? 'figure' : ''}, name)),
    ),
  );
