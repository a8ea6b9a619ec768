// For Node: the validator in a thread of its own.

import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";

import { api } from "./shared.js";

const WASM = new URL("./sitemap-validator-worker_bg.wasm", import.meta.url);

// Compiled once for all threads; none until it is needed, and after it could not be loaded.
let compiled;

function compile() {
  compiled ??= readFile(WASM).then((bytes) => WebAssembly.compile(bytes));
  return compiled.catch((error) => {
    compiled = undefined;
    throw error;
  });
}

export const { validate, dispose } = api({
  /** Starts a thread; `hear` gets what it says, `fail` why it is gone. */
  start(hear, fail) {
    // What Node was started with, a loader or a debugger, is not for this thread.
    const thread = new Worker(new URL("./worker-node.js", import.meta.url), { name: "sitemap-validator", execArgv: [] });
    thread.on("message", hear);
    thread.on("error", (error) => fail(error.message));
    thread.on("messageerror", (error) => fail(error.message));
    thread.on("exit", () => fail(""));
    compile().then(
      (module) => thread.postMessage({ module }),
      (error) => fail(error.message),
    );
    return {
      post: (message, files) => thread.postMessage({ message, files }, files.map(({ buffer }) => buffer)),
      end: () => void thread.terminate(),
      // A thread that has nothing to do does not keep the process.
      rest: () => thread.unref(),
      work: () => thread.ref(),
    };
  },

  /** The words of a language. */
  words: (language) => readFile(new URL(`./lang/${language}.txt`, import.meta.url), "utf8"),

  /** What is posted to the thread: bytes of its own, for it has no way to read a `Blob` while it computes. */
  async parcel(content) {
    if (!Array.isArray(content)) return new Uint8Array(await content.arrayBuffer());
    const all = new Uint8Array(content.reduce((sum, piece) => sum + piece.length, 0));
    let at = 0;
    for (const piece of content) {
      all.set(piece, at);
      at += piece.length;
    }
    return all;
  },

  processors: availableParallelism,

  /** The thread starts no others. */
  hasHelpers: false,
});

export { version } from "./version.js";
