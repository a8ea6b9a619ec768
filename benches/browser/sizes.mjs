// What a visitor loads of DIST: prints of each part its bytes and those after brotli 11, file by file.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { say } from "./protocol.mjs";

const dist = process.env.DIST;
const page = await readFile(join(dist, "index.html"), "utf8");
const head = page.slice(0, page.indexOf("</head>"));
/** The files that `html` names in tags that begin so. */
const files = (html, tag) => [...html.matchAll(new RegExp(`<${tag}[^>]*? (?:src|href)="(?:\\./)?([^":]+)"`, "g"))].map(([, name]) => name);

const parts = {
  // What keeps a drop, a paste or a pick: the document, and what blocks its first view.
  first: ["index.html", ...files(head, "script"), ...files(head, 'link rel="stylesheet"')],
  page: ["index.html", ...files(page, "script"), ...files(page, "link")].filter((name) => /\.(html|css|js|wasm)$/.test(name)),
  "page-rest": [/data-wasm="\.\/([^"]+)"/.exec(page)[1].replace("_bg.", "_rest.")],
  validator: ["worker-start.js", "sitemap-validator-worker.js", "sitemap-validator-worker_bg.wasm"],
  "validator-rest": ["sitemap-validator-worker_rest.wasm"],
};
for (const [part, names] of Object.entries(parts)) {
  let [raw, packed] = [0, 0];
  for (const name of new Set(names)) {
    const bytes = await readFile(join(dist, name));
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    raw += bytes.length;
    packed += brotliCompressSync(bytes, { params }).length;
  }
  say("sample", part, "raw", raw);
  say("sample", part, "packed", packed);
}
