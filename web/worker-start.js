// Starts the worker. Its files have fixed names, so the build in this script's own address is handed
// on to them: a page never meets the worker of another build in a cache.
const { search } = new URL(import.meta.url);

// A promise that fails inside the worker would go unnoticed outside of it.
addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  reportError(event.reason);
});

const worker = await import(`./sitemap-validator-worker.js${search}`);
await worker.default({
  module_or_path: new URL(`./sitemap-validator-worker_bg.wasm${search}`, import.meta.url),
});
