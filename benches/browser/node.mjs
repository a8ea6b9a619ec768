// Measures in Node and prints what each candidate took: CPU time of the whole process, its collector of garbage included.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { instantiate, readWithLibxml2, readWithSaxes } from "./candidates.mjs";
import { say, settings, take } from "./protocol.mjs";

const { rounds, inputs, schema } = settings();
const module = await readFile(process.env.BENCH_WASM);
const saxes = await peer("saxes");
const sitemap = await peer("sitemap");
const libxml2 = await peer("libxml2-wasm");
say("version", "Node", process.version.slice(1));

for (const { name, entries, valid } of inputs) {
  const bytes = await readFile(join(process.env.INPUT_FOLDER, `${name}.xml`));
  const text = bytes.toString();
  const xsd = schema && valid ? await readFile(schema, "utf8") : null;
  const turns = new Map();
  const wasm = await instantiate(module);
  wasm.fill(bytes);
  turns.set("core, wasm", () => timed(() => wasm.check()));
  turns.set("quick-xml events, wasm", () => timed(() => wasm.events()));
  if (saxes) {
    turns.set("saxes, no checks", () => timed(() => readWithSaxes(saxes.SaxesParser, text, entries)));
  }
  if (sitemap) {
    turns.set("sitemap, its parser", () => timedAsync(async () => {
      let items = 0;
      // It would print each problem; keeping them is enough.
      const parser = new sitemap.XMLToSitemapItemStream({ logger: false });
      parser.on("data", () => (items += 1));
      await pipeline(Readable.from([bytes], { objectMode: false }), parser);
      if (items !== entries) throw new Error(`${items} of ${entries} URLs read`);
    }));
  }
  if (libxml2) {
    turns.set(xsd ? "libxml2-wasm and schema" : "libxml2-wasm, no schema", readWithLibxml2(libxml2, bytes, xsd, timed));
  }
  await take(name, rounds, [...turns.keys()], (name) => turns.get(name)());
}

function used(since) {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}

function timed(work) {
  const begun = process.cpuUsage();
  work();
  return used(begun);
}

async function timedAsync(work) {
  const begun = process.cpuUsage();
  await work();
  return used(begun);
}

/** A package of package.json, or null when it is not installed. */
async function peer(name) {
  try {
    const loaded = await import(name);
    const lock = createRequire(import.meta.url)("./package-lock.json");
    say("version", name, lock.packages[`node_modules/${name}`].version);
    return loaded;
  } catch (error) {
    say("absent", name, `it is not there (${error.message.split("\n")[0]})`);
    return null;
  }
}
