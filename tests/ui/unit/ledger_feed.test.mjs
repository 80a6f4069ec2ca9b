import assert from 'node:assert/strict';
import {test} from 'node:test';
import {Failure} from '../../../scheduler/ui/js/api.js';
import {batches, LedgerFeed} from '../../../scheduler/ui/js/ledger_feed.js';
import {a_node} from '../support/books.mjs';

/** A service with a book of its own: versions, and the nodes one asks for. */
class Service {
  instance = 'one';
  versions = {};
  asked = [];
  fails = false;

  change(...names) {
    for (const name of names) this.versions[name] = (this.versions[name] ?? 0) + 1;
  }

  async jsonUnless(path, tag) {
    assert.equal(path, 'v1/ledgers?versions');
    const newest = JSON.stringify([this.instance, this.versions]);
    return tag === newest
      ? {value: undefined, tag}
      : {value: {instance: this.instance, versions: {...this.versions}}, tag: newest};
  }

  async json(path) {
    if (this.fails) throw new Failure('unreachable', 'gone');
    const names = new URLSearchParams(path.split('?')[1]).getAll('node');
    this.asked.push(names);
    const nodes = names
      .filter((name) => name in this.versions)
      .map((name) => ({...a_node(name, []), version: this.versions[name]}));
    if (nodes.length === 0) throw new Failure('missing', 'none of them');
    return {nodes};
  }
}

const shown = (feed) => Object.fromEntries([...feed.nodes].map(([name, node]) => [name, node.version]));

test('at first every node is asked for, then those that have changed', async () => {
  const service = new Service();
  service.change('n1', 'n2', 'n3');
  const feed = new LedgerFeed(service);

  assert.equal(await feed.look(), true);
  const before = feed.nodes.get('n1');
  service.change('n2');
  assert.equal(await feed.look(), true);
  assert.equal(await feed.look(), false);

  assert.deepEqual(service.asked, [['n1', 'n2', 'n3'], ['n2']]);
  assert.deepEqual(shown(feed), {n1: 1, n2: 2, n3: 1});
  assert.equal(feed.nodes.get('n1'), before, 'what has not changed is the same object');
});

test('a node that is gone goes', async () => {
  const service = new Service();
  service.change('n1', 'n2');
  const feed = new LedgerFeed(service);
  await feed.look();
  delete service.versions.n1;
  await feed.look();
  assert.deepEqual(shown(feed), {n2: 1});
});

test('versions of another process are not compared with', async () => {
  const service = new Service();
  service.change('n1');
  const feed = new LedgerFeed(service);
  await feed.look();
  service.instance = 'two';
  await feed.look();
  assert.deepEqual(service.asked, [['n1'], ['n1']]);
});

test('what failed on the way is asked for again', async () => {
  const service = new Service();
  service.change('n1');
  const feed = new LedgerFeed(service);
  service.fails = true;
  await assert.rejects(feed.look(), {kind: 'unreachable'});
  service.fails = false;
  assert.equal(await feed.look(), true);
  assert.deepEqual(shown(feed), {n1: 1});
});

test('a node that goes between the two questions is no failure', async () => {
  const service = new Service();
  service.change('n1');
  const feed = new LedgerFeed(service);
  const versions = service.jsonUnless.bind(service);
  service.jsonUnless = async (...question) => {
    const answer = await versions(...question);
    delete service.versions.n1;
    return answer;
  };
  await feed.look();
  assert.deepEqual(shown(feed), {});
});

test('a long list is read part by part, and each part is told', async () => {
  const service = new Service();
  service.change(...Array.from({length: 250}, (_, k) => `node-${k}`));
  let parts = 0;
  const feed = new LedgerFeed(service, () => (parts += 1));
  await feed.look();
  assert.deepEqual(
    service.asked.map((names) => names.length),
    [100, 100, 50],
  );
  assert.equal(parts, 3);
  assert.equal(feed.nodes.size, 250);
});

test('no address grows longer than servers take', () => {
  const names = Array.from({length: 99}, (_, k) => `${k}`.padEnd(253, 'x'));
  const parts = batches(names);
  assert.deepEqual(parts.flat(), names);
  for (const part of parts) assert.ok(part.join('').length < 6000);
  assert.deepEqual(batches([]), []);
});

test('a node may have the name of an inherited part of an object', async () => {
  const service = new Service();
  service.versions = Object.assign(Object.create(null), {constructor: 1});
  const feed = new LedgerFeed(service);
  await feed.look();
  assert.deepEqual([...feed.nodes.keys()], ['constructor']);
});
