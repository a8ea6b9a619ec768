// What a visitor loads, from DIST: prints of each part its bytes and those after brotli 11, file by file.

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { say } from "./protocol.mjs";

const dist = process.env.DIST;
const sizes = { page: [0, 0], validator: [0, 0] };
for (const name of await readdir(dist)) {
  if (!/\.(html|css|js|wasm)$/.test(name)) continue;
  const bytes = await readFile(join(dist, name));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  // The worker is fetched when the page is there already.
  const part = sizes[/worker/.test(name) ? "validator" : "page"];
  part[0] += bytes.length;
  part[1] += brotliCompressSync(bytes, { params }).length;
}
for (const [part, [raw, packed]] of Object.entries(sizes)) {
  say("sample", part, "raw", raw);
  say("sample", part, "packed", packed);
}
