// The keys and the filter's words.

import {el} from '../dom.js';

const kKeys = [
  [['/'], 'filter the nodes'],
  [['↑', '↓'], 'go through a list; Home and End to its ends'],
  [['→', '←'], 'open and close a node or a group'],
  [['Enter'], 'open what has the focus'],
  [['Esc'], 'close, go back, empty the filter'],
  [['1', '2', '3', '4'], 'nodes, waiting, decisions, state'],
  [['r'], 'ask the service now'],
  [['?'], 'this help'],
];

const kWords = [
  ['npu-01 web', 'nodes with both words in their name, chips, models or pods'],
  ['is:problem', 'stale, unhealthy, cordoned, overcommitted or uncertain'],
  ['is:stale  is:unhealthy  is:cordoned  is:over', 'one of these'],
  ['is:idle  is:busy  is:full', 'without shares, with shares, with no free piece'],
  ['free:8192', 'with 8,192 MiB free on one chip that takes shares'],
  ['model:310P  mode:hard', 'with such a chip'],
  ['chip:68496E64  pod:default/', 'with that chip, with shares of such pods'],
];

const keys = (list) => list.map((key) => el('kbd', {key}, key));

export function helpView() {
  return [
    el(
      'form',
      {method: 'dialog', class: 'help-head'},
      el('h2', {id: 'help-title'}, 'Keys and filter words'),
      el('button', {type: 'submit', class: 'quiet'}, 'Close'),
    ),
    el(
      'dl',
      {class: 'facts'},
      kKeys.map(([list, text]) => [el('dt', {key: `${text} keys`}, keys(list)), el('dd', {key: text}, text)]),
    ),
    el('h3', {}, 'Filter'),
    el(
      'dl',
      {class: 'facts'},
      kWords.map(([word, text]) => [
        el('dt', {key: `${word} word`}, el('code', {}, word)),
        el('dd', {key: word}, text),
      ]),
    ),
    el(
      'p',
      {class: 'note'},
      'Addresses lead straight to things: #node=NAME, #pod=NAMESPACE/NAME, #view=waiting, #q=is:problem.',
    ),
  ];
}
