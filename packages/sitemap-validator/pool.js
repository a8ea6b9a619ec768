// How many workers there are: some at work, others waiting for the next call.

import { unlessAborted } from "./given.js";

// Each has its own copy of the program, and of what it checks.
const MOST = 4;

/** Workers that `start` makes, on a machine of `processors()`. Who has got a turn hires a worker, and is `done` in the end. */
export class Pool {
  #start;
  #processors;
  #busy = 0;
  #idle = new Set();
  /** Those who wait for their turn, first come, first served. */
  #queue = new Set();

  constructor(start, processors) {
    this.#start = start;
    this.#processors = processors;
  }

  /** Waits until one more may work. */
  async turn(signal) {
    if (this.#busy < Math.min(MOST, this.#processors())) {
      this.#busy += 1;
      return;
    }
    let call;
    const called = new Promise((resolve) => {
      call = resolve;
    });
    this.#queue.add(call);
    try {
      await unlessAborted(called, signal);
    } catch (error) {
      // Who was called in this very moment lets the next one go first.
      if (!this.#queue.delete(call)) this.done();
      throw error;
    }
  }

  /** The turn goes to the next one. */
  done() {
    const [call] = this.#queue;
    this.#queue.delete(call);
    if (call) call();
    else this.#busy -= 1;
  }

  /** A worker that is up, or on its way. */
  hire() {
    const [worker = this.#start()] = this.#idle;
    this.#idle.delete(worker);
    worker.work();
    return worker;
  }

  /** Keeps a worker for the next call. */
  keep(worker) {
    this.#idle.add(worker);
    worker.rest(() => this.#idle.delete(worker));
  }

  /** How many processors are left for each that is at work. */
  share() {
    return Math.max(1, Math.floor(this.#processors() / this.#busy));
  }

  /** Ends those who have nothing to do. */
  dispose() {
    for (const worker of this.#idle) worker.end();
    this.#idle.clear();
  }
}
