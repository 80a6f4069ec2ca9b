// Questions to the service this page came from, and what can become of them.

/** Why there is no answer: kind is unreachable, unauthorized, forbidden, missing or failed. */
export class Failure extends Error {
  constructor(kind, message) {
    super(message);
    this.kind = kind;
  }
}

const kPatience = 15_000; // ms
const kKinds = {401: 'unauthorized', 403: 'forbidden', 404: 'missing'};

export class Api {
  #fetch;
  #base;
  #token = '';

  /** `base` ends in a slash; the endpoints are below it. */
  constructor(base, fetcher = (...args) => fetch(...args)) {
    this.#base = base;
    this.#fetch = fetcher;
  }

  /** A bearer token for what is guarded. It lives in this tab's memory only. */
  use(token) {
    this.#token = token.trim();
  }

  async json(path) {
    return parsed(await this.#ask(path));
  }

  /** The text of a page, whatever its status says: a page of health is worth reading when it is bad. */
  async report(path) {
    const response = await this.#send(path);
    if (response.status !== 200 && response.status !== 503) await refuse(response);
    return read(() => response.text());
  }

  /** {value, tag}; value is undefined when the version that `tag` names is still the newest. */
  async jsonUnless(path, tag) {
    const response = await this.#ask(path, tag ? {'If-None-Match': tag} : {});
    if (response.status === 304) return {value: undefined, tag};
    return {value: await parsed(response), tag: response.headers.get('ETag') ?? ''};
  }

  async #ask(path, headers) {
    const response = await this.#send(path, headers);
    if (!response.ok && response.status !== 304) await refuse(response);
    return response;
  }

  async #send(path, headers = {}) {
    const sent = this.#token ? {...headers, Authorization: `Bearer ${this.#token}`} : headers;
    try {
      return await this.#fetch(new URL(path, this.#base), {
        headers: sent,
        cache: 'no-store',
        redirect: 'error',
        signal: AbortSignal.timeout(kPatience),
      });
    } catch (error) {
      throw new Failure(
        'unreachable',
        error.name === 'TimeoutError' ? 'no answer within 15 s' : 'the service cannot be reached',
      );
    }
  }
}

async function refuse(response) {
  const text = await response.text().catch(() => '');
  throw new Failure(
    kKinds[response.status] ?? 'failed',
    complaint(text) || `the service answered ${response.status}`,
  );
}

function complaint(text) {
  try {
    return JSON.parse(text).error ?? '';
  } catch {
    return text.slice(0, 300);
  }
}

const parsed = (response) => read(() => response.json());

/** A body that breaks off is a connection lost; one that cannot be read is the service's fault. */
async function read(body) {
  try {
    return await body();
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new Failure('failed', 'the service answered with what is no JSON');
    throw new Failure('unreachable', 'the answer broke off');
  }
}
