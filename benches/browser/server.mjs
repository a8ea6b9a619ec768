// Serves what the page of the benchmark needs: itself, the built product, the inputs, and the npm packages.

import { readFile } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const HERE = fileURLToPath(new URL(".", import.meta.url));

/** As production sends them: a check can be stopped at once. */
const ISOLATED = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };

const FOLDERS = {
  "/dist/": process.env.DIST,
  "/inputs/": process.env.INPUT_FOLDER,
  "/libxml2-wasm/": join(HERE, "node_modules/libxml2-wasm/lib"),
  "/": HERE,
};

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".wasm": "application/wasm",
  ".xml": "application/xml",
};

/** A server on a free port of this machine. */
export async function serve() {
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(request.url.split("?")[0]);
    try {
      const body = await contents(path === "/" ? "/page.html" : path);
      const type = TYPES[extname(path) || ".html"] ?? "application/octet-stream";
      response.writeHead(200, { "Content-Type": type, "Cache-Control": "no-cache", ...ISOLATED }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

async function contents(path) {
  if (path === "/saxes.mjs") return bundle("saxes", "SaxesParser");
  if (path === "/benches.wasm") return readFile(process.env.BENCH_WASM);
  const [mount, folder] = Object.entries(FOLDERS).find(([mount]) => path.startsWith(mount));
  const relative = normalize(path.slice(mount.length));
  if (!folder || relative.startsWith("..")) throw new Error("not served");
  return readFile(join(folder, relative));
}

/** A CommonJS package as one module, as a browser takes it. */
function bundle(name, exported) {
  const modules = new Map();
  const add = (path) => {
    if (modules.has(path)) return;
    modules.set(path, "");
    const require = createRequire(path);
    const code = readFileSync(path, "utf8").replace(/require\("([^"]+)"\)/g, (_, name) => {
      const wanted = require.resolve(name);
      add(wanted);
      return `load(${JSON.stringify(wanted)})`;
    });
    modules.set(path, code);
  };
  const entry = createRequire(import.meta.url).resolve(name);
  add(entry);
  const bodies = [...modules].map(([path, code]) => `${JSON.stringify(path)}: (exports, module) => {${code}\n}`);
  return `const bodies = {${bodies.join(",\n")}};
const loaded = {};
function load(path) {
  if (!loaded[path]) {
    const module = (loaded[path] = { exports: {} });
    bodies[path](module.exports, module);
  }
  return loaded[path].exports;
}
export const { ${exported} } = load(${JSON.stringify(entry)});
`;
}
