// Starts the app. Trunk would use an inline script, which the page's Content-Security-Policy forbids.
const loading = document.getElementById("loading");
const texts = { ...loading.dataset };
const script = document.querySelector("script[data-js][data-wasm]");
const address = (name) => new URL(script.dataset[name], document.baseURI).href;
const root = new URL(document.documentElement.dataset.root ?? "./", document.baseURI);
const build = document.querySelector("meta[name=build]").content;

// In the widget, reports to the host page that the frame is loading, or why it failed.
const tell = (said) => {
  if ("embed" in document.documentElement.dataset && parent !== window) parent.postMessage({ "sitemap-validator": 1, ...said }, "*");
};
tell({ type: "loading" });

// After an exception the app cannot render. Ignore errors of other scripts, such as browser extensions.
const stopped = (error) => {
  if (!(error instanceof WebAssembly.RuntimeError || error?.stack?.includes(address("js"))) || document.getElementById("stopped")) return;
  const message = `${texts.stopped} (${error.message.split("\n")[0].slice(0, 200)})`;
  const alert = Object.assign(document.createElement("p"), { id: "stopped", className: "trouble", role: "alert", textContent: message });
  document.getElementById("app").before(alert);
  tell({ type: "error", name: "Error", message });
};
addEventListener("error", ({ error }) => stopped(error));
addEventListener("unhandledrejection", ({ reason }) => reason instanceof WebAssembly.RuntimeError && stopped(reason));

/** Fetches WebAssembly and compiles it, while it loads if possible: not every server knows its type. */
async function compile(address, watch) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  watch?.(response.clone()).catch(() => {});
  const streams = response.headers.get("Content-Type") === "application/wasm" && WebAssembly.compileStreaming;
  return streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

// The validator, compiled once for all workers: the part that a usual check needs, and the rest. After a failure the next
// worker tries again.
const parts = {};
function part(name) {
  if (!parts[name]) {
    parts[name] = compile(new URL(`sitemap-validator-worker_${name}.wasm?v=${build}`, root));
    parts[name].catch(() => delete parts[name]);
  }
  return parts[name];
}
early.validator = () => part("bg");
early.rest = () => early.whole().then(() => part("rest"));

// What the first verdict does not need: the rest of the app, and the editor of the source, which it opens.
early.editor = () => Promise.all([import(new URL(`editor.js?v=${build}`, root)), early.whole()]).then(([editor]) => editor);
const appRest = address("wasm").replace("_bg.", "_rest.");
let rest;
let isWhole = false;
let completed;
const whole = new Promise((resolve) => (completed = resolve));
/** Waits until the rest of the app is there, or has to be loaded when it is needed. */
early.whole = () => whole;
/** Called by the app when it needs its rest before that is there. */
early.instantiateRest = (first) => {
  rest ??= new WebAssembly.Module(loadNow(appRest));
  new WebAssembly.Instance(rest, { first });
  isWhole = true;
  completed();
};
function loadNow(address) {
  const request = new XMLHttpRequest();
  request.open("GET", address, false);
  // The type of a synchronous answer cannot be chosen.
  request.overrideMimeType("text/plain; charset=x-user-defined");
  try {
    request.send();
  } catch {}
  if (request.status !== 200) throw new Error(`${address}: ${request.status || "no answer"}`);
  return Uint8Array.from(request.response, (character) => character.charCodeAt(0));
}
async function complete(first) {
  rest ??= await compile(appRest);
  if (!isWhole) await WebAssembly.instantiate(rest, { first });
  isWhole = true;
}

// The page comes first. Where it is not painted, as in a hidden tab, the app requests the validator.
const painted = new Promise((resolve) => {
  const observer = new PerformanceObserver((list) => list.getEntriesByName("first-contentful-paint").length && resolve());
  observer.observe({ type: "paint", buffered: true });
});

/** Requests the validator when most of the app has arrived, so that the connection is not idle between the two. */
async function follow({ body }) {
  const reader = body.getReader();
  for (let rest = 0.8 * script.dataset.size; rest > 0; ) {
    const { done, value } = await reader.read();
    if (done) return;
    rest -= value.length;
  }
  reader.cancel();
  painted.then(early.validator);
}

try {
  // The app comes before the validator, as it shows the progress of the check. On later visits, both are in the cache.
  const isFirst = !navigator.serviceWorker?.controller;
  // The host page may forbid a frame to load anything synchronously, and WebKit asks no service worker for that.
  const startsWhole = !isFirst || "embed" in document.documentElement.dataset;
  const [app, module, all] = await Promise.all([import(address("js")), compile(address("wasm"), isFirst ? follow : undefined), startsWhole ? compile(appRest) : undefined]);
  rest = all;
  painted.then(early.validator);
  const first = await app.default({ module_or_path: module });
  // If this fails, the app loads its rest when it needs it.
  early.validator().catch(() => {}).then(() => complete(first)).catch(() => {}).finally(completed);
  keepOffline();
} catch (error) {
  document.querySelector(".drop")?.after(loading);
  loading.setAttribute("role", "alert");
  loading.hidden = false;
  loading.textContent = texts.failed;
  console.error(error);
  tell({ type: "error", name: "Error", message: texts.failed });
}

/** Registers for offline use once everything has loaded and the browser is idle. */
async function keepOffline() {
  if (!script.dataset.offline) return;
  await early.rest().catch(() => {});
  const idle = globalThis.requestIdleCallback ?? ((then) => setTimeout(then, 2000));
  idle(async () => (await import(address("offline"))).keep());
}
