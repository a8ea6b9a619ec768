// The entry point for browsers and bundlers: runs the validator in a Web Worker.

import { api } from "./shared.js";

// Bundlers only find files whose URL is written exactly like this, so list each language.
const CATALOGUES = {
  es: () => new URL("./lang/es.txt", import.meta.url),
  fr: () => new URL("./lang/fr.txt", import.meta.url),
};

export const { validate, validateSite, compare, dispose } = api({
  /** Starts a worker. `hear` receives its messages, `fail` the reason if it ends. */
  start(hear, fail) {
    if (typeof Worker === "undefined") throw new Error("There is no `Worker` here, and sitemap-validator needs one.");
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    // The worker holds a lock. If the browser kills it, as when memory is low, there is no event, but the lock is freed.
    const lock = globalThis.navigator?.locks && crypto.randomUUID();
    let isHeard = false;
    worker.onmessage = ({ data }) => {
      if (lock && !isHeard) navigator.locks.request(lock, () => fail("the browser has ended it")).catch(() => {});
      isHeard = true;
      hear(data);
    };
    worker.onerror = (event) => {
      // The rejected promise reports the error.
      event.preventDefault();
      fail(event.message);
    };
    worker.onmessageerror = () => fail("it could not read a message");
    // Chromium lets a terminated worker run for two more seconds, so this flag in shared memory stops it at once.
    // Some browsers report an isolated page but have no shared memory.
    const { crossOriginIsolated, SharedArrayBuffer } = globalThis;
    const stop = crossOriginIsolated && SharedArrayBuffer ? new Int32Array(new SharedArrayBuffer(4)) : undefined;
    worker.postMessage({ stop, lock });
    return {
      post: (message, files) => worker.postMessage({ message, files }),
      end() {
        if (stop) Atomics.store(stop, 0, 1);
        worker.terminate();
      },
      // Browsers end the workers when the tab closes.
      rest() {},
      work() {},
    };
  },

  /** Loads the messages of a language. */
  async words(language) {
    const answer = await fetch(CATALOGUES[language]());
    if (!answer.ok) throw new Error(`The words of language "${language}" could not be loaded (${answer.status}).`);
    return answer.text();
  },

  /** Packs content as a `Blob`, which the worker reads itself. */
  parcel: (content) => (Array.isArray(content) ? new Blob(content) : content),

  // There is no `request`, because a page cannot read the files of other sites.

  processors: () => globalThis.navigator?.hardwareConcurrency || 1,

  /** The worker starts helpers to share the files of a set. */
  hasHelpers: true,
});

export { version } from "./version.js";
