// The product's worker, as the page uses it.

/** An input as a file. */
export async function fetchFile(name) {
  const blob = await (await fetch(`/inputs/${name}.xml`)).blob();
  return new File([blob], `${name.split("/").at(-1)}.xml`);
}

let module;
let rest;

/** A worker, ready. */
export function startWorker() {
  const worker = new Worker("/dist/worker-start.js", { type: "module" });
  module ??= WebAssembly.compileStreaming(fetch("/dist/sitemap-validator-worker_bg.wasm"));
  rest ??= WebAssembly.compileStreaming(fetch("/dist/sitemap-validator-worker_rest.wasm"));
  Promise.all([module, rest]).then(([module, rest]) => worker.postMessage({ module, rest }));
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => JSON.parse(data).ready && resolve(worker);
    worker.onerror = (event) => reject(new Error(event.message ?? "the worker did not start"));
  });
}

/** From handing over the file to the report, as the page does it. */
export function checkInWorker(worker, file, entries) {
  const inputs = [{ name: file.name, url: null, text: null }];
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
