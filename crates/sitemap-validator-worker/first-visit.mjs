// Uses the validator as the page does on a first visit, and prints which of its functions were called. Visitors wait for
// these alone.
//
// node first-visit.mjs MODULE: a variant of the worker's module, see the crate `wasm-parts`. Its glue is beside it.

import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { usual } from "./usual.mjs";

const [, , program] = process.argv;

/** Replaces `Blob`, which Node cannot read at once. */
class Bytes {
  constructor(bytes) {
    this.bytes = bytes;
  }
  get size() {
    return this.bytes.length;
  }
  slice(from, to) {
    return new Bytes(this.bytes.subarray(from, to));
  }
}

class Reader {
  readAsArrayBuffer({ bytes }) {
    return bytes.slice().buffer;
  }
}

/** What the worker has posted: bytes, or bytes and texts. */
const answers = [];
let time = 0;
const given = {
  Blob: Bytes,
  FileReaderSync: Reader,
  name: "",
  onmessage: null,
  packed: true,
  stop: new Int32Array(new SharedArrayBuffer(4)),
  // Slow enough for the worker to tell how far it is.
  performance: { now: () => (time += 100), mark() {}, clearMarks() {} },
  postMessage: (data) => answers.push(data),
};
for (const [name, value] of Object.entries(given)) {
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
}
const { default: start } = await import(pathToFileURL(join(dirname(resolve(program)), "sitemap-validator-worker.js")));
const exports = await start({ module_or_path: new WebAssembly.Module(await readFile(program)) });
const say = (message, files = []) => globalThis.onmessage({ data: { message: JSON.stringify(message), files } });

let run = 0;
/** Checks a text or a file, and asks for what the page shows beside the findings. */
function check({ text = null, file, url = null, lang = "" }) {
  run += 1;
  const profile = ["sitemaps.org", "google", "bing"];
  const flags = { pedantic: false, strictSchema: false, searchConsole: false, excerpts: true };
  const settings = { profile, ...flags, verifiedHosts: [], base: null, now: Date.UTC(2026, 0), lang };
  const files = file ? [new Bytes(new TextEncoder().encode(file))] : [];
  const input = { name: file ? "sitemap.xml" : "Pasted text", content: file ? 0 : null, url, repaired: false, text };
  say({ check: { run, settings, inputs: [input] } }, files);
  say({ findings: { run, file: 0, rule: null, offset: 0, count: 100 } });
  say({ lines: { run, file: 0, first: 1, count: 60, focus: 157 } });
  say({ read: { run, file: 0, start: 157, end: 158 } });
  say({ figures: { run, file: 0 } });
}

/** A long file without problems. */
function long() {
  const url = (_, index) => `<url><loc>https://shop.tidepool.page/products-${index % 100}/${index}</loc><lastmod>2025-01-02</lastmod></url>`;
  const urls = Array.from({ length: 50_000 }, url).join("\n");
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}\n</urlset>`;
}

const sample = (name) => readFile(new URL(`../../web/samples/${name}.xml`, import.meta.url), "utf8");
const [broken, good] = [await sample("broken"), await sample("good")];
const url = "https://shop.tidepool.page/sitemap.xml";
check({ text: broken, url });
check({ text: broken.replace("&", "&amp;") });
check({ text: good.replace("<changefreq>", "<changefreq> ") });
check({ text: good });
check({ text: `${good.slice(0, good.indexOf("</url>"))}</url></urlset>` });
check({ file: long() });
check({ file: broken.replaceAll("\n", "\r\n") });
check({ file: usual });
check({ file: usual, url });
check({ file: good.replaceAll("urlset", "sitemapindex").replaceAll("url>", "sitemap>").replace(/<(changefreq|priority)>.*/g, "") });
const words = "[words]\na name\n\tun nom\n\n[rule priority-decimal-comma]\ntitle La priorité `{0}` est exagérée\nhelp Écrivez `{1}`.\n";
say({ words: { lang: "fr", text: words } });
check({ text: broken, url, lang: "fr" });

const reports = answers.map((answer) => new TextDecoder("latin1").decode(answer.message ?? answer));
for (const expected of ["scope-different-host", "lastmod-invalid-calendar", "est exagérée"]) {
  const bytes = Buffer.from(expected).toString("latin1");
  if (!reports.some((report) => report.includes(bytes))) throw new Error(`No answer of the worker has ${expected}.`);
}
for (const [name, value] of Object.entries(exports)) {
  if (name.startsWith("called ") && value.value) console.log(name);
}
