// Writes the folders of two npm packages, ready for `npm pack`: the launcher, and the program for one target.
//
//   node pack.mjs PROGRAM TARGET VERSION OUT
//
// PROGRAM is the program, built for the Rust target TARGET. The folders are created in OUT, and replaced if they exist.
// Their paths are printed, one on each line: first the launcher, then the program.

import { chmod, copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";

import { fileFor, packageFor, targets } from "./targets.js";

const LAUNCHER = ["launcher.js", "targets.js", "targets.json", "README.md"];
const LICENSES = ["LICENSE-APACHE", "LICENSE-MIT"];

/** A file of the checkout. */
const source = (name) => new URL(name, import.meta.url);

/** Creates the folder of the package that `manifest` describes, with these files: names, and what to copy. */
async function create(out, manifest, files) {
  const folder = join(out, basename(manifest.name));
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  const licenses = LICENSES.map((name) => [name, source(`../../${name}`)]);
  for (const [name, from] of [...licenses, ...files]) await copyFile(from, join(folder, name));
  return folder;
}

const [program, target, version, out, ...rest] = process.argv.slice(2);
if (out === undefined || rest.length > 0) throw new Error("Usage: node pack.mjs PROGRAM TARGET VERSION OUT");
if (!Object.hasOwn(targets, target)) {
  throw new Error(`There is no target ${target} in targets.json; there are ${Object.keys(targets).join(", ")}.`);
}
const system = targets[target];

const manifest = JSON.parse(await readFile(source("package.json"), "utf8"));
manifest.version = version;
manifest.optionalDependencies = Object.fromEntries(Object.values(targets).map((system) => [packageFor(system), version]));
const launcher = await create(out, manifest, LAUNCHER.map((name) => [name, source(name)]));

const { license, engines, homepage, repository, bugs } = manifest;
const name = packageFor(system);
const { os, cpu, libc } = system;
const binary = {
  name,
  version,
  description: `The program of sitemap-validator-cli for ${target}`,
  license,
  homepage,
  repository,
  bugs,
  engines,
  os: [os],
  cpu: [cpu],
  libc: libc && [libc],
  // Package managers that keep packages in archives have to unpack it: the system cannot run a file of an archive.
  preferUnplugged: true,
  publishConfig: { access: "public" },
};
const folder = await create(out, binary, [[fileFor(system), program]]);
await chmod(join(folder, fileFor(system)), 0o755);
await writeFile(
  join(folder, "README.md"),
  `# ${name}\n\nThe program of \`sitemap-validator-cli\` for \`${target}\`. Install that package instead.\n`,
);
console.log(`${launcher}\n${folder}`);
