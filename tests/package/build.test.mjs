// Tests the integrations with build tools, in the package as its users install it.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { before, beforeEach, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { commandLine, printed, project, ROOT, sitemap } from "./support.mjs";

const VITE = dirname(createRequire(import.meta.url).resolve("vite/package.json"));
const README = join(ROOT, "packages/sitemap-validator/README.md");
const BASE = "https://tidepool.page/";
const ROBOTS = `User-agent: *\nSitemap: ${BASE}sitemap.xml\n`;
const GOOD = sitemap("<loc>https://tidepool.page/</loc>");
const BROKEN = sitemap("<loc>https://tidepool.page/a&b</loc>");
const WARNED = sitemap("<loc>https://tidepool.page/#top</loc>");

let folder, vite, astro;
before(async () => {
  folder = await project();
  const exported = ["vite", "astro"].map((name) => `export { default as ${name} } from "sitemap-validator/${name}";\n`);
  await writeFile(join(folder, "load.js"), exported.join(""));
  ({ vite, astro } = await import(pathToFileURL(join(folder, "load.js"))));
  await writeFile(join(folder, "index.html"), "<title>Tide tables</title>\n");
  const [, shown] = /```js\n(\/\/ vite\.config\.js\n.*?)```/s.exec(await readFile(README, "utf8"));
  await writeFile(join(folder, "vite.config.js"), shown.replace("https://example.com/", BASE));
  await symlink(VITE, join(folder, "node_modules/vite"), "junction");
});
beforeEach(async () => {
  await rm(join(folder, "public"), { recursive: true, force: true });
  await rm(join(folder, "dist"), { recursive: true, force: true });
});

/** Writes files into a folder of the project, with the folders that they are in. */
async function write(into, files) {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, into, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
}

/** Collects what is logged, by level. */
function logger() {
  const logged = { info: [], warn: [], error: [] };
  const log = (level) => (text) => void logged[level].push(text);
  return { logged, info: log("info"), warn: log("warn"), error: log("error") };
}

describe("vite build, configured as the README shows", () => {
  const run = () =>
    new Promise((resolve) => {
      execFile(process.execPath, [join(VITE, "bin/vite.js"), "build"], { cwd: folder }, (error, out, err) =>
        resolve({ code: error?.code ?? 0, out, err }),
      );
    });

  test("succeeds with valid sitemaps", async () => {
    await write("public", { "robots.txt": ROBOTS, "sitemap.xml": GOOD });
    const { code, out } = await run();
    assert.equal(code, 0);
    assert.match(out, /^2 files checked: 0 errors, 0 warnings\.$/m);
  });

  test("fails with a broken one, and shows the line", async () => {
    await write("public", { "robots.txt": ROBOTS, "sitemap.xml": BROKEN });
    const { code, err } = await run();
    assert.equal(code, 1);
    const frame = [
      "error[loc-unescaped-ampersand]: `&` in a URL must be written `&amp;`",
      " --> dist/sitemap.xml:3:36",
      "  |",
      "3 |   <url><loc>https://tidepool.page/a&b</loc></url>",
      "  |                                    ^",
      "  = help: ",
    ];
    assert.ok(err.includes(frame.join("\n")), err);
    assert.match(err, /^2 files checked: 1 error, 0 warnings, 1 remark\.$/m);
    assert.match(err, /^Error: The sitemaps have 1 error and 0 warnings\.$/m);
  });
});

/** Builds with Vite and the plugin. */
function start(log, config = {}, options = {}) {
  const customLogger = { ...log, warnOnce: log.warn, clearScreen: () => {}, hasErrorLogged: () => false, hasWarned: false };
  const plugins = [vite(options), ...(config.plugins ?? [])];
  return build({ root: folder, configFile: false, logLevel: "silent", customLogger, ...config, plugins });
}

/** Builds with Vite. Returns what the plugin logs, and the message of the error that ends the build. */
async function built(config, options) {
  const { logged, ...log } = logger();
  const failed = await start(log, config, options).then(() => undefined, ({ message }) => message);
  return { failed, ...logged };
}

