// Writes beside each file of a folder that is worth it what brotli and gzip make of it, for servers that hand such files
// out. What is there and of the same time as its file is kept. Beside `embed.js` goes the hash that sites pin it by.
//
// node compress.mjs FOLDER [QUALITY]: QUALITY is brotli's, 11 unless told otherwise.

import { createHash } from "node:crypto";
import { readFile, readdir, stat, utimes, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const WORTH_IT = /\.(js|wasm|css|html|md|txt|svg|xml|webmanifest)$/;
const LEAST = 1000;

const [folder, quality = "11"] = process.argv.slice(2);

const packers = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: Number(quality),
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gz: (bytes) => promisify(gzip)(bytes, { level: 9 }),
};

// A time that was set is not to the nanosecond what was asked for.
const sameTime = (one, other) => Math.abs(one.mtimeMs - other.mtimeMs) < 2;

const counts = { files: 0, written: 0, before: 0, brotli: 0 };

async function pack(path) {
  const data = await stat(path);
  if (data.size <= LEAST) return;
  counts.files += 1;
  counts.before += data.size;
  let bytes;
  for (const [ending, packed] of Object.entries(packers)) {
    const beside = `${path}.${ending}`;
    let there = await stat(beside).catch(() => undefined);
    if (!there || !sameTime(there, data)) {
      bytes ??= await readFile(path);
      await writeFile(beside, await packed(bytes));
      await utimes(beside, data.atime, data.mtime);
      there = await stat(beside);
      counts.written += 1;
    }
    if (ending === "br") counts.brotli += there.size;
  }
}

const entries = await readdir(folder, { recursive: true, withFileTypes: true });
const files = entries
  .filter((entry) => entry.isFile() && WORTH_IT.test(entry.name))
  .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
const sizes = new Map(await Promise.all(files.map(async (file) => [file, (await stat(file)).size])));
// The largest first, so that none is left over at the end for one processor alone.
files.sort((a, b) => sizes.get(b) - sizes.get(a));
const next = files.values();
await Promise.all(
  Array.from({ length: availableParallelism() + 1 }, async () => {
    for (const file of next) await pack(file);
  }),
);

const script = files.find((file) => relative(folder, file) === "embed.js");
if (script) {
  const hash = createHash("sha384").update(await readFile(script)).digest("base64");
  await writeFile(`${script}.sha384`, `sha384-${hash}\n`);
}

const kilobytes = (bytes) => `${Math.ceil(bytes / 1000)} kB`;
console.log(
  `${counts.files} files compressed (${counts.written / 2} anew): ${kilobytes(counts.before)}, with brotli ${kilobytes(counts.brotli)}`,
);
