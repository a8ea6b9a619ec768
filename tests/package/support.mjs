// What the tests of the npm package share: the packed archive, installed as its users do.
//
// `cargo xtask test` packs it and says where in PACKAGE; CHROMIUM names the browser, and PROGRAM the command line program.
// By hand: `cargo xtask package`, then `node --test tests/package/*.test.mjs`.

import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";

const start = promisify(execFile);
const LARGE = { maxBuffer: 256 * 1024 * 1024 };

/** The checkout. */
export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** The build folder. */
export const TARGET = resolve(ROOT, process.env.CARGO_TARGET_DIR || "target");

async function archive() {
  if (process.env.PACKAGE) return process.env.PACKAGE;
  const [, version] = /^version = "(.+)"$/m.exec(await readFile(join(ROOT, "Cargo.toml"), "utf8"));
  return join(TARGET, `package/sitemap-validator-${version}.tgz`);
}

const folders = [];

after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

/** An empty project with the package installed, and the files of `template`; gone when the tests are done. */
export async function project(template) {
  const folder = await mkdtemp(join(tmpdir(), "sitemap-validator-"));
  folders.push(folder);
  await writeFile(join(folder, "package.json"), JSON.stringify({ name: "tide-tables", private: true, type: "module" }));
  if (template) await cp(template, folder, { recursive: true });
  const options = ["--offline", "--no-audit", "--no-fund", "--ignore-scripts"];
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  await start(npm, ["install", ...options, await archive()], { cwd: folder, shell: process.platform === "win32" });
  return folder;
}

/** Makes each look at the clock take a while in workers of `folder`: a small file takes long, however fast the machine. */
export const slowed = (folder) =>
  clocked(
    folder,
    `const real = performance.now.bind(performance);
performance.now = () => {
  const until = real() + 50;
  while (real() < until);
  return real();
};
`,
  );

/** Makes workers of `folder` report their progress once and then compute forever: only ending them stops them. */
export const endless = (folder) =>
  clocked(
    folder,
    `let looks = 0;
performance.now = () => {
  looks += 1;
  while (looks > 5);
  return looks * 200;
};
`,
  );

/** Starts each worker of `folder` with a script that replaces the clock. */
async function clocked(folder, script) {
  for (const name of ["worker-node.js", "worker.js"]) {
    const path = join(folder, "node_modules/sitemap-validator", name);
    await writeFile(path, script + (await readFile(path, "utf8")));
  }
  return folder;
}

/** The package as a program in `folder` gets it. */
export async function load(folder) {
  await writeFile(join(folder, "load.js"), 'export * from "sitemap-validator";\n');
  return import(pathToFileURL(join(folder, "load.js")));
}

/** Runs `program` in `folder` to its own end; what it prints. Fails when it has not ended after a minute. */
export async function run(folder, program) {
  await writeFile(join(folder, "program.js"), program);
  const { stdout } = await start(process.execPath, ["program.js"], { cwd: folder, timeout: 60_000, ...LARGE });
  return stdout;
}

let program;

/** The command line program; cargo builds it if PROGRAM does not name one. */
function built() {
  const cargo = process.env.CARGO ?? "cargo";
  const build = ["build", "--quiet", "--workspace", "--bin", "sitemap-validator", "--message-format=json"];
  return start(cargo, build, { cwd: ROOT, ...LARGE }).then(({ stdout }) => {
    const lines = stdout.trim().split("\n").map((line) => JSON.parse(line));
    return lines.findLast((line) => line.executable).executable;
  });
}

/** The report of the command line. */
export const commandLine = (...words) => commandLineIn(ROOT, ...words);

/** The same in another folder than the checkout. */
export async function commandLineIn(folder, ...words) {
  return JSON.parse(await printedIn(folder, "--format", "json", ...words));
}

/** What the command line prints. */
export const printed = (...words) => printedIn(ROOT, ...words);

async function printedIn(cwd, ...words) {
  program ??= process.env.PROGRAM ?? built();
  // 1 says that errors were found.
  const told = await start(await program, words, { cwd, ...LARGE }).catch((error) => {
    if (error.code !== 1) throw error;
    return error;
  });
  return told.stdout;
}

/** A sitemap of these entries. */
export const sitemap = (...entries) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n` +
  `${entries.map((entry) => `  <url>${entry}</url>\n`).join("")}</urlset>\n`;

/** A sitemap of so many thousand entries, each with an error; fifty thousand take a second where the clock is slow. */
export const large = (thousands) =>
  sitemap(Array(thousands * 1000).fill("<loc>https://tidepool.page/a?b&c</loc>").join("</url>\n  <url>"));

/** The ids of a file's findings. */
export const rules = (report, file = 0) => report.files[file].diagnostics.map(({ rule }) => rule);
