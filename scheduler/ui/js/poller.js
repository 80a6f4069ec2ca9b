// Asks again and again: at its pace while all is well, ever more slowly while not, and not at all while nobody looks.

const kLongestPause = 30_000; // ms

/** How long to wait after so many failures in a row; `random` from 0 to 1 keeps many pages apart. */
export function pauseAfter(failures, every, random) {
  if (failures === 0) return every;
  const pause = Math.min(every * 2 ** Math.min(failures, 10), Math.max(kLongestPause, every));
  return Math.round(pause * (0.8 + 0.4 * random));
}

export class Poller {
  #ask;
  #told;
  #with;
  #timer;
  #failures = 0;
  #isAsking = false;
  #isPaused = true;

  /** What the newest question came to. Times in ms of the clock. */
  lastAnswer;
  nextTry;
  failure;

  /**
   * `ask()` gives a promise. `told(poller)` hears of each outcome. `every` is in ms, or a function that says it.
   * `timers` = {now, set, clear, random}.
   */
  constructor({ask, every, told, timers}) {
    this.#ask = ask;
    this.#told = told;
    this.#with = {every: typeof every === 'function' ? every : () => every, timers};
  }

  get isLoading() {
    return this.lastAnswer === undefined && this.failure === undefined;
  }

  start() {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.now();
  }

  pause() {
    this.#isPaused = true;
    this.#with.timers.clear(this.#timer);
  }

  /** Asks at once, as if nothing had failed before. */
  now() {
    if (this.#isPaused || this.#isAsking) return;
    this.#failures = 0;
    this.#with.timers.clear(this.#timer);
    this.#run();
  }

  async #run() {
    this.#isAsking = true;
    try {
      await this.#ask();
      this.#failures = 0;
      this.failure = undefined;
      this.lastAnswer = this.#with.timers.now();
    } catch (failure) {
      this.#failures += 1;
      this.failure = failure;
    }
    this.#isAsking = false;
    this.#plan();
    this.#told(this);
  }

  #plan() {
    const {timers, every} = this.#with;
    const pause = pauseAfter(this.#failures, every(), timers.random());
    this.nextTry = timers.now() + pause;
    if (!this.#isPaused) this.#timer = timers.set(() => this.#run(), pause);
  }
}
