// The ledgers of all nodes, kept up to date by asking only for those that have changed.
//
// First the versions, in a few bytes when nothing is new; then the changed nodes, so many at a time that no answer
// takes long. A node's object is never changed, only replaced: whoever has drawn it can tell by identity.

const kMostNodes = 100; // an answer
const kMostLetters = 6000; // of names in one address

export class LedgerFeed {
  #api;
  #progress;
  #tag = '';
  #instance = '';
  #versions = new Map(); // name -> version of what we have

  /** name -> node as GET /v1/ledgers shows it */
  nodes = new Map();
  /** How many nodes there are, also while they are still being fetched. */
  total = 0;

  /** `progress()` is called when a part of a long answer has come. */
  constructor(api, progress = () => {}) {
    this.#api = api;
    this.#progress = progress;
  }

  /** True when something has changed. */
  async look() {
    const {value, tag} = await this.#api.jsonUnless('v1/ledgers?versions', this.#tag);
    if (value === undefined) return false;
    this.#beginAnewFor(value.instance);
    this.#forgetAllBut(value.versions);
    this.total = Object.keys(value.versions).length;
    await this.#fetch(value.versions);
    this.#tag = tag; // last: what failed on the way is asked for again
    return true;
  }

  /** Versions of another process mean nothing here. */
  #beginAnewFor(instance) {
    if (instance === this.#instance) return;
    this.#instance = instance;
    this.#versions.clear();
  }

  #forgetAllBut(versions) {
    for (const name of this.nodes.keys()) {
      if (Object.hasOwn(versions, name)) continue;
      this.nodes.delete(name);
      this.#versions.delete(name);
    }
  }

  async #fetch(versions) {
    const changed = Object.keys(versions).filter((name) => this.#versions.get(name) !== versions[name]);
    for (const names of batches(changed.sort())) {
      for (const node of await this.#nodesNamed(names)) this.nodes.set(node.name, node);
      for (const name of names) this.#versions.set(name, versions[name]);
      if (changed.length > names.length) this.#progress();
    }
  }

  async #nodesNamed(names) {
    const query = names.map((name) => `node=${encodeURIComponent(name)}`).join('&');
    try {
      return (await this.#api.json(`v1/ledgers?${query}`)).nodes;
    } catch (failure) {
      if (failure.kind === 'missing') return []; // gone between the two questions; the next look says so
      throw failure;
    }
  }
}

export function batches(names) {
  const parts = [];
  let letters = kMostLetters;
  for (const name of names) {
    const part = parts.at(-1);
    letters += name.length + 6;
    if (part === undefined || part.length === kMostNodes || letters > kMostLetters) {
      parts.push([name]);
      letters = name.length + 6;
    } else {
      part.push(name);
    }
  }
  return parts;
}
