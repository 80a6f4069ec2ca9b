// What the page asks of the service, how often, and the newest answers.
//
// Each source is polled by itself, so that one that fails or is forbidden takes nothing else along.

import {checksOf} from './health.js';
import {LedgerFeed} from './ledger_feed.js';
import {clusterOf, figuresOf, roomFor} from './measure.js';
import {Poller} from './poller.js';

const kDecisions = 200;
const kSizes = [2048, 4096, 8192, 16384]; // MiB

export class Sources {
  #api;
  #timers;
  #changed;
  #isRunning = false;

  /** The newest answers; undefined before the first. */
  rows = [];
  cluster;
  room = [];
  waiting;
  decisions;
  drift;
  quotas;
  config;
  checks;
  version;
  /** Of the pod that is looked at. */
  pod = '';
  explanation;

  /** `changed()` is called after each answer and each failure. */
  constructor(api, timers, changed) {
    this.#api = api;
    this.#timers = timers;
    this.#changed = changed;
    this.feed = new LedgerFeed(api, () => this.#measure());
    this.polls = {
      ledgers: this.#poll(2_000, async () => (await this.feed.look()) && this.#measure()),
      waiting: this.#poll(
        2_000,
        this.#list('v1/waiting', (items) => (this.waiting = items)),
      ),
      decisions: this.#poll(
        2_000,
        this.#list(`v1/decisions?limit=${kDecisions}`, (items) => (this.decisions = items)),
      ),
      health: this.#poll(4_000, async () => (this.checks = checksOf(await api.report('readyz?verbose')))),
      drift: this.#poll(8_000, async () => (this.drift = (await api.json('v1/drift')).drift)),
      quotas: this.#poll(8_000, async () => (this.quotas = (await api.json('v1/quotas')).quotas)),
      config: this.#poll(8_000, async () => (this.config = await api.json('v1/config'))),
      version: this.#poll(60_000, async () => (this.version = (await api.json('version')).version)),
    };
    this.podPoll = this.#idle();
  }

  get all() {
    return [...Object.values(this.polls), this.podPoll];
  }

  /** A bearer token for the guarded endpoints. */
  useToken(token) {
    this.#api.use(token);
  }

  start() {
    this.#isRunning = true;
    for (const poll of this.all) poll.start();
  }

  pause() {
    this.#isRunning = false;
    for (const poll of this.all) poll.pause();
  }

  again() {
    for (const poll of this.all) poll.now();
  }

  /** Looks at a pod, NAMESPACE/NAME, or at none. */
  lookAt(pod) {
    if (pod === this.pod) return;
    this.podPoll.pause();
    this.pod = pod;
    this.explanation = undefined;
    this.podPoll = pod ? this.#pollOf(pod) : this.#idle();
    if (this.#isRunning) this.podPoll.start();
  }

  /** An explanation may be long: it is asked for the more seldom the longer it takes. */
  #pollOf(pod) {
    const slash = pod.indexOf('/');
    const [space, name] = slash < 0 ? ['default', pod] : [pod.slice(0, slash), pod.slice(slash + 1)];
    const query = `namespace=${encodeURIComponent(space)}&pod=${encodeURIComponent(name)}`;
    let cost = 0;
    const ask = async () => {
      const begin = this.#timers.now();
      const answer = await this.#api.json(`v1/explain?${query}`);
      cost = this.#timers.now() - begin;
      if (this.pod === pod) this.explanation = answer; // else the reader has gone on
    };
    return this.#poll(() => Math.max(2_000, 10 * cost), ask);
  }

  /** A question for a list that is sent again only when it has changed. */
  #list(path, take) {
    let tag = '';
    return async () => {
      const answer = await this.#api.jsonUnless(path, tag);
      tag = answer.tag;
      if (answer.value !== undefined) take(answer.value.items);
    };
  }

  #measure() {
    const known = new Map(this.rows.map((row) => [row.node, row]));
    this.rows = [...this.feed.nodes.values()].map(
      (node) => known.get(node) ?? {node, figures: figuresOf(node)},
    );
    this.cluster = clusterOf(this.rows);
    this.room = roomFor(this.rows, kSizes);
    this.#changed();
  }

  #poll(every, ask) {
    return new Poller({ask, every, told: () => this.#changed(), timers: this.#timers});
  }

  /** Stands for a question that is not asked. */
  #idle() {
    return {start() {}, pause() {}, now() {}};
  }
}
