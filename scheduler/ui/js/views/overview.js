// What stands beside the nodes on a wide screen: who waits, and what was decided.

import {el} from '../dom.js';
import {write} from '../route.js';
import {decisionList, isEvent} from './decisions.js';
import {waitingList} from './waiting.js';

const kWaiting = 6;
const kDecisions = 30;

const head = (title, view, text) =>
  el('div', {class: 'pane-head'}, el('h2', {}, title), el('a', {href: write({view}), class: 'more'}, text));

export function overview({waiting, decisions}) {
  return [
    el(
      'div',
      {class: 'scroll'},
      head('Waiting', 'waiting', 'all waiting pods'),
      waitingList(waiting, kWaiting),
      head('Binds and refusals', 'decisions', 'all decisions'),
      decisionList({...decisions, items: (decisions.items ?? []).filter(isEvent)}, {most: kDecisions}),
    ),
  ];
}
