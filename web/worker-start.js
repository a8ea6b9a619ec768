// Starts the worker, or a helper of the worker. Its files have fixed names, so the build in this script's own address
// is handed on to them: a page never meets the worker of another build in a cache.
const { search } = new URL(import.meta.url);

// A promise that fails inside the worker would go unnoticed outside of it.
addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  reportError(event.reason);
});

// The first message brings what to run, compiled, and where it is told to stop.
const given = new Promise((resolve) => addEventListener("message", ({ data }) => resolve(data), { once: true }));

// Not awaited here: messages have to come in meanwhile, whatever a browser makes of a script that waits.
const start = async () => {
  const worker = await import(`./sitemap-validator-worker.js${search}`);
  const { module, stop } = await given;
  globalThis.stop = stop;
  await worker.default({ module_or_path: module });
};
start();
