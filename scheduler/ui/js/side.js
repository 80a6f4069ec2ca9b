// The pane beside the nodes: a pod, a list, the state, or an overview of them.

import {patch} from './dom.js';
import {decisionsView} from './views/decisions.js';
import {overview} from './views/overview.js';
import {podView} from './views/pod.js';
import {stateView} from './views/state.js';
import {waitingView} from './views/waiting.js';

const kStep = 25; // nodes of one verdict that are shown at a time

export class Side {
  #place;
  #redraw;
  #pod = '';
  #counts = new Map();
  #open = new Set();

  constructor(place, redraw) {
    this.#place = place;
    this.#redraw = redraw;
  }

  draw(route, sources, now) {
    patch(this.#place, this.#view(route, sources, now));
  }

  #view(route, {polls, waiting, decisions, ...rest}, now) {
    const waitingState = {items: waiting, poller: polls.waiting, now};
    const decisionState = {items: decisions, poller: polls.decisions, now};
    switch (route.view) {
      case 'waiting':
        return waitingView(waitingState);
      case 'decisions':
        return decisionsView({...decisionState, outcome: route.outcome, items: decisions ?? []});
      case 'state':
        return stateView({...rest, polls, now});
      case 'pod':
        return podView(this.#podState(route.pod, rest, now));
      default:
        return overview({waiting: waitingState, decisions: decisionState});
    }
  }

  #podState(pod, {explanation, podPoll}, now) {
    if (pod !== this.#pod) {
      this.#pod = pod;
      this.#counts.clear();
      this.#open.clear();
    }
    return {
      pod,
      poller: podPoll,
      answer: explanation,
      now,
      show: this.#show(),
    };
  }

  #show() {
    const turn = (change) => {
      change();
      this.#redraw();
    };
    return {
      countOf: (key) => this.#counts.get(key) ?? kStep,
      more: (key) => turn(() => this.#counts.set(key, (this.#counts.get(key) ?? kStep) + 4 * kStep)),
      isOpen: (name) => this.#open.has(name),
      toggle: (name) => turn(() => this.#open.delete(name) || this.#open.add(name)),
    };
  }
}
