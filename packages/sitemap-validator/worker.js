// The worker in a browser, and the helpers that it starts from this same file for a set of some size.

import start from "./sitemap-validator-worker.js";

// A promise that fails inside the worker would go unnoticed outside of it.
addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  reportError(event.reason);
});

// The first message says where it is told to stop, and to a helper it brings what to run, compiled already.
addEventListener(
  "message",
  ({ data: { module, stop } }) => {
    globalThis.stop = stop;
    return start({ module_or_path: module ?? new URL("./sitemap-validator-worker_bg.wasm", import.meta.url) });
  },
  { once: true },
);
