// What the tests of site generators share: a site that a generator builds before and after known edits, and what the program
// must say about the two builds.
//
// Each folder here is a site with the same pages. `cargo xtask check generators` installs the generators and sets the variables:
// PROGRAM is the program, MODULES the folder with the npm packages of each site, PYTHON_TOOLS that of the Python programs.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

const SITES = fileURLToPath(new URL(".", import.meta.url));
const { PROGRAM, MODULES, PYTHON_TOOLS } = process.env;
const skip = PROGRAM && MODULES ? false : "run `cargo xtask check generators`";

export const BASE = "https://shop.tidepool.page/";

/** The dates of the two commits. Each build is made right after its commit. */
const FIRST = "2026-03-05T10:00:00Z";
const SECOND = "2026-09-14T10:00:00Z";

/** Keeps generators from sending how they are used, and from writing into their packages. */
const QUIET = { ASTRO_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1", DOCUSAURUS_NO_PERSISTENT_CACHE: "true" };

/** The edits: one page is changed, and one of each kind is gone, new and renamed. */
const [CHANGED, GONE, NEW] = ["chairs", "tables", "shelves"];
const RENAMED = ["lamp-care", "lamp-care-guide"];

/** The pages that the second build lists. The renamed one has its old text. */
const PAGES = ["index", "chairs", "guides/oil", "guides/returns", "lamps", RENAMED[1], NEW];

/** The day on which the source of a page was last changed. */
const changedOn = (page) => (page === CHANGED || page === NEW ? SECOND : FIRST).slice(0, 10);

const run = (program, words, cwd, env) =>
  execFileSync(program, words, { cwd, encoding: "utf8", stdio: "pipe", env: { ...process.env, ...env } });

/** Runs the program, whose exit code must be `status`; returns what it prints. */
function validator(words, { cwd, status = 0 } = {}) {
  const done = spawnSync(PROGRAM, words, { cwd, encoding: "utf8" });
  assert.equal(done.status, status, `${words.join(" ")}: ${done.stdout}${done.stderr}`);
  return done.stdout;
}

/**
 * The findings about the files of a sitemap, as rules and URLs.
 * `words` are options and files; the exit code must be `status`.
 */
function findings(file, words, options) {
  const text = readFileSync(file, "utf8");
  const { files, set } = JSON.parse(validator([...words, "--format", "json"], options));
  const url = ({ start, message }) => {
    const entry = [...text.matchAll(/<loc>(.*?)<\/loc>/g)].findLast(({ index }) => index < start);
    return entry ? entry[1] : /`(https:.*?)`/.exec(message)?.[1];
  };
  const all = [...files.flatMap(({ diagnostics }) => diagnostics), ...(set?.diagnostics ?? [])];
  return all.map((finding) => `${finding.rule} ${url(finding)}`).sort();
}

/** The options that most generators share. */
const USUAL = {
  html: (page) => (page === "index" ? "index.html" : `${page}/index.html`),
  path: (page) => (page === "index" ? "" : `${page}/`),
  unlisted: [],
  affected: [],
  dates: {},
  older: [],
  undated: [],
};

/**
 * Registers the tests of a generator. `name` is that of the folder with its site, and of its packages.
 *
 * - `build({ out, npm, python })` returns the command that builds the site into the folder `out`, or into the folder `built`
 *   of the site.
 * - `source(page)` is the source file of a page, `html(page)` its file in a build, and `path(page)` its path in URLs.
 * - `sitemap` is the file with the URLs, and `index` the file that lists it, if there is one.
 * - `unlisted` are the paths of pages that the generator builds and does not list.
 * - `affected` are pages whose own text lists other pages, and so changes with them.
 * - `dates` are the changes of dates between the two builds.
 * - `newer` and `older` are the pages whose dates are later or earlier than the commits that changed them, before the test
 *   changes one; `undated` are those without a date.
 * - `rules` name the source files that are not found by their path.
 */
export function generator(name, options) {
  const { build, built, source, html, path, sitemap, index, unlisted, affected, dates, newer, older, undated, rules } = { ...USUAL, ...options };
  const url = (page) => BASE + path(page);
  const urls = (pages) => pages.map(url).sort();
  let folder, site;

  before(() => {
    if (skip) return;
    folder = mkdtempSync(join(tmpdir(), `${name}-`));
    site = join(folder, "site");
    cpSync(join(SITES, name), site, { recursive: true });
    const packages = join(MODULES, name, "node_modules");
    if (existsSync(packages)) symlinkSync(packages, join(site, "node_modules"));
    run("git", ["init", "--quiet"], site);
    writeFileSync(join(site, ".git/info/exclude"), "node_modules\n.astro\n.docusaurus\ndb.json\n");
    make("before", FIRST);
    edit();
    make("after", SECOND);
  });

  after(() => folder && rmSync(folder, { recursive: true, force: true }));

  /** Commits the site, and builds it into the folder `out`. */
  function make(out, date) {
    const git = ["-c", "user.name=Anna", "-c", "user.email=anna@shop.tidepool.page", "-c", "commit.gpgsign=false"];
    run("git", ["add", "--all"], site);
    run("git", [...git, "commit", "--quiet", "--message", out], site, { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date });
    const npm = (file) => [process.execPath, join("node_modules", file)];
    const python = (program) => [join(PYTHON_TOOLS, program)];
    const [program, ...words] = build({ out: join(folder, out), npm, python });
    run(program, words, site, { ...QUIET, SOURCE_DATE_EPOCH: `${Date.parse(date) / 1000}`, TZ: "UTC" });
    if (built) renameSync(join(site, built), join(folder, out));
  }

  function edit() {
    const file = (page) => join(site, source(page));
    const text = readFileSync(file(CHANGED), "utf8");
    writeFileSync(file(NEW), text.replaceAll("Chairs", "Shelves").replaceAll("chairs", "shelves"));
    writeFileSync(file(CHANGED), text.replace("oak", "ash"));
    rmSync(file(GONE));
    renameSync(file(RENAMED[0]), file(RENAMED[1]));
  }

  /** A copy of the second build, with its sitemap. */
  function copy() {
    const out = mkdtempSync(join(folder, "copy-"));
    cpSync(join(folder, "after"), out, { recursive: true });
    return { out, file: join(out, sitemap) };
  }

  const pages = (out) => ["--base", BASE, "--pages", out, join(out, index ?? sitemap)];
  const replace = (file, from, to) => {
    const text = readFileSync(file, "utf8");
    assert.match(text, from, file);
    writeFileSync(file, text.replace(from, to));
  };

  test(`${name}: the comparison finds the edits`, { skip }, () => {
    const { counts, rows } = JSON.parse(validator(["compare", "before", "after", "--format", "json"], { cwd: folder }));
    const found = (kind) => rows.filter(({ changes }) => changes.includes(kind)).map((row) => [row.old?.url, row.new?.url]);
    assert.deepEqual(found("gone"), [[url(GONE), undefined]]);
    assert.deepEqual(found("added"), [[undefined, url(NEW)]]);
    assert.deepEqual(found("renamed"), [RENAMED.map(url)]);
    const { unchanged, ...others } = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
    assert.deepEqual(others, { gone: 1, added: 1, renamed: 1, ...dates });
  });

  test(`${name}: the list of changed pages has the edited ones`, { skip }, () => {
    const changed = validator(["compare", "before", "after", "--to", "changed"], { cwd: folder });
    assert.deepEqual(changed.trim().split("\n").sort(), urls([CHANGED, NEW, RENAMED[1], ...affected]));
  });

  test(`${name}: the folder has what the sitemap lists`, { skip }, () => {
    const { out, file } = copy();
    const remarks = unlisted.map((path) => `page-not-listed ${BASE}${path}`);
    assert.deepEqual(findings(file, pages(out)), remarks);
    rmSync(join(out, html("lamps")));
    replace(join(out, html("guides/oil")), /<head>/, '<head><meta name="robots" content="noindex">');
    const entry = new RegExp(`<url>\\s*<loc>${url("guides/returns")}</loc>[^]*?</url>`);
    replace(file, entry, "");
    assert.deepEqual(findings(file, pages(out), { status: 1 }), [
      `page-noindex ${url("guides/oil")}`,
      `page-not-built ${url("lamps")}`,
      ...[`page-not-listed ${url("guides/returns")}`, ...remarks].sort(),
    ]);
  });

  test(`${name}: git proves which dates are wrong`, { skip }, () => {
    const { file } = copy();
    replace(file, new RegExp(`(?<=<loc>${url(CHANGED)}</loc>\\s*<lastmod>)[^<]*`), "2026-01-01");
    const words = ["--dates", "git", ...rules.flatMap((rule) => ["--source-file", rule]), file];
    const of = (rule, pages) => urls(pages).map((url) => `lastmod-${rule} ${url}`);
    const wrong = [...of("newer-than-change", newer), ...of("older-than-change", [CHANGED, ...older])];
    assert.deepEqual(findings(file, words, { cwd: site }), wrong);
    const fixes = ["newer", "older"].flatMap((age) => ["--fix-rule", `lastmod-${age}-than-change`]);
    const others = () => readFileSync(file, "utf8").replace(/(?<=<lastmod>)[^<]*/g, "");
    const unfixed = others();
    validator(["--fix", ...fixes, ...words], { cwd: site });
    assert.equal(others(), unfixed);
    assert.deepEqual(findings(file, words, { cwd: site }), []);
    const entries = readFileSync(file, "utf8").matchAll(/<loc>(.*?)<\/loc>\s*<lastmod>(.{10})/g);
    const days = Object.fromEntries([...entries].map(([, url, day]) => [url, day]));
    const dated = PAGES.filter((page) => !undated.includes(page));
    assert.deepEqual(days, Object.fromEntries(dated.map((page) => [url(page), changedOn(page)])));
  });
}
