// The filter's words, and the orders and groups of the list of nodes. All pure.
//
// Words are joined by "and". A plain word is looked for in the node's name, its chips' uuids and models, and the pods
// that hold shares; is:WORD, model:, mode:, pod:, chip: and free:MIB ask for one thing.

import {isOver} from './measure.js';

const kStates = {
  problem: (row) => row.figures.problems.length > 0,
  stale: ({node}) => node.registration !== 'fresh',
  unhealthy: ({node}) => node.chips.some((chip) => !chip.healthy),
  cordoned: ({node}) => node.chips.some((chip) => chip.cordoned),
  over: ({node}) => node.chips.some(isOver),
  idle: (row) => row.figures.shares === 0,
  busy: (row) => row.figures.shares > 0,
  full: (row) => row.figures.largest === 0,
};

export const states = Object.keys(kStates);

const kFields = {
  is: (value) => picked(kStates, value),
  free: (value) => (/^\d+$/.test(value) ? (row) => row.figures.largest >= Number(value) : undefined),
  model:
    (value) =>
    ({node}) =>
      node.chips.some((chip) => contains(chip.model, value)),
  mode:
    (value) =>
    ({node}) =>
      node.chips.some((chip) => chip.mode === value),
  chip:
    (value) =>
    ({node}) =>
      node.chips.some((chip) => contains(chip.uuid, value)),
  pod:
    (value) =>
    ({node}) =>
      sharesOf(node).some((share) => contains(share.pod, value)),
};

/** The entry of that very name: a word from the address is no way to an object's inherited parts. */
const picked = (table, name) => (Object.hasOwn(table, name) ? table[name] : undefined);
const contains = (text, part) => text.toLowerCase().includes(part);
const sharesOf = (node) => [...node.chips.flatMap((chip) => chip.shares), ...node.orphans];

/** {matches(row), unknown}: unknown lists words that mean nothing, such as is:wrong. */
export function filterOf(text) {
  const tests = [];
  const unknown = [];
  for (const word of text.toLowerCase().split(/\s+/).filter(Boolean)) {
    const [, field, value] = /^([a-z]+):(.*)$/.exec(word) ?? [];
    if (!field || !Object.hasOwn(kFields, field)) {
      tests.push((row) => haystackOf(row.node).includes(word));
      continue;
    }
    const test = value === '' ? () => true : kFields[field](value);
    if (test) tests.push(test);
    else unknown.push(word);
  }
  return {matches: (row) => tests.every((test) => test(row)), unknown};
}

const haystacks = new WeakMap();

function haystackOf(node) {
  if (!haystacks.has(node)) {
    const parts = [
      node.name,
      ...node.chips.flatMap((chip) => [chip.uuid, chip.model]),
      ...sharesOf(node).map((share) => share.pod),
    ];
    haystacks.set(node, parts.join('\n').toLowerCase());
  }
  return haystacks.get(node);
}

const names = new Intl.Collator('en', {numeric: true});
const byName = (a, b) => names.compare(a.node.name, b.node.name);
const by = (figure) => (a, b) => figure(b) - figure(a) || byName(a, b);
const fullness = (row) => (row.figures.capacity > 0 ? row.figures.used / row.figures.capacity : 0);
/** Of what may be given, how much lies outside the largest piece. */
const scatter = (row) => (row.figures.usable > 0 ? 1 - row.figures.largest / row.figures.usable : 0);

export const sorts = {
  name: {label: 'Name', compare: byName},
  problems: {label: 'Problems first', compare: by((row) => row.figures.problems.length)},
  fullest: {label: 'Fullest first', compare: by(fullness)},
  emptiest: {label: 'Emptiest first', compare: by((row) => -fullness(row))},
  piece: {label: 'Largest free piece', compare: by((row) => row.figures.largest)},
  scattered: {label: 'Most fragmented', compare: by(scatter)},
  shares: {label: 'Most shares', compare: by((row) => row.figures.shares)},
};

const listed = (values) => [...new Set(values)].sort(names.compare).join(', ');

export const groups = {
  none: {label: 'No groups', of: () => ''},
  model: {label: 'By model', of: ({node}) => listed(node.chips.map((chip) => chip.model)) || 'no chips'},
  mode: {
    label: 'By mode',
    of: ({node}) => listed(node.chips.map((chip) => `${chip.mode} split`)) || 'no chips',
  },
  state: {
    label: 'By state',
    of: (row) => row.figures.problems[0]?.replace(/^(chip \d+|\d+ chips) /, 'chips ') ?? 'well',
  },
  prefix: {label: 'By name', of: ({node}) => node.name.replace(/[-.]?\d+$/, '') || node.name},
};

/** [{title, rows}] in the order of their titles; the rows in the order asked for. */
export function arrange(rows, {sort, group}) {
  const {compare} = picked(sorts, sort) ?? sorts.name;
  const {of: titleOf} = picked(groups, group) ?? groups.none;
  const parts = new Map();
  for (const row of [...rows].sort(compare)) {
    const title = titleOf(row);
    if (!parts.has(title)) parts.set(title, []);
    parts.get(title).push(row);
  }
  return [...parts]
    .map(([title, list]) => ({title, rows: list}))
    .sort((a, b) => names.compare(a.title, b.title));
}