test("a sitemap that another plugin writes at the end of the build is checked", async () => {
  const generator = { name: "generator", closeBundle: () => writeFile(join(folder, "dist/sitemap.xml"), BROKEN) };
  const { failed, error } = await built({ plugins: [generator] });
  assert.match(failed, /The sitemaps have 1 error and 0 warnings/);
  assert.match(error[0], /loc-unescaped-ampersand/);
});

test("a build for a server, and one that fails, are not checked", async () => {
  await write(".", { "server.js": "export default 1;\n" });
  const server = await built({ build: { ssr: join(folder, "server.js") } });
  assert.equal(server.failed, undefined);
  const { failed } = await built({ build: { rollupOptions: { input: join(folder, "gone.js") } } });
  assert.match(failed, /gone\.js/);
  assert.doesNotMatch(failed, /no sitemap/);
});

test("a build that watches for changes goes on", async () => {
  await write("public", { "sitemap.xml": BROKEN });
  let watcher;
  const text = await new Promise((resolve, reject) => {
    const log = { ...logger(), error: resolve };
    start(log, { build: { watch: {} } }).then((started) => (watcher = started), reject);
  });
  await watcher.close();
  assert.match(text, /loc-unescaped-ampersand/);
});

/** Runs the Astro integration. Returns what it logs, and the error that ends the build. */
async function done(options, config = { base: "/" }, buildOutput = "static") {
  const { logged, ...log } = logger();
  const { hooks } = astro(options);
  const root = pathToFileURL(`${folder}/`);
  await hooks["astro:config:done"]({ config: { ...config, root }, buildOutput, logger: log });
  const dir = pathToFileURL(`${join(folder, "dist")}/`);
  const failed = await hooks["astro:build:done"]({ dir, pages: [], assets: new Map(), logger: log }).then(
    () => undefined,
    (error) => error,
  );
  return { failed, ...logged };
}

