// For browsers and bundlers: the validator in a Web Worker.

import { api } from "./shared.js";

// Written out one by one: bundlers find files by addresses like these.
const CATALOGUES = {
  es: () => new URL("./lang/es.txt", import.meta.url),
  fr: () => new URL("./lang/fr.txt", import.meta.url),
};

export const { validate, dispose } = api({
  /** Starts a worker; `hear` gets what it says, `fail` why it is gone. */
  start(hear, fail) {
    if (typeof Worker === "undefined") throw new Error("There is no `Worker` here, and sitemap-validator needs one.");
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => hear(data);
    worker.onerror = (event) => {
      // It is told of by a promise.
      event.preventDefault();
      fail(event.message);
    };
    worker.onmessageerror = () => fail("it could not read a message");
    // Chromium lets a worker that was ended compute on for two seconds, unless it is told here, in shared memory.
    const stop = globalThis.crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : undefined;
    worker.postMessage({ stop });
    return {
      post: (message, files) => worker.postMessage({ message, files }),
      end() {
        if (stop) Atomics.store(stop, 0, 1);
        worker.terminate();
      },
      // A tab ends its workers itself.
      rest() {},
      work() {},
    };
  },

  /** The words of a language. */
  async words(language) {
    const answer = await fetch(CATALOGUES[language]());
    if (!answer.ok) throw new Error(`The words of language "${language}" could not be loaded (${answer.status}).`);
    return answer.text();
  },

  /** What is posted to the worker: files, which it reads itself. */
  parcel: (content) => (Array.isArray(content) ? new Blob(content) : content),

  processors: () => globalThis.navigator?.hardwareConcurrency || 1,

  /** The files of a set are shared among workers that the worker starts. */
  hasHelpers: true,
});

export { version } from "./version.js";
