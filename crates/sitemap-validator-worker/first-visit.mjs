// Uses the validator as the page does on a first visit, and prints which functions were called. The page loads these first.
//
// node first-visit.mjs MODULE: a variant of the worker's module, see the crate `wasm-parts`. Its glue is beside it.

import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [, , program] = process.argv;
const sample = (name) => readFile(new URL(`../../web/samples/${name}.xml`, import.meta.url), "utf8");

/** What the worker has posted: bytes, or bytes and texts. */
const answers = [];
const given = { Blob, FileReaderSync: class {}, name: "", onmessage: null, packed: true, postMessage: (data) => answers.push(data) };
for (const [name, value] of Object.entries(given)) {
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
}
const { default: start } = await import(pathToFileURL(join(dirname(resolve(program)), "sitemap-validator-worker.js")));
const exports = await start({ module_or_path: new WebAssembly.Module(await readFile(program)) });
const say = (message) => globalThis.onmessage({ data: { message: JSON.stringify(message), files: [] } });

/** Checks a text, and asks for what the page shows beside the findings. */
function check(run, text, address) {
  const settings = { profiles: ["sitemaps.org", "google", "bing"], now: 1_750_000_000_000, excerpts: true };
  say({ check: { run, settings, inputs: [{ name: "sitemap.xml", address, text }] } });
  say({ lines: { run, file: 0, first: 1, count: 60, focus: 157 } });
  say({ read: { run, file: 0, start: 157, end: 158 } });
  say({ figures: { run, file: 0 } });
}

const address = "https://shop.tidepool.page/sitemap.xml";
const broken = await sample("broken");
const good = await sample("good");
[broken, good, broken.replaceAll("\n", "\r\n"), good.repeat(2)].forEach((text, index) => check(index + 1, text, index ? null : address));

const report = new TextDecoder("latin1").decode(answers.find((answer) => answer.length > 1000) ?? new Uint8Array());
if (!report.includes("scope-different-host")) throw new Error(`The worker has not reported: ${answers.length} answers, ${report}`);
for (const [name, value] of Object.entries(exports)) {
  if (name.startsWith("called ") && value.value) console.log(name);
}
