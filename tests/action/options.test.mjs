// The table in docs/options.md.
//
// PROGRAM names the program for the test that needs it; without it, the test is skipped.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { understood } from "../../packages/sitemap-validator/options.js";

const { PROGRAM } = process.env;
const read = (name) => readFileSync(new URL(`../../${name}`, import.meta.url), "utf8");
const table = read("docs/options.md").split("\n## Table\n")[1].split("\n## ")[0];
const rows = table.split("\n").filter((line) => line.startsWith("| `") || line.startsWith("| –"));
const column = (at) => rows.map((row) => /`(.+)`/.exec(row.split("|")[at])?.[1]).filter(Boolean).sort();
const sorted = (names) => [...new Set(names)].sort();

test("docs/options.md lists the options of the program", { skip: PROGRAM ? false : "PROGRAM is not set" }, () => {
  const help = execFileSync(PROGRAM, ["--help"], { encoding: "utf8" });
  assert.deepEqual(column(1), sorted(Array.from(help.matchAll(/^ +(?:-., )?(--[a-z-]+)/gm), ([, name]) => name)));
});

test("docs/options.md lists the settings of the configuration file", () => {
  const { fetch, rules, compare, ...settings } = JSON.parse(read("docs/sitemap-validator.schema.json")).properties;
  assert.ok(rules);
  const page = read("docs/compare.md");
  // As an option, in a list of settings, or in a configuration file.
  for (const name of Object.keys(compare.properties)) assert.match(page, new RegExp(`(?:--|\`|^)${name}(?: |\`)`, "m"));
  const fetching = Object.keys(fetch.properties).map((name) => `fetch.${name}`);
  assert.deepEqual(column(2), sorted([...Object.keys(settings), ...fetching]));
});

test("docs/options.md lists the options of the npm package", () => {
  const known = ["validate", "validateSite"].flatMap((method) => {
    try {
      return understood(method, { unknown: true });
    } catch ({ message }) {
      return / there are (.*)\.$/.exec(message)[1].split(", ");
    }
  });
  assert.deepEqual(column(3), sorted(known));
});

test("docs/options.md lists the parameters of the Python package", () => {
  const folder = "crates/sitemap-validator-python/python/sitemap_validator";
  const [, ...classes] = read(`${folder}/_options.py`).split(/^class /m);
  const [limits, ...others] = classes.reverse();
  assert.match(limits, /^CompareOptions/);
  const options = others.flatMap((text) => Array.from(text.split('"""')[2].matchAll(/^ {4}(\w+): /gm), ([, name]) => name));
  const functions = read(`${folder}/__init__.py`).matchAll(/^def (?:validate\w*|fetch|fix)\((.*?)\) ->/gms);
  const own = Array.from(functions, ([, text]) => text.split("*,")[1] ?? "").flatMap((text) => Array.from(text.matchAll(/^ +(\w+): /gm), ([, name]) => name));
  assert.deepEqual(column(4), sorted([...options, ...own]));
});
