// Headless Chromium, and a page of it that keeps account of what must never happen.

import assert from 'node:assert/strict';
import {chromium} from 'playwright-core';

const kPatience = 60_000; // ms for one step; machines may be slow

let browser;

/** One browser for a file of tests; close() it at the end. */
export async function open() {
  browser ??= await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking'],
    timeout: kPatience,
  });
  return browser;
}

export async function close() {
  await browser?.close();
  browser = undefined;
}

/** A reader's window on the page. `before(context)` may set it up. */
export class Window {
  page;
  #context;
  #origin;
  #foreign = [];
  #errors = [];
  #refused = [];

  static async open(url, hash = '', {width = 1500, height = 950, scheme = 'light', before} = {}) {
    const window = new Window();
    window.#origin = new URL(url).origin;
    window.#context = await (await open()).newContext({viewport: {width, height}, colorScheme: scheme});
    window.#context.setDefaultTimeout(kPatience);
    window.page = await window.#context.newPage();
    window.#watch();
    await before?.(window.page, window.#context);
    await window.page.goto(`${url}/ui${hash}`);
    return window;
  }

  #watch() {
    this.page.on('request', (request) => {
      if (new URL(request.url()).origin !== this.#origin) this.#foreign.push(request.url());
    });
    this.page.on('pageerror', (error) => this.#errors.push(error.stack ?? error.message));
    this.page.on('dialog', (dialog) => {
      this.#errors.push(`a dialog: ${dialog.message()}`);
      dialog.dismiss();
    });
    this.page.on('console', (message) => {
      if (/Content Security Policy|TrustedHTML|trusted type/i.test(message.text()))
        this.#refused.push(message.text());
    });
  }

  /** Nothing left the origin, the policy refused nothing, no script failed. */
  async close() {
    await this.#context.close();
    assert.deepEqual(this.#foreign, [], 'requests to elsewhere');
    assert.deepEqual(this.#refused, [], 'violations of the content security policy');
    assert.deepEqual(this.#errors, [], 'errors of the page');
  }

  get live() {
    return this.page.locator('html[data-connection="live"]').waitFor({state: 'attached'});
  }

  state(name) {
    return this.page.locator(`html[data-connection="${name}"]`).waitFor({state: 'attached'});
  }

  row(node) {
    return this.page.locator(`.row-toggle[data-node="${node}"]`);
  }

  text(selector) {
    return this.page.locator(selector).innerText();
  }

  /** The texts of all that match, blanks made one. */
  async texts(selector) {
    return (await this.page.locator(selector).allInnerTexts()).map((text) =>
      text.replace(/\s+/g, ' ').trim(),
    );
  }

  /** What has the focus: its id, its node or its text. */
  focus() {
    return this.page.evaluate(() => {
      const at = document.activeElement;
      return at.id || at.dataset?.node || at.textContent.trim();
    });
  }
}