describe("the Astro integration", () => {
  test("checks against the site's URL", async () => {
    await write("dist", { "sitemap-index.xml": GOOD });
    const elsewhere = await done({}, { site: "https://rocks.page", base: "/docs" });
    assert.match(elsewhere.failed.message, /1 error/);
    assert.match(elsewhere.error[0], /error\[scope-different-host\]: `tidepool\.page` is not the host of this sitemap, `rocks\.page`/);
    const within = await done({}, { site: "https://tidepool.page", base: "/docs" });
    assert.match(within.error[0], /is outside the sitemap's folder, `\/docs\/`/);
    assert.equal((await done({}, { site: "https://tidepool.page", base: "/" })).failed, undefined);
    assert.equal((await done({}, { base: "/" })).failed, undefined);
    assert.equal((await done({ base: BASE }, { site: "https://rocks.page", base: "/" })).failed, undefined);
  });

  test("fails as severe problems are, and as `failOn` says", async () => {
    const levels = [undefined, "error", "warning", "never"];
    const failures = async () => (await Promise.all(levels.map((failOn) => done({ failOn })))).map(({ failed }) => Boolean(failed));
    await write("dist", { "sitemap.xml": GOOD });
    assert.deepEqual(await failures(), [false, false, false, false]);
    await write("dist", { "sitemap.xml": WARNED });
    assert.deepEqual(await failures(), [false, false, true, false]);
    assert.equal((await done({})).warn.length, 1);
    await write("dist", { "sitemap.xml": BROKEN });
    assert.deepEqual(await failures(), [true, true, true, false]);
    await rm(join(folder, "dist/sitemap.xml"));
    await write("dist", { "robots.txt": ROBOTS });
    assert.deepEqual(await failures(), [true, true, true, false]);
    assert.match((await done({})).failed.message, /There is no sitemap in .*dist/);
  });

  test("passes options on, and rejects wrong ones", async () => {
    await write("dist", { "sitemap.xml": BROKEN });
    assert.match((await done({ lang: "fr" })).error[0], /doit s’écrire/);
    assert.match((await done({ failOn: "info" })).failed.message, /`failOn` has to be one of these: error, warning, never/);
    assert.match((await done({ profiles: ["google"] })).failed.message, /`profiles` is no option/);
  });
});

describe("the pages of the output folder", () => {
  const page = (head = "") => `<!doctype html>\n<html><head><title>Tides</title>${head}</head><body></body></html>\n`;
  const PAGES = {
    "about.html": page(),
    "cart.html": page('<meta name="robots" content="noindex">'),
    "chairs/index.html": page('<link rel="canonical" href="https://tidepool.page/chairs/">'),
    "lamps/index.html": page(),
  };
  const urls = (...paths) => sitemap(...paths.map((path) => `<loc>${BASE}${path}</loc>`));
  const LISTED = urls("", "about", "chairs/", "lamps/");
  const WRONG = urls("", "chairs/", "lamps", "cart", "table", "sofa");
  const EXPECTED = [
    "error[page-not-built]:8",
    "warning[page-noindex]:6",
    "warning[page-not-listed]:1",
    "warning[page-redirect]:5",
    "warning[page-redirect]:7",
  ];
  /** The findings about pages in a log, with their lines. */
  const found = ({ error, warn }) => {
    const all = [...error, ...warn].join("\n").matchAll(/^((?:error|warning)\[page-[a-z-]+\]): .*\n *--> .*:(\d+):\d+$/gm);
    return [...all].map(([, rule, line]) => `${rule}:${line}`).sort();
  };

  test("are compared by the Vite plugin with the sitemaps, as by the command line", async () => {
    await write("public", { "_redirects": "/table /chairs/ 301\n", "robots.txt": ROBOTS });
    await write(".", PAGES);
    const input = ["index.html", ...Object.keys(PAGES)].map((name) => join(folder, name));
    const config = { build: { rollupOptions: { input } } };
    await write("public", { "sitemap.xml": LISTED });
    const good = await built(config, { base: BASE });
    assert.equal(good.failed, undefined);
    assert.deepEqual([good.error, good.warn], [[], []]);
    assert.match(good.info.join("\n"), /^The sitemaps were compared with 5 pages\.$/m);
    await write("public", { "sitemap.xml": WRONG });
    const wrong = await built(config, { base: BASE });
    assert.match(wrong.failed, /The sitemaps have 1 error and 4 warnings/);
    assert.deepEqual(found(wrong), EXPECTED);
    const { set } = await commandLine("--base", BASE, "--pages", join(folder, "dist"));
    const own = set.diagnostics.filter(({ rule }) => rule.startsWith("page-"));
    assert.deepEqual(own.map(({ severity, rule, line }) => `${severity}[${rule}]:${line}`).sort(), EXPECTED);
    const off = await built(config, { base: BASE, pages: false });
    assert.deepEqual([off.failed, off.error, off.warn], [undefined, [], []]);
  });

  test("are compared by the Astro integration, if they are files", async () => {
    await write("dist", { ...PAGES, "index.html": page(), "sitemap-index.xml": WRONG });
    const config = { site: BASE, base: "/" };
    // The host reads this file in the project.
    await write(".", { "netlify.toml": '[[redirects]]\nfrom = "/table"\nto = "/chairs/"\n' });
    assert.deepEqual(found(await done({}, config)), EXPECTED);
    await rm(join(folder, "netlify.toml"));
    assert.ok(found(await done({}, config)).includes("error[page-not-built]:7"));
    const rendered = await done({}, config, "server");
    assert.deepEqual([rendered.failed, found(rendered)], [undefined, []]);
    assert.match((await done({ pages: "dist" }, config)).failed.message, /`pages` has to be true or false/);
  });

  test("of an app, or at another URL, are not compared", async () => {
    await write("dist", { "index.html": page(), "sitemap.xml": WRONG });
    const app = await done({ base: BASE });
    assert.deepEqual([app.failed, found(app)], [undefined, []]);
    assert.match(app.info[0], /^note: 5 listed URLs not compared with dist: index\.html may serve them$/m);
    await write("dist", PAGES);
    const elsewhere = await done({ base: "https://rocks.page/" });
    assert.match(elsewhere.error[0], /^error: none of the 6 listed URLs is below https:\/\/rocks\.page\/, .*: correct `base`, /m);
    await write("dist", { "sitemap.xml": urls("a", "b") });
    const wrong = await done({ base: BASE });
    assert.match(wrong.failed.message, /could not be compared with all pages: dist has no file for the 2 listed URLs/);
    assert.equal((await done({ base: BASE, failOn: "never" })).failed, undefined);
  });

  test("are not compared if no URL is listed and `base` is not set, and only an explicit `pages` makes this an error", async () => {
    await write("dist", { ...PAGES, "sitemap.xml": sitemap() });
    const { failed, error, warn } = await done({ failOn: "error" });
    assert.deepEqual([failed, error], [undefined, []]);
    assert.match(warn[0], /^note: the sitemaps were not compared .*no sitemap lists a valid URL.*: pass `base`, or `pages: false`/m);
    assert.doesNotMatch(warn[0], /^error: |were compared with/m);
    const asked = await done({ pages: true });
    assert.match(asked.failed.message, /could not be compared with all pages: the URL of dist is unknown: pass it with `base`/);
    assert.doesNotMatch(asked.error[0], /were compared with/);
    assert.equal((await done({ pages: false })).failed, undefined);
    assert.match((await done({ base: BASE })).warn[0], /^The sitemaps were compared with 4 pages\.$/m);
  });
});

test("sitemaps are found by their names, in all folders, or named", async () => {
  const found = ["en/sitemap.xml", "map/News-Sitemap.TXT", "sitemap-0.xml.gz", "sitemap/0.xml"];
  const others = ["en/robots.txt", "feed.xml", "humans.txt", "sitemap.html", "sitemap.xml.br", "sitemap.xsl"];
  await write("dist", Object.fromEntries([...found, ...others].map((name) => [name, "x"])));
  await write("dist", { "robots.txt": ROBOTS });
  const places = ({ error }) => {
    const paths = error.join("\n").match(/(?<=--> ).*(?=:1:1$)/gm);
    return [...new Set(paths)].map((path) => relative(join(folder, "dist"), path)).sort();
  };
  const all = await done({});
  assert.deepEqual(places(all), found);
  // Also the robots.txt, in which there is nothing to report.
  assert.match(all.error[0], /^5 files checked: /m);
  assert.deepEqual(places(await done({ files: ["feed.xml"] })), ["feed.xml"]);
  assert.match((await done({ files: ["gone.xml"] })).failed.message, /ENOENT.*gone\.xml/);
});

test("the text on a file is that of the command line, without previews of fixes", async () => {
  const place = (at) => `${" ".repeat(at)}<url><loc>https://tidepool.page/${"é".repeat(40)}${"日e\u0301🌊".repeat(5)}/a&b\u202e</loc></url>`;
  await write("dist", {
    "sitemap.xml": `\uFEFF${sitemap("<loc>https://tidepool.page/a&b</loc><lastmod>2024-02-31</lastmod>", "\n\t<loc>/a\n</loc>")}`,
    "sitemap-long.xml.gz": gzipSync(sitemap(Array.from({ length: 12 }, (_, at) => place(at * 20)).join(""))),
    "sitemap-wide.xml": Buffer.from(`\uFEFF${BROKEN}`, "utf16le"),
  });
  const frames = (text) => {
    const lines = text.replace(/[^\s`]*\/dist\//g, "dist/").split("\n");
    const parts = lines.filter((line) => /^(error|warning|info)\[|^ *-->|^ *\d* \||^ *= (help|note|source):/.test(line));
    // The margin depends on other findings.
    return parts.map((line) => line.replace(/^ *(?=-->|=)/, ""));
  };
  const rest = (text) => text.match(/^… and .*/gm)?.sort();
  for (const name of ["sitemap.xml", "sitemap-long.xml.gz", "sitemap-wide.xml"]) {
    const expected = await printed("--base", BASE, "--color", "never", join(folder, "dist", name));
    const { error } = await done({ base: BASE, files: [name] });
    assert.ok(frames(expected).length > 5, expected);
    assert.deepEqual(frames(error[0]), frames(expected));
    assert.deepEqual(rest(error[0]), rest(expected));
  }
});
