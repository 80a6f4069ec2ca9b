// The pods that wait, with the reason, the longest waiting first.

import {el} from '../dom.js';
import * as format from '../format.js';
import {absence, podLink, reasonBar, remark, since} from './parts.js';

const kMost = 200;

function waitingPod(item, now) {
  return el(
    'li',
    {key: item.uid || item.pod, class: 'entry'},
    el(
      'div',
      {class: 'entry-head'},
      podLink(item.pod, {class: 'name item'}),
      el(
        'span',
        {class: 'quiet-text'},
        since(item.since, now),
        `, ${format.counted(item.attempts, 'attempt')}`,
      ),
    ),
    item.asks ? el('p', {class: 'asks'}, `asks ${item.asks}`) : null,
    el('p', {class: 'message'}, item.message),
    reasonBar(item.reasons),
  );
}

/** `most` bounds how many are drawn. */
export function waitingList({items, poller, now}, most = kMost) {
  const missing = absence(poller, 'the waiting pods');
  if (missing) return [missing];
  if (items.length === 0) return [remark('No pod waits for an NPU.')];
  const rest = items.length - most;
  return [
    el(
      'ul',
      {class: 'entries', 'aria-label': 'Waiting pods'},
      items.slice(0, most).map((item) => waitingPod(item, now)),
    ),
    rest > 0 ? remark(`and ${format.counted(rest, 'more pod')}`) : null,
  ];
}

export function waitingView(state) {
  const count = state.items?.length ?? 0;
  return [
    el(
      'div',
      {class: 'pane-head'},
      el('h2', {}, 'Waiting'),
      el('p', {class: 'count'}, count > 0 ? format.counted(count, 'pod') : ''),
    ),
    el('div', {class: 'scroll'}, waitingList(state)),
  ];
}
