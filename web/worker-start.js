// Starts the worker or one of its helpers. Their files have fixed names, so this script passes on the build id in its own
// URL: a page never gets a cached worker of another build.
const { search, origin } = new URL(import.meta.url);

// The worker's only Trusted Types policy: helpers must be scripts of its own origin. Returning undefined rejects.
globalThis.trustedTypes?.createPolicy("default", {
  createScriptURL: (url) => (new URL(url, import.meta.url).origin === origin ? url : undefined),
});

// Without this, the page would not notice a promise that is rejected in the worker.
addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  reportError(event.reason);
});

/** Holds the lock called `name` from now on. */
const hold = (name) =>
  new Promise((held, failed) => navigator.locks.request(name, () => (held(), new Promise(() => {}))).catch(failed));

// The first message contains the first part of the program, compiled, the stop flag in shared memory, the lock that the
// page waits for, which becomes free when the worker ends, and whether answers are packed.
const given = new Promise((resolve) => addEventListener("message", ({ data }) => resolve(data), { once: true }));

/** The rest of the program, compiled. Helpers get it from here. */
globalThis.rest = undefined;
let isWhole = false;
/** What the first part exports, once it has started. */
let exported;
function complete(first) {
  if (!first || !rest || isWhole) return;
  new WebAssembly.Instance(rest, { first });
  isWhole = true;
}
// The rest comes in a message of its own, for which no check waits.
addEventListener("message", (event) => {
  if (!event.data?.rest) return;
  globalThis.rest = event.data.rest;
  complete(exported);
  if (!event.data.module) event.stopImmediatePropagation();
});
/** Called when the program needs the rest before that message. */
globalThis.instantiateRest = (first) => {
  if (!rest) {
    const request = new XMLHttpRequest();
    request.open("GET", new URL(`sitemap-validator-worker_rest.wasm${search}`, import.meta.url), false);
    request.responseType = "arraybuffer";
    request.send();
    if (request.status !== 200) throw new Error(`sitemap-validator-worker_rest.wasm: ${request.status}`);
    globalThis.rest = new WebAssembly.Module(request.response);
  }
  complete(first);
};

// Not awaited at the top level: browsers may hold back messages until the script has finished.
const start = async () => {
  const worker = await import(`./sitemap-validator-worker.js${search}`);
  const { module, stop, lock, packed } = await given;
  Object.assign(globalThis, { stop, packed });
  // Without locks, as in a frame that has none, it works all the same.
  if (lock) await hold(lock).catch(() => {});
  exported = await worker.default({ module_or_path: module });
  complete(exported);
};
start();
