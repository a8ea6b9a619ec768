// The candidates in a browser. `prepare` gets an input ready, `turn` lets one of them read it once.

import { checkWithDom } from "./dom.mjs";
import { instantiate, readWithSaxes, readWithLibxml2 } from "./candidates.mjs";

let turns;

window.turn = (name) => turns.get(name)();

window.prepare = async ({ name, entries }, xsd) => {
  const blob = await (await fetch(`/inputs/${name}.xml`)).blob();
  const file = new File([blob], `${name}.xml`);
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const text = await blob.text();
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

  const wasm = await instantiate(await (await fetch("/benches.wasm")).arrayBuffer());
  wasm.fill(bytes);
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

/** The product's worker, ready. */
function startWorker() {
  const worker = new Worker("/dist/worker-start.js", { type: "module" });
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => JSON.parse(data).ready && resolve(worker);
    worker.onerror = (event) => reject(new Error(event.message ?? "the worker did not start"));
  });
}

/** From handing over the file to the report, as the page does it. */
function checkInWorker(worker, file, entries) {
  const inputs = [{ name: file.name, address: null, text: null }];
  const message = JSON.stringify({ check: { run: 1, settings: { now: Date.now() }, inputs } });
  return new Promise((resolve, reject) => {
    let begun;
    worker.onerror = (event) => reject(new Error(event.message ?? "the worker stopped"));
    worker.onmessage = ({ data }) => {
      const answer = JSON.parse(data);
      if (answer.progress) return;
      const took = performance.now() - begun;
      const read = answer.done?.report.files[0].stats.entries;
      if (read === entries) resolve(took);
      else reject(new Error(`the worker read ${read} of ${entries} URLs: ${data.slice(0, 200)}`));
    };
    begun = performance.now();
    worker.postMessage({ message, files: [file] });
  });
}
