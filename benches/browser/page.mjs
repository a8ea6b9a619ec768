// The candidates in a browser. `prepare` gets an input ready, `turn` lets one of them read it once.

import { checkWithDom } from "./dom.mjs";
import { instantiate, readWithSaxes, readWithLibxml2 } from "./candidates.mjs";
import { checkInWorker, fetchFile, startWorker } from "./worker.mjs";

let turns;
let kept;

window.turn = (name) => turns.get(name)();

/** Has a new worker check the file, and keeps it: whoever calls looks at its memory. */
window.fill = async ({ name, entries }) => {
  kept = await startWorker();
  await checkInWorker(kept, await fetchFile(name), entries);
};

window.prepare = async ({ name, entries, beside }, xsd) => {
  const file = await fetchFile(name);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = await file.text();
  const absent = [];
  turns = new Map();

  const warm = await startWorker();
  turns.set("worker, warm", () => checkInWorker(warm, file, entries));
  turns.set("worker, first call", async () => {
    const fresh = await startWorker();
    const took = await checkInWorker(fresh, file, entries);
    fresh.terminate();
    return took;
  });

  if (beside) {
    const other = await fetchFile(beside);
    turns.set(`worker, warm, ${beside}`, () => checkInWorker(warm, other, entries));
  }

  const wasm = await instantiate(await (await fetch("/benches.wasm")).arrayBuffer());
  wasm.fill(bytes);
  turns.set("core, wasm", () => timed(() => wasm.check()));
  turns.set("quick-xml events, wasm", () => timed(() => wasm.events()));

  turns.set("DOMParser and checks", () => {
    let found;
    const took = timed(() => (found = checkWithDom(text)));
    if (found.urls !== entries) throw new Error(`${found.urls} of ${entries} URLs read`);
    return took;
  });

  await optional(absent, "saxes", async () => {
    const { SaxesParser } = await import("/saxes.mjs");
    turns.set("saxes, no checks", () => timed(() => readWithSaxes(SaxesParser, text, entries)));
  });
  await optional(absent, "libxml2-wasm", async () => {
    const libxml2 = await import("/libxml2-wasm/index.mjs");
    turns.set(xsd ? "libxml2-wasm and schema" : "libxml2-wasm, no schema", readWithLibxml2(libxml2, bytes, xsd, timed));
  });
  return { names: [...turns.keys()], absent };
};

function timed(work) {
  const begun = performance.now();
  work();
  return performance.now() - begun;
}

async function optional(absent, name, add) {
  try {
    await add();
  } catch (error) {
    absent.push([name, `it is not there (${error.message.split("\n")[0]})`]);
  }
}
