// A host at the other end of a slow line: each answer begins after a delay, and all answers share the rate.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const compress = promisify(brotliCompress);

/** 1.6 Mbit/s. */
const BYTES_PER_SECOND = 200_000;
const ROUND_TRIP = 150;
const TICK = 5;
/** What an idle line could have carried for longer is lost. */
const MOST = 100;

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

/**
 * Serves `dist` slowly, compressed with Brotli at level 11. The first request of a file waits until it is compressed, so
 * the first visit must not count.
 */
export async function serveSlowly(dist) {
  const ready = new Map();
  const body = async (path) => {
    const bytes = await readFile(join(dist, path));
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    return compress(bytes, { params });
  };
  const load = (path) => ready.get(path) ?? ready.set(path, body(path)).get(path);

  let queue = [];
  let before = performance.now();
  const pump = setInterval(() => {
    // Timers are late on a busy machine.
    const now = performance.now();
    let room = Math.round((BYTES_PER_SECOND * Math.min(now - before, MOST)) / 1000);
    before = now;
    while (queue.length && room > 0) {
      const share = Math.ceil(room / queue.length);
      for (const answer of queue) {
        const part = answer.bytes.subarray(answer.at, answer.at + Math.min(share, room));
        answer.response.write(part);
        answer.at += part.length;
        room -= part.length;
        if (answer.at === answer.bytes.length) answer.response.end();
      }
      queue = queue.filter(({ at, bytes, response }) => at < bytes.length && !response.destroyed);
    }
  }, TICK);

  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const path = normalize(pathname.endsWith("/") ? `${pathname}index.html` : decodeURIComponent(pathname));
    const [bytes] = await Promise.all([
      load(path).catch(() => null),
      new Promise((resolve) => setTimeout(resolve, ROUND_TRIP)),
    ]);
    if (!bytes) return response.writeHead(404).end();
    const kept = /-[0-9a-f]{13,16}[._]/.test(path) || request.url.includes("?v=");
    response.writeHead(200, {
      "Content-Type": TYPES[extname(path)] ?? "text/plain; charset=utf-8",
      "Content-Encoding": "br",
      "Cache-Control": kept ? "max-age=31536000, immutable" : "no-cache",
      "Cross-Origin-Opener-Policy": "same-origin",
      "Cross-Origin-Embedder-Policy": "require-corp",
    });
    queue.push({ response, bytes, at: 0 });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    close: () => {
      clearInterval(pump);
      server.closeAllConnections();
      server.close();
    },
  };
}
