// The worker in a browser. For larger sets, it starts helpers from this same file.

import start from "./sitemap-validator-worker.js";

// Without this, the page would not notice a promise that is rejected in the worker.
addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  reportError(event.reason);
});

/** Acquires the lock `name` and never releases it. */
const hold = (name) =>
  new Promise((held, failed) => navigator.locks.request(name, () => (held(), new Promise(() => {}))).catch(failed));

// The first message contains the stop flag and the name of the lock; for a helper, also the compiled module.
addEventListener(
  "message",
  async ({ data: { module, stop, lock } }) => {
    globalThis.stop = stop;
    // Locks are unavailable in some frames; the worker also runs without them.
    if (lock) await hold(lock).catch(() => {});
    return start({ module_or_path: module ?? new URL("./sitemap-validator-worker_bg.wasm", import.meta.url) });
  },
  { once: true },
);
