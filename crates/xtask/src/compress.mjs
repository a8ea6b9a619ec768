// Compresses the files of a folder with brotli and gzip, for servers that send such files. First removes the compressed
// files whose original is gone or has changed: a server would send them in its place. Compressed files have the time of
// their original. Writes the hash of `embed.js` beside it, for sites that pin it.
//
// node compress.mjs FOLDER [QUALITY | clean]: QUALITY is brotli's, 11 by default; `clean` only removes files.

import { createHash } from "node:crypto";
import { readFile, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const COMPRESSIBLE = /\.(js|wasm|css|html|md|txt|svg|xml|webmanifest)(\.br|\.gz)?$/;
const MINIMUM = 1000;

const [folder, quality = "11"] = process.argv.slice(2);

const entries = await readdir(folder, { recursive: true, withFileTypes: true });
const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath ?? entry.path, entry.name));
const stats = new Map(await Promise.all(paths.map(async (path) => [path, await stat(path)])));

// Some file systems do not store times to the nanosecond.
const haveSameTime = (one, other) => Math.abs(one?.mtimeMs - other?.mtimeMs) < 2;

const files = [];
for (const path of paths) {
  const compressed = COMPRESSIBLE.exec(path)?.[2];
  if (compressed === undefined) {
    if (COMPRESSIBLE.test(path) && stats.get(path).size > MINIMUM) files.push(path);
  } else if (!haveSameTime(stats.get(path), stats.get(path.slice(0, -compressed.length)))) {
    await rm(path);
    stats.delete(path);
  }
}
if (quality === "clean") process.exit();

const compressors = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: Number(quality),
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gz: (bytes) => promisify(gzip)(bytes, { level: 9 }),
};

const totals = { before: 0, br: 0, gz: 0 };

async function compress(path) {
  const { size, atime, mtime } = stats.get(path);
  totals.before += size;
  for (const [ending, compress] of Object.entries(compressors)) {
    const target = `${path}.${ending}`;
    if (!stats.has(target)) {
      await writeFile(target, await compress(await readFile(path)));
      await utimes(target, atime, mtime);
    }
    totals[ending] += (stats.get(target) ?? (await stat(target))).size;
  }
}

// The largest first, so that the last ones are short.
files.sort((a, b) => stats.get(b).size - stats.get(a).size);
await Promise.all(files.map(compress));

const script = paths.find((path) => relative(folder, path) === "embed.js");
if (script) {
  const hash = createHash("sha384").update(await readFile(script)).digest("base64");
  await writeFile(`${script}.sha384`, `sha384-${hash}\n`);
}

const kilobytes = (bytes) => `${Math.ceil(bytes / 1000)} kB`;
console.log(`${files.length} files compressed: ${kilobytes(totals.before)}, with brotli ${kilobytes(totals.br)}`);
