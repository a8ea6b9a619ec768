// Tests the npm package with the program, installed as its users do.
//
// PROGRAM is the program; `cargo build` writes it. By hand: `node --test tests/package/launcher.test.mjs`.

import assert from "node:assert/strict";
import { execFile, spawn, spawnSync } from "node:child_process";
import { access, chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";

import { fileFor, packageFor, targets, thisSystem } from "../../packages/sitemap-validator-cli/targets.js";
import { ROOT, TARGET } from "./support.mjs";

const PACK = join(ROOT, "packages/sitemap-validator-cli/pack.mjs");
const SYSTEM = thisSystem();
const PROGRAM = process.env.PROGRAM ?? join(TARGET, "debug", fileFor(SYSTEM));
const WINDOWS = process.platform === "win32";
const start = promisify(execFile);
const npm = (folder, ...words) => start(WINDOWS ? "npm.cmd" : "npm", words, { cwd: folder, shell: WINDOWS });

const sitemap = (entry) =>
  `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url>${entry}</url></urlset>\n`;
const BROKEN = sitemap("<loc>https://tidepool.page/a&b</loc>");
const GOOD = sitemap("<loc>https://tidepool.page/</loc>");

let folder, project, version, launcher, installed;

before(async () => {
  await access(PROGRAM).catch(() => assert.fail(`There is no program at ${PROGRAM}. Run cargo build, or set PROGRAM.`));
  [, version] = /^version = "(.+)"$/m.exec(await readFile(join(ROOT, "Cargo.toml"), "utf8"));
  const [target] = Object.entries(targets).find(([, target]) => packageFor(target) === packageFor(SYSTEM));
  folder = await mkdtemp(join(tmpdir(), "sitemap-validator-"));
  const { stdout } = await start(process.execPath, [PACK, PROGRAM, target, version, folder]);
  await npm(folder, "pack", "--silent", ...stdout.trim().split("\n"));

  project = join(folder, "project");
  await mkdir(project);
  await writeFile(join(project, "package.json"), JSON.stringify({ name: "tide-tables", private: true }));
  const archives = [packageFor(SYSTEM).slice(1).replace("/", "-"), "sitemap-validator-cli"];
  const options = ["--offline", "--no-audit", "--no-fund", "--ignore-scripts"];
  await npm(project, "install", ...options, ...archives.map((name) => join(folder, `${name}-${version}.tgz`)));
  launcher = join(project, "node_modules/sitemap-validator-cli/launcher.js");
  installed = join(project, "node_modules", packageFor(SYSTEM));
  await writeFile(join(project, "broken.xml"), BROKEN);
  await writeFile(join(project, "good.xml"), GOOD);
});
after(() => folder && rm(folder, { recursive: true, force: true }));

/** Starts the launcher. The result is its process, and a promise of how it ends and what it prints. */
function launch(words, { input = "", env = {} } = {}) {
  const child = spawn(process.execPath, [launcher, ...words], { cwd: project, env: { ...process.env, ...env } });
  const printed = { out: "", err: "" };
  child.stdout.on("data", (data) => (printed.out += data));
  child.stderr.on("data", (data) => (printed.err += data));
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  const ended = new Promise((resolve) => child.on("close", (code, signal) => resolve({ code, signal, ...printed })));
  return { child, ended };
}

/** Starts the launcher, and waits for its end. */
const run = (words, options) => launch(words, options).ended;

test("npx and scripts find the program", async () => {
  const { stdout } = await npm(project, "exec", "--no", "--offline", "--", "sitemap-validator-cli", "--version");
  assert.equal(stdout.trim(), `sitemap-validator ${version}`);
  await access(join(project, "node_modules/.bin", WINDOWS ? "sitemap-validator.cmd" : "sitemap-validator"));
});

test("both packages have the licenses, and the package of the program names its system", async () => {
  const manifest = JSON.parse(await readFile(join(installed, "package.json"), "utf8"));
  const { os, cpu, libc } = SYSTEM;
  assert.deepEqual([manifest.version, manifest.os, manifest.cpu, manifest.libc], [version, [os], [cpu], libc && [libc]]);
  for (const license of ["LICENSE-APACHE", "LICENSE-MIT"]) {
    const text = await readFile(join(ROOT, license), "utf8");
    assert.equal(await readFile(join(installed, license), "utf8"), text);
    assert.equal(await readFile(join(launcher, "..", license), "utf8"), text);
  }
});

test("each target has a package of its own, which the launcher asks for in its own version", async () => {
  const { optionalDependencies } = JSON.parse(await readFile(join(launcher, "../package.json"), "utf8"));
  const names = Object.values(targets).map(packageFor);
  assert.deepEqual(optionalDependencies, Object.fromEntries(names.map((name) => [name, version])));
  assert.equal(Object.keys(optionalDependencies).length, Object.keys(targets).length);
  assert.ok(names.includes("@sitemap-validator/cli-linux-x64-musl") && names.includes("@sitemap-validator/cli-win32-arm64"));
});

test("pack.mjs rejects unknown targets", async () => {
  const error = await start(process.execPath, [PACK, PROGRAM, "vax-vms", version, folder]).catch((error) => error);
  assert.equal(error.code, 1);
  assert.match(error.stderr, /There is no target vax-vms in targets\.json; there are x86_64-unknown-linux-gnu, /);
});

test("output and exit code are those of the program", async () => {
  const broken = await run(["broken.xml"]);
  assert.equal(broken.code, 1);
  assert.match(broken.out, /error\[loc-unescaped-ampersand\]/);
  assert.equal((await run(["good.xml"])).code, 0);
  const wrong = await run(["--no-such-option"]);
  assert.equal(wrong.code, 2);
  assert.match(wrong.err, /--no-such-option/);
});

test("standard input is passed on", async () => {
  const { code, out } = await run(["-"], { input: BROKEN });
  assert.equal(code, 1);
  assert.match(out, /<stdin>:1:/);
});

describe("a run that is interrupted", { skip: WINDOWS, timeout: 60_000 }, () => {
  let server, url, asked;
  before(async () => {
    // The second sitemap is never answered.
    server = createServer(({ url: path, headers: { host } }, response) => {
      if (path === "/robots.txt") response.end(`Sitemap: http://${host}/one.xml\nSitemap: http://${host}/two.xml\n`);
      else if (path === "/one.xml") response.end(sitemap(`<loc>http://${host}/?a&b</loc>`));
      else asked();
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${server.address().port}/`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  const fetching = () => ["--allow-private", "--connections", "1", url];

  for (const name of ["SIGINT", "SIGTERM"]) {
    test(`${name} reaches the program, and the launcher waits for its report`, async () => {
      const waits = new Promise((resolve) => (asked = resolve));
      const { child, ended } = launch(fetching());
      await waits;
      child.kill(name);
      const { code, signal, out } = await ended;
      assert.deepEqual([code, signal], [1, null]);
      assert.match(out, /error\[loc-unescaped-ampersand\]/);
    });
  }

  // `script` of util-linux runs a command in a terminal.
  const lacksTerminal = process.platform !== "linux" || spawnSync("script", ["--version"]).status !== 0;

  test("Ctrl-C in a terminal reaches the program once", { skip: lacksTerminal }, async () => {
    const waits = new Promise((resolve) => (asked = resolve));
    // Without `exec`, a shell that starts the launcher as its child gets the Ctrl-C as well, and ends with 130.
    const words = ["-qefc", `exec '${process.execPath}' '${launcher}' ${fetching().join(" ")}`, "/dev/null"];
    const child = spawn("script", words, { cwd: project });
    let out = "";
    child.stdout.on("data", (data) => (out += data));
    const ended = new Promise((resolve) => child.on("close", resolve));
    await waits;
    child.stdin.write("\x03");
    assert.equal(await ended, 1);
    assert.match(out, /loc-unescaped-ampersand/);
  });
});

test("SITEMAP_VALIDATOR_BINARY replaces the program", { skip: WINDOWS }, async () => {
  const own = join(folder, "own");
  await writeFile(own, '#!/bin/sh\necho "own $*"\nexit 7\n');
  await chmod(own, 0o755);
  const env = { SITEMAP_VALIDATOR_BINARY: own };
  assert.deepEqual(await run(["--fix", "a b"], { env }), { code: 7, signal: null, out: "own --fix a b\n", err: "" });
});

test("a program that cannot be started is named", async () => {
  const gone = join(folder, "gone");
  const { code, err } = await run(["good.xml"], { env: { SITEMAP_VALIDATOR_BINARY: gone } });
  assert.equal(code, 2);
  assert.ok(err.startsWith(`sitemap-validator-cli: ${gone} could not be started: `), err);
});

test("without the package of the program, a message says what to do", async () => {
  await rename(installed, `${installed}-moved`);
  try {
    const { code, out, err } = await run(["good.xml"]);
    assert.deepEqual([code, out], [2, ""]);
    assert.ok(err.includes(`The package ${packageFor(SYSTEM)} with the program for this system is not installed.`), err);
    assert.match(err, /npm install --include=optional/);
    assert.match(err, /SITEMAP_VALIDATOR_BINARY/);
  } finally {
    await rename(`${installed}-moved`, installed);
  }
});

test("on a system without a package, a message says so", async () => {
  const other = join(folder, "other.mjs");
  await writeFile(other, 'Object.defineProperty(process, "platform", { value: "sunos" });\n');
  const { code, err } = await run(["good.xml"], { env: { NODE_OPTIONS: `--import=${new URL(`file://${other}`)}` } });
  assert.equal(code, 2);
  assert.match(err, /There is no package with the program for sunos /);
});
