// The list of nodes as the reader has shaped it: what is open, which words filter it, in which order it stands.

import {patch} from './dom.js';
import {arrange, filterOf} from './query.js';
import {countText, nodesView} from './views/nodes.js';

const kFew = 4; // so few nodes are open from the beginning

export class NodeList {
  #place;
  #count;
  #changed;
  #opened = new Set();
  #closed = new Set();
  #closedGroups = new Set();
  #drawn = [];
  #parts = [];
  #awaited = '';
  #turn = 0; // counts what the reader opened and closed

  shape = {q: '', sort: '', group: ''};

  /** `place` and `count` are elements; `changed(shape)` is called when the reader asks for another shape. */
  constructor(place, count, changed) {
    this.#place = place;
    this.#count = count;
    this.#changed = changed;
  }

  reshape(change) {
    this.#changed({...this.shape, ...change});
  }

  /** Opens the node and goes to it, as soon as it is known. */
  goTo(name) {
    this.#opened.add(name);
    this.#closed.delete(name);
    this.#closedGroups.clear();
    this.#awaited = name;
    this.#turn += 1;
  }

  draw({rows, total, poller, now}) {
    const day = new Date(now).toDateString();
    const deps = [
      rows,
      total,
      poller.lastAnswer === undefined && poller.failure,
      this.#turn,
      day,
      ...Object.values(this.shape),
    ];
    if (this.#drawn.length > 0 && deps.every((value, at) => Object.is(value, this.#drawn[at]))) return;
    const isSameShape =
      this.#drawn.length > 0 && deps.slice(3).every((value, at) => Object.is(value, this.#drawn[at + 3]));
    this.#drawn = deps;
    this.#show({rows, total, poller, now, day}, isSameShape);
  }

  #show({rows, total, poller, now, day}, isSameShape) {
    const filter = filterOf(this.shape.q);
    const matching = filter.unknown.length > 0 ? [] : rows.filter(filter.matches);
    this.#parts =
      (isSameShape && this.#isInUse() && inOldOrder(this.#parts, matching)) || arrange(matching, this.shape);
    const view = {
      rows,
      matching,
      total,
      poller,
      now,
      day,
      parts: this.#parts,
      shape: this.shape,
      unknown: filter.unknown,
      closedGroups: this.#closedGroups,
      isOpen: (name) => this.#isOpen(name, rows.length),
      toggle: (name) => this.#toggle(name, rows.length),
      toggleGroup: (title) => this.#toggleGroup(title),
    };
    patch(
      this.#place,
      nodesView(view, (change) => this.reshape(change)),
    );
    this.#count.textContent = countText(view);
    this.#goOn();
  }

  /** While somebody points at a line or has the focus in it, lines do not change places. */
  #isInUse() {
    return this.#place.matches(':hover, :focus-within');
  }

  #isOpen(name, count) {
    return this.#opened.has(name) || (count <= kFew && !this.#closed.has(name));
  }

  #toggle(name, count) {
    const wasOpen = this.#isOpen(name, count);
    (wasOpen ? this.#closed : this.#opened).add(name);
    (wasOpen ? this.#opened : this.#closed).delete(name);
    this.#turn += 1;
    this.#changed(this.shape);
  }

  #toggleGroup(title) {
    if (!this.#closedGroups.delete(title)) this.#closedGroups.add(title);
    this.#turn += 1;
    this.#changed(this.shape);
  }

  #goOn() {
    if (!this.#awaited) return;
    const line = [...this.#place.querySelectorAll('.row-toggle')].find(
      (toggle) => toggle.dataset.node === this.#awaited,
    );
    if (!line) return;
    this.#awaited = '';
    line.focus({preventScroll: true});
    line.scrollIntoView({block: 'start'});
  }
}

/** The same lines in the places they had; undefined when others have come. */
function inOldOrder(parts, matching) {
  const rows = new Map(matching.map((row) => [row.node.name, row]));
  const old = parts.map(({title, rows: list}) => ({
    title,
    rows: list.map((row) => rows.get(row.node.name)).filter(Boolean),
  }));
  const count = old.reduce((sum, part) => sum + part.rows.length, 0);
  return count === rows.size ? old.filter((part) => part.rows.length > 0) : undefined;
}
