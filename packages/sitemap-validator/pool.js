// Limits how many workers run at a time, and keeps idle ones for the next call.

import { unlessAborted } from "./given.js";

// Each worker has its own copy of the program and of its files.
const MOST = 4;

/** Workers created by `start`, limited by `processors()`. A caller awaits its `turn`, calls `hire`, and finally `done`. */
export class Pool {
  #start;
  #processors;
  #busy = 0;
  #idle = new Set();
  /** Callers waiting for their turn, in order. */
  #queue = new Set();

  constructor(start, processors) {
    this.#start = start;
    this.#processors = processors;
  }

  /** Waits until another worker may run. */
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
      // If the turn was granted at the same moment, pass it on.
      if (!this.#queue.delete(call)) this.done();
      throw error;
    }
  }

  /** Passes the turn to the next caller. */
  done() {
    const [call] = this.#queue;
    this.#queue.delete(call);
    if (call) call();
    else this.#busy -= 1;
  }

  /** Returns an idle worker, or starts one. */
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

  /** The number of processors per running worker. */
  share() {
    return Math.max(1, Math.floor(this.#processors() / this.#busy));
  }

  /** Ends idle workers. */
  dispose() {
    for (const worker of this.#idle) worker.end();
    this.#idle.clear();
  }
}
