// Puts the page together: the service it came from, the clock, the sources, and what is drawn of them.

import {Api} from './api.js';
import {Page} from './page.js';
import {Sources} from './sources.js';

const timers = {
  now: () => Date.now(),
  set: (call, ms) => setTimeout(call, ms),
  clear: (timer) => clearTimeout(timer),
  random: () => Math.random(),
};

// The page may stand behind a proxy's prefix: the endpoints are where its own files are, two steps up.
const api = new Api(new URL('../../', import.meta.url));
const sources = new Sources(api, timers, () => page.draw());
const page = new Page(sources, timers);

page.start();

function attend() {
  if (document.hidden) sources.pause();
  else sources.start();
}
document.addEventListener('visibilitychange', attend);
attend();
