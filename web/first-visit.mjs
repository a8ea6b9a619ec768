// Uses the page as visitors do on a first visit, in a document without a browser, and prints which functions of the app were
// called. Visitors wait for these alone.
//
// node first-visit.mjs MODULE: a variant of the app's module, see the crate `wasm-parts`. Its glue and the validator are
// beside it.

import { readFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import "fake-indexeddb/auto";
import { Window } from "happy-dom";
import { usual } from "../crates/sitemap-validator-worker/usual.mjs";

const [, , program] = process.argv;
const folder = dirname(resolve(program));
const imported = (name) => import(pathToFileURL(join(folder, name)));
const read = (name) => readFile(new URL(name, import.meta.url), "utf8");

const view = new Window({ url: "https://tidepool.page/", width: 1280, height: 900 });
const document = view.document;
document.write((await read("../index.html")).replace(/<(script|link)\b[^>]*>(<\/script>)?/g, ""));

// What the app and its glue look up in the global scope. Node has the language itself, and the clock.
const own = /^(Object|Function|Array|Promise|Map|Set|Weak\w+|Symbol|Proxy|Reflect|JSON|Math|Date|RegExp|String|Number|Boolean|Big\w+|\w*Error|\w*ArrayBuffer|\w+Array|DataView|Atomics|WebAssembly|Text(De|En)coder|Intl|globalThis|undefined|NaN|Infinity|eval|is\w+|parse\w+|process|Buffer|console|performance|queueMicrotask|(set|clear)(Timeout|Interval|Immediate))$/;
const names = new Set();
for (let level = view; level && level !== Object.prototype; level = Object.getPrototypeOf(level)) {
  Object.getOwnPropertyNames(level).forEach((name) => names.add(name));
}
const define = (name, value) => Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
for (const name of names) {
  if (own.test(name) && !/^\w+(Event|Node|Element)$/.test(name)) continue;
  const value = view[name];
  define(name, typeof value === "function" && !/^[A-Z]/.test(name) ? value.bind(view) : value);
}
for (const name of ["window", "self"]) define(name, globalThis);
define("fetch", async (address) => {
  const [, rule] = /rules\/([\w-]+)\.md/.exec(address) ?? [, "loc-relative"];
  const [, , page] = (await read(`../crates/sitemap-validator/rules/${rule}.md`)).split("+++\n");
  return wait(100, new view.Response(page));
});
// There is no layout: what is marked is at the right of a wide window.
view.Element.prototype.getBoundingClientRect = function () {
  const left = this.matches(".here") ? 500 : 0;
  return new view.DOMRect(left, 0, 700, 20);
};
for (const height of ["clientHeight", "offsetHeight"]) Object.defineProperty(view.HTMLElement.prototype, height, { get: () => 300 });
define("launchQueue", { setConsumer() {} });
define("requestIdleCallback", (act) => setTimeout(act));
Object.defineProperty(navigator, "locks", {
  // The worker holds its lock as long as it lives.
  value: { request: (name, act) => (name.includes(".tab") ? act() : new Promise(() => {})), query: async () => ({ held: [] }) },
});
define("Window", class { static [Symbol.hasInstance] = (what) => what === globalThis });

/** A file that can be read at once, as in a worker. */
class Dropped extends view.File {
  constructor(bytes, name) {
    super([bytes], name);
    this.bytes = bytes;
  }
  slice(from, to) {
    return new Dropped(this.bytes.subarray(from, to), this.name);
  }
}
define("FileReaderSync", class { readAsArrayBuffer = ({ bytes }) => bytes.slice().buffer });

// The clock runs so fast that the validator reports progress, as on a slow machine.
const now = performance.now.bind(performance);
let late = 0;
performance.now = () => now() + (late += 200);
// The validator answers in the same scope.
const whole = new WebAssembly.Module(await readFile(join(folder, "sitemap-validator-worker_bg.wasm")));
define("Worker", class extends view.EventTarget {
  async postMessage(data) {
    if (data.rest) return;
    // Late enough for the page to show that it is checking.
    if (data.message) return setTimeout(() => globalThis.onmessage({ data }), 400);
    define("stop", data.stop);
    define("packed", true);
    define("onmessage", null);
    define("postMessage", (data) => setTimeout(() => this.dispatchEvent(new view.MessageEvent("message", { data }))));
    await (await imported("sitemap-validator-worker.js")).default({ module_or_path: whole });
  }
  terminate() {}
});

(0, eval)((await read("theme.js")) + (await read("early.js")));
// The editor and the statistics come after the first verdict.
const never = () => new Promise(() => {});
Object.assign(early, { validator: async () => whole, rest: async () => whole, whole: never, editor: never });

/** Something that is pasted or dropped. */
function transfer(event, text, ...files) {
  const items = files.map((file) => ({ kind: "file", type: file.type, getAsFile: () => file, webkitGetAsEntry: () => null }));
  const types = files.length ? ["Files"] : ["text/plain"];
  return Object.defineProperty(event, event instanceof view.ClipboardEvent ? "clipboardData" : "dataTransfer", { value: { types, items, files, getData: () => text } });
}
const way = { bubbles: true, cancelable: true };
const paste = (text) => document.body.dispatchEvent(transfer(new view.ClipboardEvent("paste", way), text));
function drop(text) {
  const file = new Dropped(new TextEncoder().encode(text), "sitemap.xml");
  for (const type of ["dragenter", "dragover", "drop"]) document.body.dispatchEvent(transfer(new view.DragEvent(type, way), "", file));
}
let last;
/** Waits until the page shows the next verdict, and what it adds when it is idle. */
async function verdict() {
  const shown = () => document.querySelector("#verdict .headline")?.textContent;
  for (let tries = 0; !shown() || shown() === last; tries += 1) {
    if (tries === 200) throw new Error(`The page shows no other verdict: ${shown()}`);
    await wait(50);
  }
  last = shown();
  await wait(1500);
}
const sample = async (name) => read(`samples/${name}.xml`);

// Before the app has started. The browser refuses to store the file.
const store = IDBObjectStore.prototype;
const { put } = store;
store.put = () => {
  throw new DOMException("refused", "DataCloneError");
};
drop(await sample("broken"));
const { default: start } = await imported(basename(program).replace("_bg.probe.wasm", ".js"));
const exports = await start({ module_or_path: new WebAssembly.Module(await readFile(program)) });
await verdict();

// In the app.
store.put = put;
drop(usual);
await verdict();
// Many problems of a kind, all on one line. Storing the file fails, as in some windows of WebKit: its record is there.
store.put = store.add;
drop(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${"<url><loc>/about</loc></url>".repeat(300)}</urlset>`);
await verdict();
for (const type of ["scroll", "resize"]) globalThis.dispatchEvent(new view.Event(type));
document.querySelector(".source").dispatchEvent(new view.Event("scroll"));
paste(await sample("good"));
await verdict();
document.querySelector(".bar-tools > button:last-child").click();
await wait(100);
const field = document.querySelector("#text");
field.value = await sample("broken");
field.dispatchEvent(new view.Event("input", { bubbles: true }));
await verdict();

const called = Object.keys(exports).filter((name) => name.startsWith("called ") && exports[name].value);
process.stdout.write(`${called.join("\n")}\n`, () => process.exit());
