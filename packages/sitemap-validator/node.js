// The entry point for Node: runs the validator in a worker thread.

import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";

import { request } from "./request-node.js";
import { api } from "./shared.js";
import { version } from "./version.js";

const WASM = new URL("./sitemap-validator-worker_bg.wasm", import.meta.url);

// The module is compiled once for all threads, on first use. It is cleared if loading fails.
let compiled;

function compile() {
  compiled ??= readFile(WASM).then((bytes) => WebAssembly.compile(bytes));
  return compiled.catch((error) => {
    compiled = undefined;
    throw error;
  });
}

export const { validate, validateSite, compare, dispose } = api({
  /** Starts a thread. `hear` receives its messages, `fail` the reason if it ends. */
  start(hear, fail) {
    // Do not inherit Node's options, such as a loader or a debugger.
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
      // Files that the caller keeps are copied.
      post: (message, files, areKept) =>
        thread.postMessage({ message, files }, areKept ? [] : files.map(({ buffer }) => buffer)),
      end: () => void thread.terminate(),
      // An idle thread must not keep the process alive.
      rest: () => thread.unref(),
      work: () => thread.ref(),
    };
  },

  /** Loads the messages of a language. */
  words: (language) => readFile(new URL(`./lang/${language}.txt`, import.meta.url), "utf8"),

  /** Packs content as bytes, because the thread cannot read a `Blob` synchronously. */
  async parcel(content) {
    if (!Array.isArray(content)) return new Uint8Array(await content.arrayBuffer());
    // These bytes are already a copy.
    if (content.length === 1) return content[0];
    const all = new Uint8Array(content.reduce((sum, piece) => sum + piece.length, 0));
    let at = 0;
    for (const piece of content) {
      all.set(piece, at);
      at += piece.length;
    }
    return all;
  },

  request,

  /** Header fields of each request, in addition to those of all platforms. */
  headers: { "accept-encoding": "gzip", "user-agent": `sitemap-validator/${version}` },

  processors: availableParallelism,

  /** A thread does not start helpers. */
  hasHelpers: false,
});

export { version };
