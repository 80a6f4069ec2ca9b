// The page: draws what the sources know where the address says, and hears the reader.

import {el, patch} from './dom.js';
import {listenForKeys} from './keys.js';
import {NodeList} from './node_list.js';
import {groups, sorts} from './query.js';
import * as route from './route.js';
import {Side} from './side.js';
import {helpView} from './views/help.js';
import {announcementOf, connectionOf, connectionView, noticesView} from './views/status.js';
import {summaryView} from './views/summary.js';

const kTitles = {nodes: 'Nodes', waiting: 'Waiting', decisions: 'Decisions', state: 'State'};
const at = (id) => document.getElementById(id);

export class Page {
  #sources;
  #timers;
  #nodes;
  #side;
  #route = route.read('');
  #connection;
  #isDue = false;
  #drawnAt = 0;
  #focusNext; // what gets the focus after the next drawing: 'side', 'list' or 'filter'
  #opener; // had the focus when the reader left the list of nodes
  #isFirst = true;

  constructor(sources, timers) {
    this.#sources = sources;
    this.#timers = timers;
    this.#nodes = new NodeList(at('node-list'), at('nodes-count'), (shape) => this.#reshape(shape));
    this.#side = new Side(at('side'), () => this.draw());
  }

  start() {
    this.#fill('sort', sorts, 'name');
    this.#fill('group', groups, 'none');
    this.#hear();
    this.#follow();
    setInterval(() => this.#tick(), 1_000);
  }

  /** Soon, and once for many calls. */
  draw() {
    if (this.#isDue) return;
    this.#isDue = true;
    requestAnimationFrame(() => {
      this.#isDue = false;
      this.#drawNow();
    });
  }

  #fill(id, table, usual) {
    patch(
      at(id),
      Object.entries(table).map(([name, {label}]) =>
        el('option', {key: name, value: name === usual ? '' : name}, label),
      ),
    );
  }

  #hear() {
    addEventListener('hashchange', () => this.#follow());
    document.addEventListener('visibilitychange', () => this.draw());
    at('filter').addEventListener('submit', (event) => event.preventDefault());
    at('filter-text').addEventListener('input', (event) => this.#nodes.reshape({q: event.target.value}));
    for (const id of ['sort', 'group'])
      at(id).addEventListener('change', (event) => this.#nodes.reshape({[id]: event.target.value}));
    at('help-button').addEventListener('click', () => this.#help());
    at('skip').addEventListener('click', () => at('nodes').focus());
    listenForKeys({
      filter: () => this.#toFilter(),
      leaveFilter: () => this.#leaveFilter(),
      help: () => this.#help(),
      back: () => this.#back(),
      again: () => this.#sources.again(),
      view: (number) => this.#go({view: route.views[number - 1]}),
    });
  }

  #go(to) {
    location.hash = route.write({...this.#nodes.shape, ...to});
  }

  #back() {
    if (this.#route.view !== 'nodes' || this.#route.node) this.#go({});
  }

  /** At once, or when it is shown: a narrow screen shows one pane. */
  #toFilter() {
    const field = at('filter-text');
    if (field.getClientRects().length === 0) {
      if (this.#focusNext !== 'filter') this.#go({});
      this.#focusNext = 'filter';
      return;
    }
    this.#focusNext = undefined;
    field.focus();
    field.select();
  }

  #leaveFilter() {
    if (at('filter-text').value) this.#nodes.reshape({q: ''});
    else at('nodes').focus();
  }

  #help() {
    patch(at('help'), helpView());
    at('help').showModal();
  }

  /** Takes the address as it is now. */
  #follow() {
    const next = route.read(location.hash);
    const named = new URLSearchParams(location.hash.slice(1));
    for (const name of route.shaping) if (!named.has(name)) next[name] = this.#nodes.shape[name];
    if (!this.#isFirst) this.#planFocus(next);
    this.#isFirst = false;
    if (next.node) this.#nodes.goTo(next.node);
    this.#route = next;
    this.#sources.lookAt(next.pod);
    this.#reshape({q: next.q, sort: next.sort, group: next.group});
  }

  #reshape(shape) {
    this.#nodes.shape = shape;
    this.#route = {...this.#route, ...shape};
    history.replaceState(null, '', route.write(this.#route));
    for (const [id, name] of [
      ['filter-text', 'q'],
      ['sort', 'sort'],
      ['group', 'group'],
    ]) {
      if (at(id).value !== shape[name]) at(id).value = shape[name];
    }
    this.draw();
  }

  /** Ages grow by themselves, and a count-down by the second. */
  #tick() {
    if (document.hidden) return;
    const isCalm = this.#connection?.state === 'live';
    if (!isCalm || this.#timers.now() - this.#drawnAt > 5_000) this.draw();
  }

  #drawNow() {
    const now = this.#timers.now();
    this.#drawnAt = now;
    this.#drawStatus(now);
    this.#drawViews();
    document.documentElement.dataset.view = this.#route.view;
    const {rows, feed, polls, cluster, room, waiting, checks, config, drift} = this.#sources;
    patch(
      at('summary'),
      summaryView({
        cluster: polls.ledgers.lastAnswer === undefined && rows.length === 0 ? undefined : cluster,
        room,
        waiting,
        checks,
        config,
        drift,
        now,
        isLost: this.#connection.state === 'stale' || this.#connection.state === 'unreachable',
      }),
    );
    this.#nodes.draw({rows, total: feed.total, poller: polls.ledgers, now});
    this.#side.draw(this.#route, this.#sources, now);
    this.#focus();
  }

  #drawStatus(now) {
    const {ledgers, waiting, decisions, drift} = this.#sources.polls;
    const before = this.#connection?.state;
    this.#connection = connectionOf([ledgers, waiting, decisions, drift], document.hidden);
    document.documentElement.dataset.connection = this.#connection.state;
    patch(at('connection'), connectionView(this.#connection, now));
    patch(
      at('notices'),
      noticesView(this.#connection, now, {
        again: () => this.#sources.again(),
        use: (token) => this.#use(token),
      }),
    );
    const isNews =
      before !== this.#connection.state &&
      !(before === undefined || (before === 'loading' && this.#connection.state === 'live'));
    if (isNews) at('announcer').textContent = announcementOf(this.#connection);
  }

  #use(token) {
    this.#sources.useToken(token);
    this.#sources.again();
  }

  #drawViews() {
    const {waiting} = this.#sources;
    const link = (view) =>
      el(
        'a',
        {
          key: view,
          href: route.write({view}) === '#' ? '#view=nodes' : route.write({view}),
          'aria-current': this.#route.view === view ? 'page' : false,
        },
        kTitles[view],
        view === 'waiting' && waiting?.length > 0 ? el('span', {class: 'tally'}, waiting.length) : null,
      );
    patch(at('views'), route.views.map(link));
    const title = this.#route.pod || this.#route.node || kTitles[this.#route.view];
    document.title = `${title} · npushare`;
  }

  /** Who has followed a link reads on where it led, and comes back to where it was. */
  #planFocus(next) {
    const {view, pod} = this.#route;
    if (next.view === view && next.pod === pod) return;
    if (view === 'nodes') this.#opener = document.activeElement;
    if (this.#focusNext !== 'filter') this.#focusNext = next.view === 'nodes' ? 'list' : 'side';
  }

  #focus() {
    const next = this.#focusNext;
    if (next !== 'filter') this.#focusNext = undefined; // which may have to wait
    if (next === 'filter') {
      this.#toFilter();
    } else if (next === 'side') {
      at('side').scrollTop = 0;
      (at('pod-title') ?? at('side')).focus({preventScroll: true});
    } else if (next === 'list' && !this.#route.node) {
      const isThere = this.#opener?.isConnected && this.#opener !== document.body;
      (isThere ? this.#opener : at('nodes')).focus({preventScroll: true});
    }
  }
}
