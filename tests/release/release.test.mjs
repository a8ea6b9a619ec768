// What `cargo xtask dist` has written to the folder `RELEASE`. The file `NEEDED` lists what the Python package is compiled from;
// if it is empty, the sources of the package are compiled.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

const RELEASE = process.env.RELEASE;
const SUMS = fileURLToPath(new URL("../../crates/xtask/src/sums.mjs", import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), "release-"));
after(() => rmSync(scratch, { recursive: true }));
const files = readdirSync(RELEASE);
const archive = files.find((name) => /^sitemap-validator-[\d.]+-.*\.(tar\.gz|zip)$/.test(name));
const isLinux = process.platform === "linux";

test("the archive has the program and what belongs to it", () => {
  execFileSync("tar", ["-xf", join(RELEASE, archive), "-C", scratch, "--strip-components", "1"]);
  const found = readdirSync(scratch, { recursive: true }).filter((name) => !name.endsWith("completions"));
  assert.deepEqual(found.sort(), [
    "LICENSE-APACHE", "LICENSE-MIT", "THIRD-PARTY.txt",
    ...["_sitemap-validator", "sitemap-validator.bash", "sitemap-validator.fish", "sitemap-validator.ps1"].map((name) => join("completions", name)),
    process.platform === "win32" ? "sitemap-validator.exe" : "sitemap-validator", "sitemap-validator.1",
  ].sort());
  assert.match(readFileSync(join(scratch, "sitemap-validator.1"), "utf8"), /^\.TH sitemap-validator/m);
  assert.match(readFileSync(join(scratch, "completions/sitemap-validator.bash"), "utf8"), /--check-urls/);
  assert.match(readFileSync(join(scratch, "THIRD-PARTY.txt"), "utf8"), /ureq .*yew /s);
});

test("the program runs where there is nothing else", { skip: !archive.includes("linux-musl") || process.getuid() !== 0 }, () => {
  const root = join(scratch, "root");
  mkdirSync(join(root, "tmp"), { recursive: true });
  copyFileSync(join(scratch, "sitemap-validator"), join(root, "sitemap-validator"));
  writeFileSync(join(root, "urls.txt"), "https://tidepool.page/\n/about\n");
  // Not every path of root has the folder of chroot.
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };
  const run = (...words) => spawnSync("chroot", [root, "/sitemap-validator", ...words], { encoding: "utf8", env });
  const checked = run("/urls.txt");
  assert.match(checked.stdout, /error\[loc-relative\]/);
  assert.equal(checked.status, 1, checked.stderr);
  assert.match(run("--version").stdout, /^sitemap-validator \d/);
  const refused = run("https://127.0.0.1:1/sitemap.xml", "--allow-private");
  assert.equal(refused.status, 2, refused.stdout);
  assert.match(refused.stderr, /127\.0\.0\.1/);
});

test("the page is in the program", { skip: !isLinux }, async () => {
  const { spawn } = await import("node:child_process");
  const server = spawn(join(scratch, "sitemap-validator"), ["serve", "--no-open", "--listen", "127.0.0.1:0"]);
  const url = String(await new Promise((resolve) => server.stdout.once("data", resolve))).trim();
  assert.match(await (await fetch(url)).text(), /<title>/);
  server.kill();
});

test("the sources of the Python package are all that a build needs", () => {
  // At one place, so that cargo does not keep what it compiles for each run.
  const sources = join(RELEASE, "../sources");
  rmSync(sources, { recursive: true, force: true });
  mkdirSync(sources);
  const packed = files.find((name) => /^sitemap_validator-.*\.tar\.gz$/.test(name));
  execFileSync("tar", ["-xmf", join(RELEASE, packed), "-C", sources, "--strip-components", "1"]);
  const project = join(sources, "crates/sitemap-validator-python");
  const needed = readFileSync(process.env.NEEDED, "utf8").trim().split("\n").filter(Boolean);
  if (needed.length === 0) {
    execFileSync("cargo", ["check", "--quiet", "--offline"], { cwd: project });
    return;
  }
  assert.ok(needed.length > 500, needed.join("\n"));
  assert.deepEqual(needed.filter((file) => !existsSync(join(sources, file))), []);
  // Cargo finds all packages, and each version in the lock.
  const tree = execFileSync("cargo", ["tree", "--offline", "--prefix=none"], { cwd: project, encoding: "utf8" });
  for (const name of ["sitemap-validator ", "sitemap-validator-cli ", "pyo3 "]) assert.ok(tree.includes(`\n${name}`), tree);
  const read = (file) => readFileSync(join(sources, file), "utf8");
  assert.match(read("pyproject.toml"), /^build-backend = "maturin"$/m);
  assert.match(read("PKG-INFO"), /^Name: sitemap-validator$/m);
  for (const file of ["python/sitemap_validator/__init__.py", "licenses/LICENSE-MIT", "licenses/THIRD-PARTY.txt"]) assert.ok(read(file), file);
});

test("each file has its checksum, and npm packages and a wheel are there", () => {
  const sums = new Map(readFileSync(join(RELEASE, "SHA256SUMS"), "utf8").trim().split("\n").map((line) => line.split("  ").reverse()));
  assert.deepEqual([...sums.keys()].sort(), files.filter((name) => name !== "SHA256SUMS").sort());
  for (const [name, sum] of sums) {
    assert.equal(createHash("sha256").update(readFileSync(join(RELEASE, name))).digest("hex"), sum, name);
  }
  for (const pattern of [/^sitemap-validator-cli-[\d.]+\.tgz$/, /^cli-.*\.tgz$|^sitemap-validator-cli-[a-z].*\.tgz$/, /\.whl$/]) {
    assert.ok(files.some((name) => pattern.test(name)), `${pattern}: ${files}`);
  }
});

test("the formula has the archives of all systems", () => {
  const folder = join(scratch, "formula");
  mkdirSync(folder);
  const targets = ["aarch64-apple-darwin", "x86_64-apple-darwin", "aarch64-unknown-linux-musl", "x86_64-unknown-linux-musl"];
  for (const target of targets) writeFileSync(join(folder, `sitemap-validator-1.2.3-${target}.tar.gz`), target);
  execFileSync("node", [SUMS, folder, "1.2.3"], { env: { ...process.env, GITHUB_REPOSITORY: "tidepool/validator" } });
  const formula = readFileSync(join(folder, "sitemap-validator.rb"), "utf8");
  for (const target of targets) {
    assert.ok(formula.includes(`/tidepool/validator/releases/download/v1.2.3/sitemap-validator-1.2.3-${target}.tar.gz"`), target);
    assert.ok(formula.includes(createHash("sha256").update(target).digest("hex")), target);
  }
});
