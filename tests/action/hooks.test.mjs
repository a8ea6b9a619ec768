// The hooks for pre-commit, and the commands in docs/ci.md.
//
// PROGRAM names the program for the tests that need it; without it, they are skipped.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const { PROGRAM } = process.env;
const skip = PROGRAM ? false : "PROGRAM is not set";
const hooks = readFileSync(join(ROOT, ".pre-commit-hooks.yaml"), "utf8");
const docs = readFileSync(join(ROOT, "docs/ci.md"), "utf8");

test("hooks get sitemaps by their names", () => {
  const files = new RegExp(/ files: &files (.+)/.exec(hooks)[1]);
  const names = ["sitemap.xml", "public/sitemap_index.xml", "a/b/sitemap-2.xml.gz", "sitemap.txt", "static/robots.txt", "feed.xml"];
  for (const name of names) assert.match(name, files);
  for (const name of ["pom.xml", "my-sitemap.xml", "sitemaps/page.xml", "sitemap.xsl", "sitemap.xml.bak", "robots.txt.j2"]) {
    assert.doesNotMatch(name, files);
  }
});

test("docs/ci.md has the current version", () => {
  const version = /^version = "(.+)"$/m.exec(readFileSync(join(ROOT, "Cargo.toml"), "utf8"))[1];
  const versions = [...docs.matchAll(/(?:release, |@v|==|@|rev: v)(\d+\.\d+\.\d+)\b/g)].map(([, found]) => found);
  assert.ok(versions.length > 5 && versions.every((found) => found === version), `${versions}`);
});

test("hooks start the program with options that it has", { skip }, () => {
  const folder = mkdtempSync(join(tmpdir(), "hooks-"));
  const sitemap = join(folder, "sitemap.xml");
  cpSync(join(ROOT, "tests/fixtures/ok/plain.xml"), sitemap);
  const hook = /^ {2}entry: sitemap-validator ?(.*)\n[^]*?^ {2}args: \[(.*)\]$/gm;
  const commands = [...hooks.matchAll(hook)].map(([, entry, args]) => [...entry.split(" "), ...args.split(", ")].filter(Boolean));
  assert.equal(commands.length, 3);
  for (const words of commands) execFileSync(PROGRAM, [...words, sitemap], { stdio: "pipe" });
  rmSync(folder, { recursive: true });
});

test("commands in docs/ci.md work", { skip }, () => {
  const folder = mkdtempSync(join(tmpdir(), "ci-"));
  for (const name of ["dist", "public"]) {
    mkdirSync(join(folder, name));
    cpSync(join(ROOT, "tests/fixtures/ok/single-line.xml"), join(folder, name, "sitemap.xml"));
  }
  mkdirSync(join(folder, "reports"));
  const starts = /sitemap-validator(?:==\S+|-cli@\S+)? (--(?:\\\n|.)*? (?:dist|public))\b/g;
  const commands = [...docs.matchAll(starts)].map(([, words]) => words);
  assert.equal(commands.length, 10, commands.join("\n"));
  for (const [step, command] of commands.entries()) {
    // Each step has its own summary. The sitemap is for another site than that of the examples. Netlify sets `URL`.
    const words = command.replace("https://www.example.com/", "https://shop.tidepool.page/");
    const env = { ...process.env, PROGRAM, GITHUB_STEP_SUMMARY: join(folder, `summary-${step}.md`), URL: "https://shop.tidepool.page" };
    const { status, stderr } = spawnSync("sh", ["-c", `"$PROGRAM" ${words}`], { cwd: folder, env, encoding: "utf8" });
    assert.equal(status, 0, `${words}: ${stderr}`);
  }
  rmSync(folder, { recursive: true });
});
