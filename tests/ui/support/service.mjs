// A running npushare with its embedded cluster, as a program of its own.

import {spawn} from 'node:child_process';
import {mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {parse} from 'yaml';

export const root = fileURLToPath(new URL('../../../', import.meta.url));
const program = process.env.NPUSHARE ?? path.join(root, 'build/release/scheduler/npushare');
const kPatience = 120_000; // ms; machines may be slow

export const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** Looks until `claim()` holds, or throws what it last threw. */
export async function eventually(claim, patience = kPatience) {
  const end = Date.now() + patience;
  for (;;) {
    try {
      const value = await claim();
      if (value !== false && value !== undefined) return value;
      if (Date.now() > end) throw new Error(`does not hold within ${patience} ms: ${claim}`);
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await pause(100); // between two looks, not instead of one
  }
}

export class Service {
  #process;
  #folder;
  #log = '';

  url = '';
  api = '';

  /** `cluster` and `config` are YAML. */
  static async start({cluster, config = '{}\n'}) {
    const service = new Service();
    service.#folder = await mkdtemp(path.join(tmpdir(), 'npushare-ui-'));
    await writeFile(service.#path('cluster.yaml'), cluster);
    await writeFile(service.#path('npushare.yaml'), config);
    await service.#run('127.0.0.1:0');
    return service;
  }

  #path(name) {
    return path.join(this.#folder, name);
  }

  async #run(listen) {
    this.url = '';
    const flags = [
      'serve',
      '--embedded',
      this.#path('cluster.yaml'),
      '--config',
      this.#path('npushare.yaml'),
      '--listen',
      listen,
    ];
    this.#process = spawn(program, flags, {stdio: ['ignore', 'pipe', 'pipe']});
    const hear = (bytes) => {
      this.#log = (this.#log + bytes).slice(-20_000);
      this.api ||= /embedded API server on (\S+)/.exec(this.#log)?.[1] ?? '';
      this.url ||= /npushare ready on (\S+)/.exec(bytes)?.[1] ?? '';
    };
    this.#process.stdout.on('data', hear);
    this.#process.stderr.on('data', hear);
    this.#process.on('error', (error) => (this.#log += error.message));
    await eventually(() => {
      if (this.#process.exitCode !== null) throw new Error(`npushare ended: ${this.#log}`);
      return this.url !== '';
    });
  }

  /** Killed: no goodbye to anybody. */
  async kill() {
    await this.#end('SIGKILL');
  }

  /** Again, at the same address, with an empty cluster. */
  async restart() {
    const {host} = new URL(this.url);
    this.api = '';
    this.#log = '';
    await this.#run(host);
  }

  async stop() {
    await this.#end('SIGTERM');
    await rm(this.#folder, {recursive: true, force: true});
  }

  async #end(signal) {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const ended = new Promise((done) => this.#process.once('exit', done));
    this.#process.kill(signal);
    await ended;
  }

  async json(target, headers = {}) {
    const response = await fetch(this.url + target, {headers});
    return response.json();
  }

  async #send(method, target, type, body) {
    const response = await fetch(this.api + target, {
      method,
      headers: {'Content-Type': type},
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${target}: ${response.status} ${await response.text()}`);
  }

  /** An object, to the API server. */
  post(target, body) {
    return this.#send('POST', target, 'application/json', body);
  }

  /** A merge patch, to the API server. */
  patch(target, body) {
    return this.#send('PATCH', target, 'application/merge-patch+json', body);
  }

  create(pod) {
    return this.post(`/api/v1/namespaces/${pod.metadata.namespace ?? 'default'}/pods`, pod);
  }

  async remove(name, space = 'default') {
    await fetch(`${this.api}/api/v1/namespaces/${space}/pods/${name}`, {method: 'DELETE'});
  }

  async phase(name, space = 'default') {
    const pod = await (await fetch(`${this.api}/api/v1/namespaces/${space}/pods/${name}`)).json();
    return pod.status?.phase;
  }

  /** Every share on the books, by pod. */
  async holders() {
    const {nodes} = await this.json('/v1/ledgers');
    return nodes.flatMap((node) => node.chips.flatMap((chip) => chip.shares.map((share) => share.pod)));
  }
}

export const example = (name) => readFile(path.join(root, 'examples', name), 'utf8');

/** A pod of examples/pods. */
export const examplePod = async (name) => parse(await example(`pods/${name}.yaml`));

/** A pod that asks for one chip's `memory` MiB and `cores` percent. */
export const a_pod = (name, memory, {cores = 0, space = 'default', chips = 1, annotations = {}} = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {name, namespace: space, annotations: {'huawei.com/vnpu-mode': 'hami-core', ...annotations}},
  spec: {
    terminationGracePeriodSeconds: 0,
    containers: [
      {
        name: 'main',
        image: 'x',
        resources: {
          limits: {
            'huawei.com/Ascend310P': String(chips),
            'huawei.com/Ascend310P-memory': String(memory),
            ...(cores > 0 ? {'huawei.com/Ascend310P-core': String(cores)} : {}),
          },
        },
      },
    ],
  },
});

/** A cluster file of one soft node with chips A and B. */
export const kSmallCluster = `
plugin: {delay: 1ms}
scheduler: {every: 20ms}
nodes:
- {name: n1, mode: soft, slots: 7, chips: [{uuid: A}, {uuid: B}]}
`;
