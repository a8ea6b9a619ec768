import assert from "node:assert/strict";
import { createReadStream } from "node:fs";
import { readFile, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { Ajv2020 } from "ajv/dist/2020.js";
import { commandLine, commandLineIn, endless, large, load, project, ROOT, rules, run, sitemap, slowed } from "./support.mjs";

const BROKEN = sitemap(
  "<loc>https://tidepool.page/a&b</loc>",
  "<loc>https://tidepool.page/été</loc><lastmod>2024-02-31</lastmod>",
);
const GOOD = sitemap("<loc>https://tidepool.page/</loc>");

let folder, compare, validate, dispose, version;
// The same where checks take long enough to tell progress.
let slow, slowFolder;
before(async () => {
  folder = await project();
  ({ compare, validate, dispose, version } = await load(folder));
  slowFolder = await slowed(await project());
  slow = await load(slowFolder);
});

/** The report without the file's name. */
const nameless = (report) => ({ ...report, files: report.files.map(({ name, ...file }) => file) });

test("nothing but the package was installed, and it tells its version", async () => {
  const modules = await readdir(join(folder, "node_modules"));
  assert.deepEqual(modules.filter((name) => !name.startsWith(".")), ["sitemap-validator"]);
  const { version: packed } = JSON.parse(await readFile(join(folder, "node_modules/sitemap-validator/package.json"), "utf8"));
  assert.equal(version, packed);
  assert.equal((await validate(GOOD)).tool.version, packed);
  assert.deepEqual(Object.keys(await import(join(folder, "load.js"))).sort(), ["compare", "dispose", "validate", "validateSite", "version"]);
});

test("versions are compared", async () => {
  const urls = (start, names) => sitemap(...names.map((name) => `<loc>${start}${name}</loc>`));
  const old = urls("http://tidepool.page/blog/", ["kelp", "urchin", "crab", "whelk"]);
  const now = [
    { name: "a.xml", content: urls("https://tidepool.page/news/", ["kelp", "urchin"]) },
    { name: "b.xml", content: gzipSync(urls("https://tidepool.page/news/", ["crab"])) },
  ];
  const comparison = await compare(old, now);
  assert.deepEqual([comparison.counts.gone, comparison.counts.moved, comparison.new.files], [1, 3, 2]);
  const { urls: moved, scheme, folder } = comparison.moves[0];
  assert.deepEqual([moved, scheme, folder], [3, ["http", "https"], ["/blog/", "/news/"]]);
  assert.match(await compare(old, now, { format: "netlify" }), /^\/blog\/kelp https:\/\/tidepool\.page\/news\/kelp 301\n/);
  assert.match(await compare(old, now, { format: "markdown", lang: "es" }), /^- Anterior: `sitemap`, 4 URL en 1 archivo\n/);
  await assert.rejects(compare(old, []), { message: "The array given to `compare` is empty." });
  await assert.rejects(compare(old, now, { format: "iis" }), /The option `format` has to be one of these: json, html, markdown/);
});

test("sitemaps are compared with the pages of a folder, which are read when they are needed", async () => {
  const page = "<!doctype html><title>Tides</title>";
  const contents = {
    "dist/index.html": page,
    "dist/a.html": new Blob([page]),
    "dist/b.html": Buffer.from('<title>Tides</title><meta name="robots" content="noindex">'),
    "dist/c.html": Readable.from([page, " ".repeat(4 << 20)]),
    "dist/_redirects": "/old /a\n",
    "dist/a.pdf": "",
  };
  const asked = [];
  const pages = {
    files: [...Object.keys(contents), "dist/gone.html"],
    read(name) {
      asked.push(name);
      if (name in contents) return contents[name];
      throw new Error("no such file");
    },
  };
  const listed = ["", "a", "b", "c", "d", "old", "a.pdf"].map((path) => `<loc>https://tidepool.page/${path}</loc>`);
  const { set, built } = await validate([{ name: "dist/sitemap.xml", content: sitemap(...listed) }], { pages });
  const found = set.diagnostics.map(({ rule, line }) => [rule, line]);
  assert.deepEqual(found, [
    ["page-noindex", 5],
    ["page-too-large", 6],
    ["page-not-built", 7],
    ["page-redirect", 8],
  ]);
  assert.deepEqual(built, {
    url: "https://tidepool.page/",
    pages: 4,
    listed: 7,
    problems: ["dist/gone.html: no such file"],
    notes: [],
  });
  assert.deepEqual(asked, ["dist/_redirects", ...pages.files.filter((name) => name.endsWith(".html"))]);
  const controller = new AbortController();
  const waiting = {
    ...pages,
    read: () => {
      controller.abort(new Error("high tide"));
      return new Promise(() => {});
    },
  };
  const options = { pages: waiting, signal: controller.signal };
  await assert.rejects(validate(sitemap(...listed), options), { message: "high tide" });
  await assert.rejects(validate(GOOD, { pages: { files: [] } }), /The option `pages` has to be an object \{ files, read \}/);
});

test("the notices of what is compiled in come along", async () => {
  const notices = await readFile(join(folder, "node_modules/sitemap-validator/THIRD-PARTY.txt"), "utf8");
  assert.match(notices, /^quick-xml \S+: MIT, .+ \[\d+\]$/m);
  assert.doesNotMatch(notices, /^yew /m);
});

test("a text is checked", async () => {
  const report = await validate(BROKEN, { name: "sitemap.xml" });
  assert.equal(report.version, 1);
  assert.equal(report.set, null);
  const [file] = report.files;
  assert.equal(file.name, "sitemap.xml");
  assert.equal(file.verdict, "invalid");
  assert.equal(file.stats.entries, 2);
  const [ampersand] = file.diagnostics;
  assert.equal(ampersand.rule, "loc-unescaped-ampersand");
  assert.deepEqual([ampersand.line, ampersand.column], [3, 36]);
  assert.deepEqual((await validate(GOOD)).files[0].verdict, "valid");
});

test("the same content gives the same report, whatever it comes in", async () => {
  const bytes = new TextEncoder().encode(BROKEN);
  const padded = new Uint8Array(bytes.length + 7);
  padded.set(bytes, 3);
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  const pieces = (size) => Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
  const inputs = {
    bytes,
    buffer: bytes.buffer.slice(),
    view: padded.subarray(3, 3 + bytes.length),
    dataView: new DataView(padded.buffer, 3, bytes.length),
    shared,
    nodeBuffer: Buffer.from(bytes),
    blob: new Blob([bytes]),
    // A character in several pieces stays one.
    webStream: ReadableStream.from(pieces(1)),
    nodeStream: Readable.from(pieces(50)),
    strings: Readable.from(["", BROKEN.slice(0, 30), BROKEN.slice(30)]),
    mixed: (async function* () {
      yield BROKEN.slice(0, 30);
      yield new TextEncoder().encode(BROKEN.slice(30));
    })(),
    response: new Response(BROKEN).body,
  };
  const now = Date.UTC(2025, 0, 1);
  const expected = await validate(BROKEN, { now });
  for (const [what, input] of Object.entries(inputs)) {
    assert.deepEqual(await validate(input, { now }), expected, what);
  }
  // What was handed in is as it was.
  assert.equal(new TextDecoder().decode(bytes), BROKEN);
  assert.equal(padded.length, bytes.length + 7);

  const file = join(folder, "s.xml");
  await writeFile(file, BROKEN);
  assert.deepEqual(await validate(createReadStream(file), { now }), expected);
});

test("gzip is unpacked, and what has no name is not blamed for it", async () => {
  const packed = gzipSync(BROKEN);
  const [file] = (await validate(packed)).files;
  assert.equal(file.bytes, packed.length);
  assert.equal(file.decompressedBytes, Buffer.byteLength(BROKEN));
  assert.deepEqual(file.rules, (await validate(BROKEN)).files[0].rules);
  const named = await validate(packed, { name: "sitemap.xml" });
  assert.ok(rules(named).includes("gzip-extension-mismatch"));
});

test("half a character is no reason to fail, and strings are text whatever they declare", async () => {
  const odd = await validate(sitemap("<loc>https://tidepool.page/\ud83d</loc>"));
  assert.equal(odd.files[0].stats.entries, 1);
  const declared = BROKEN.replace("UTF-8", "ISO-8859-1");
  const text = await validate(declared);
  const pieces = await validate(Readable.from([declared.slice(0, 20), declared.slice(20)]));
  assert.deepEqual(pieces, text);
  assert.equal((await validate("")).files[0].verdict, "invalid");
  assert.equal((await validate(Readable.from([]))).files[0].verdict, "invalid");
});

test("a set: the index finds its children, robots.txt what it blocks", async () => {
  const index =
    '<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">' +
    ["a", "gone"].map((name) => `<sitemap><loc>https://tidepool.page/maps/${name}.xml</loc></sitemap>`).join("") +
    "</sitemapindex>";
  const inputs = () => [
    { name: "index.xml", content: index, url: new URL("https://tidepool.page/index.xml") },
    { name: "maps/a.xml", content: new Blob([sitemap("<loc>https://tidepool.page/maps/pool</loc>")]) },
    { content: new File(["User-agent: *\nDisallow: /maps/\nSitemap: https://tidepool.page/index.xml\n"], "robots.txt") },
  ];
  const report = await validate(inputs(), { base: "https://tidepool.page/" });
  assert.deepEqual(report.files.map(({ name, kind, url }) => [name, kind, url]), [
    ["index.xml", "sitemapindex", "https://tidepool.page/index.xml"],
    ["maps/a.xml", "urlset", "https://tidepool.page/maps/a.xml"],
    ["robots.txt", "robots", "https://tidepool.page/robots.txt"],
  ]);
  const [listing] = report.set.tree;
  assert.deepEqual(listing.children.map(({ file }) => file), [1, null]);
  assert.ok(Object.keys(report.files[1].rules).some((rule) => rule === "scope-robots-blocked"));
  // A folder that all lie in is the base itself, as for one file of it.
  const [only] = (await validate([{ name: "public/maps/a b.xml", content: GOOD }], { base: "https://tidepool.page" })).files;
  assert.equal(only.url, "https://tidepool.page/maps/a%20b.xml");
});

test("options change what is reported", async () => {
  const french = await validate(BROKEN, { lang: "fr" });
  assert.match(french.files[0].diagnostics[0].message, /doit s’écrire/);
  // The worker that knows French still speaks English.
  const english = await validate(BROKEN, { lang: "en" });
  assert.match(english.files[0].diagnostics[0].message, /must be written/);
  assert.match((await validate(BROKEN, { lang: "es" })).files[0].diagnostics[0].message, /escribirse|debe/);

  assert.equal((await validate(GOOD)).files[0].engines.yandex, "unchecked");
  const yandex = await validate(GOOD, { profile: ["yandex"] });
  assert.equal(yandex.files[0].engines.yandex, "valid");
  // An empty list asks for nobody beside sitemaps.org, which always counts.
  const nobody = (await validate(GOOD, { profile: [] })).files[0].engines;
  assert.deepEqual([nobody["sitemaps.org"], nobody.google, nobody.bing], ["valid", "unchecked", "unchecked"]);

  const elsewhere = sitemap("<loc>https://rocks.tidepool.page/</loc>");
  assert.deepEqual(rules(await validate(elsewhere)), []);
  const url = "https://tidepool.page/sitemap.xml";
  assert.ok(rules(await validate(elsewhere, { url })).some((rule) => rule.startsWith("scope-")));
  assert.deepEqual(rules(await validate(elsewhere, { url, searchConsole: true, profile: ["google"] })).filter((rule) => rule.endsWith("host")), []);
  assert.equal((await validate(elsewhere, { url, verifiedHosts: ["rocks.tidepool.page"] })).files[0].verdict, "warnings");

  const dated = sitemap("<loc>https://tidepool.page/</loc><lastmod>2030-01-01</lastmod>");
  assert.deepEqual(rules(await validate(dated, { now: new Date("2025-01-01") })), ["lastmod-future"]);
  assert.deepEqual(rules(await validate(dated, { now: Date.UTC(2031) })), []);
  assert.deepEqual(rules(await validate(dated, { now: null })), []);

  assert.equal((await validate(GOOD)).files[0].engines.schema, "unchecked");
  assert.equal((await validate(GOOD, { strictSchema: true })).files[0].engines.schema, "valid");
});

test("the report is that of the command line", async () => {
  const now = "2025-06-01T00:00:00Z";
  const fixtures = join(ROOT, "tests/fixtures");
  let compared = 0;
  for (const kind of ["ok", "err"]) {
    for (const name of await readdir(join(fixtures, kind))) {
      const path = join(fixtures, kind, name);
      const [told, mine] = await Promise.all([
        commandLine("--now", now, path),
        readFile(path).then((content) => validate(content, { name, now: new Date(now) })),
      ]);
      assert.deepEqual(nameless(mine), nameless(told), name);
      compared += 1;
    }
  }
  assert.ok(compared > 20, `${compared} files`);

  // So is that on a set, with options.
  const names = ["index.xml", "robots.txt", "alternates.xml"];
  const base = "https://tidepool.page/";
  const words = ["--base", base, "--lang", "fr", "--profile", "google,yandex", "--pedantic", "--strict-schema", "--now", now];
  const told = await commandLine(...words, ...names.map((name) => join(fixtures, "err", name)));
  const inputs = names.map(async (name) => ({ name, content: await readFile(join(fixtures, "err", name)) }));
  const options = { base, lang: "fr", profile: ["google", "yandex"], pedantic: true, strictSchema: true, now: new Date(now) };
  const mine = await validate(await Promise.all(inputs), options);
  assert.ok(mine.set.counts.error > 0);
  assert.deepEqual(nameless(mine), nameless(told));
});

test("sets are reported as by the command line, and as the schema says", async () => {
  const validates = new Ajv2020({ validateFormats: false }).compile(JSON.parse(await readFile(join(ROOT, "docs/report.schema.json"), "utf8")));
  const now = "2025-06-01T00:00:00Z";
  const sets = join(ROOT, "tests/sets");
  const folders = (await readdir(sets, { withFileTypes: true })).filter((entry) => entry.isDirectory()).map(({ name }) => name);
  assert.ok(folders.length > 20, `${folders.length} sets`);
  for (const set of folders) {
    const folder = join(sets, set);
    const { base, files } = JSON.parse(await readFile(join(folder, "set.json"), "utf8"));
    const inputs = files.map(async (name) => ({ name, content: await readFile(join(folder, name)) }));
    // Files in a folder are named by the folder, as they are when it is dropped on the page.
    const names = files.every((name) => name.startsWith("site/")) ? ["site"] : files;
    const words = ["--quiet", "--now", now, ...(base ? ["--base", base] : []), ...names];
    const [{ tool, ...told }, mine] = await Promise.all([
      commandLineIn(folder, ...words),
      Promise.all(inputs).then((files) => validate(files, { base, now: new Date(now) })),
    ]);
    assert.deepEqual({ ...mine, tool }, { ...told, tool }, set);
    assert.ok(validates(mine), `${set}: ${JSON.stringify(validates.errors)}`);
  }
});

test("the profiles are those of the command line", async () => {
  const refused = await commandLine("--profile", "altavista", "x").catch((error) => error.stderr);
  const [, names] = /possible values: ([^\]]+)\]/.exec(refused);
  await assert.rejects(validate(GOOD, { profile: ["altavista"] }), { name: "TypeError", message: new RegExp(`names: ${names}\\.$`) });
});

test("bytes are checked as they were when they were given", async () => {
  for (const make of [(bytes) => bytes, (bytes) => bytes.buffer, (bytes) => [{ name: "a.xml", content: bytes }]]) {
    const bytes = new Uint8Array(new TextEncoder().encode(GOOD));
    const checked = validate(make(bytes));
    bytes.fill(0);
    assert.equal((await checked).files[0].verdict, "valid");
  }
  const verifiedHosts = ["rocks.tidepool.page"];
  const listed = validate(sitemap("<loc>https://rocks.tidepool.page/</loc>"), { url: "https://tidepool.page/s.xml", verifiedHosts });
  verifiedHosts.length = 0;
  assert.equal((await listed).files[0].verdict, "warnings");
});

test("no more of a stream is taken than is read of a file", async () => {
  const small = await project();
  const path = join(small, "node_modules/sitemap-validator/given.js");
  const text = await readFile(path, "utf8");
  assert.ok(text.includes("const MOST = 512 * 1024 * 1024;"));
  await writeFile(path, text.replace("512 * 1024 * 1024", "100_000"));
  const { validate } = await load(small);
  for (const piece of ["x".repeat(1024), new Uint8Array(1024)]) {
    let [taken, cancelled] = [0, false];
    const stream = new ReadableStream({ pull: (to) => (taken++, to.enqueue(piece)), cancel: () => void (cancelled = true) }, { highWaterMark: 0 });
    const [file] = (await validate(stream)).files;
    assert.deepEqual([file.bytes, taken, cancelled], [100_001, 98, true]);
  }
});

test("a call that takes too long is rejected, and the next one works", async () => {
  const late = { name: "TimeoutError", message: /not done within 1 ms/ };
  await assert.rejects(slow.validate(large(50), { timeout: 1 }), late);
  let cancelled = false;
  const never = new ReadableStream({ pull: () => new Promise(() => {}), cancel: () => void (cancelled = true) });
  await assert.rejects(validate(never, { timeout: 1 }), late);
  assert.ok(cancelled);
  const reason = new Error("low tide");
  await assert.rejects(validate(GOOD, { timeout: 60_000, signal: AbortSignal.abort(reason) }), reason);
  assert.equal((await validate(GOOD, { timeout: Infinity })).files[0].verdict, "valid");
});

test("aborted before: nothing is read or checked", async () => {
  const reason = new Error("low tide");
  let read = 0;
  let cancelled;
  const stream = new ReadableStream({ pull: () => void read++, cancel: (why) => void (cancelled = why) }, { highWaterMark: 0 });
  await assert.rejects(validate(stream, { signal: AbortSignal.abort(reason) }), reason);
  assert.equal(read, 0);
  assert.equal(cancelled, reason);
  await assert.rejects(validate(GOOD, { signal: AbortSignal.abort() }), { name: "AbortError" });
});

test("aborted while a stream is read: it is cancelled", async () => {
  for (const make of [
    (pull, cancel) => new ReadableStream({ pull: (to) => (pull(), to.enqueue(new Uint8Array(9))), cancel }, { highWaterMark: 0 }),
    // This one never brings its second piece.
    (pull, cancel) => new ReadableStream({ start: (to) => to.enqueue(new Uint8Array(9)), pull: () => (pull(), new Promise(() => {})), cancel }),
    (pull, cancel) => new Readable({ read: pull, destroy: (_, done) => (cancel(), done()) }),
  ]) {
    const controller = new AbortController();
    const ended = new Promise((resolve) => {
      const stream = make(() => controller.abort(), resolve);
      assert.rejects(validate(stream, { signal: controller.signal }), { name: "AbortError" }).then(resolve, resolve);
    });
    assert.notEqual((await ended)?.code, "ERR_ASSERTION");
  }
  const controller = new AbortController();
  let returned = false;
  const iterable = {
    [Symbol.asyncIterator]: () => ({
      next: () => (controller.abort(), new Promise(() => {})),
      return: async () => ((returned = true), { done: true }),
    }),
  };
  await assert.rejects(validate(iterable, { signal: controller.signal }), { name: "AbortError" });
  assert.ok(returned);
});

test("aborted while it is checked: at once, and the next call works", async () => {
  const content = large(50);
  const seen = [];
  const report = await slow.validate(content, { onProgress: (progress) => seen.push(progress) });
  assert.equal(report.files[0].rules["loc-unescaped-ampersand"], 50_000);
  const last = seen.at(-1);
  assert.ok(seen.length > 1 && last.done === last.total && last.entries === 50_000, JSON.stringify({ ...last, first: [] }));
  assert.deepEqual(Object.keys(last).sort(), ["done", "entries", "errors", "files", "finished", "first", "name", "total", "warnings"]);
  assert.ok(seen.every((progress, at) => at === 0 || progress.done >= seen[at - 1].done));

  // What is aborted never ends by itself here.
  const { validate } = await load(await endless(await project()));
  const controller = new AbortController();
  const reason = new Error("high tide");
  const calls = [];
  const onProgress = (progress) => {
    calls.push(progress);
    controller.abort(reason);
  };
  await assert.rejects(validate(content, { signal: controller.signal, onProgress }), reason);
  assert.equal(calls.length, 1);
  assert.equal((await validate(GOOD)).files[0].verdict, "valid");
  assert.equal(calls.length, 1);
});

test("aborted afterwards: nothing happens", async () => {
  const controller = new AbortController();
  const report = await validate(GOOD, { signal: controller.signal });
  controller.abort();
  assert.equal(report.files[0].verdict, "valid");
  assert.equal((await validate(BROKEN)).files[0].verdict, "invalid");
});

test("calls at the same time do not disturb each other", async () => {
  const controller = new AbortController();
  const [one, other, gone, third] = await Promise.allSettled([
    slow.validate(large(30), { name: "one.xml" }),
    slow.validate(BROKEN, { name: "other.xml", lang: "fr" }),
    slow.validate(large(50), { signal: controller.signal, onProgress: () => controller.abort() }),
    slow.validate(GOOD, { name: "third.xml" }),
  ]);
  assert.equal(one.value.files[0].counts.error, 30_000);
  assert.match(other.value.files[0].diagnostics[0].message, /doit s’écrire/);
  assert.equal(gone.reason?.name, "AbortError");
  assert.equal(third.value.files[0].name, "third.xml");
});

test("a listener that throws ends the check with what it throws", async () => {
  const thrown = new Error("no seaweed");
  const onProgress = () => {
    throw thrown;
  };
  await assert.rejects(slow.validate(large(50), { onProgress }), thrown);
  assert.equal((await slow.validate(GOOD)).files[0].verdict, "valid");
});

test("a stream that fails fails the check with its error, and those behind it are left", async () => {
  const error = new Error("the line is cut");
  const failing = new ReadableStream({ pull: (controller) => controller.error(error) });
  await assert.rejects(validate(failing), error);
  let cancelled = false;
  const behind = new ReadableStream({ cancel: () => void (cancelled = true) });
  const failed = new Readable({ read() { this.destroy(error); } });
  await assert.rejects(validate([{ name: "a.xml", content: failed }, { name: "b.xml", content: behind }]), error);
  assert.ok(cancelled);
  await assert.rejects(validate(Readable.from([7])), { name: "TypeError", message: /bring bytes/ });
});

test("what cannot be checked is a TypeError that says what can", async () => {
  for (const [input, options, message] of [
    [undefined, undefined, /What `validate` checks is a string, a Uint8Array/],
    [null, undefined, /What `validate` checks/],
    [7, undefined, /What `validate` checks/],
    [{}, undefined, /What `validate` checks/],
    [[], undefined, /is empty/],
    [[{ content: GOOD }], undefined, /Input 0 of `validate` has no `name`/],
    [[{ name: "a.xml", content: GOOD }, null], undefined, /Input 1 of `validate` has no `name`/],
    [[{ name: "a.xml", content: 7 }], undefined, /The `content` of "a.xml" has to be a string/],
    [[{ name: "a.xml", content: GOOD, url: "a.xml" }], undefined, /The `url` of "a.xml"/],
    [GOOD, null, /not an object/],
    [GOOD, { profiles: ["google"] }, /`profiles` is no option .* profile/],
    [GOOD, { profile: "google" }, /`profile` has to be an array/],
    [GOOD, { name: "" }, /`name` has to be a text/],
    [GOOD, { url: "tidepool.page" }, /`url` has to be a URL/],
    [GOOD, { base: "ftp://tidepool.page/" }, /`base` has to be a URL/],
    [GOOD, { pedantic: 1 }, /`pedantic` has to be true or false/],
    [GOOD, { verifiedHosts: "a.example" }, /`verifiedHosts` has to be an array/],
    [GOOD, { verifiedHosts: ["\ud800"] }, /`verifiedHosts` has to be an array/],
    [GOOD, { timeout: 0 }, /`timeout` has to be a number of milliseconds above 0/],
    [GOOD, { now: new Date("never") }, /`now` has to be a Date/],
    [GOOD, { lang: "de" }, /`lang` has to be one of these: en, es, fr/],
    [GOOD, { signal: {} }, /`signal` has to be an AbortSignal/],
    [GOOD, { onProgress: true }, /`onProgress` has to be a function/],
    [[{ name: "a.xml", content: GOOD }], { name: "b.xml" }, /`name` is for one input/],
  ]) {
    await assert.rejects(validate(input, options), { name: "TypeError", message });
  }
});

test("the process ends by itself", async () => {
  const begin = `import { validate, dispose } from "sitemap-validator";\nconst text = ${JSON.stringify(GOOD)};\n`;
  const once = `console.log((await validate(text)).files[0].verdict);\n`;
  assert.equal(await run(folder, begin + once), "valid\n");
  assert.equal(await run(folder, `${begin}${once}dispose();\n${once}`), "valid\nvalid\n");
  const aborted = `const signal = AbortSignal.abort();\nawait validate(text, { signal }).catch(({ name }) => console.log(name));\n`;
  assert.equal(await run(folder, begin + once + aborted), "valid\nAbortError\n");
  const atOnce = `const early = new AbortController();
    const begun = validate(text, { signal: early.signal });
    early.abort();
    await begun.catch(({ name }) => console.log(name));\n`;
  assert.equal(await run(folder, begin + atOnce), "AbortError\n");
  const starting = `const soon = new AbortController();
    setImmediate(() => soon.abort());
    await validate(text, { signal: soon.signal }).catch(({ name }) => console.log(name));\n`;
  assert.equal(await run(folder, begin + starting), "AbortError\n");
  const meanwhile = `const stop = new AbortController();
    const checked = validate(text.repeat(20_000), { signal: stop.signal, onProgress: () => stop.abort() });
    await checked.catch(({ name }) => console.log(name));\n`;
  assert.equal(await run(slowFolder, begin + meanwhile), "AbortError\n");
  const many = `const reports = await Promise.all(Array.from({ length: 9 }, () => validate(text)));
    console.log(reports.length);\n`;
  assert.equal(await run(folder, begin + many), "9\n");
  const waiting = `const all = new AbortController();
    const calls = Array.from({ length: 9 }, () => validate(text, { signal: all.signal }).catch(({ name }) => name));
    setImmediate(() => all.abort());
    console.log(new Set(await Promise.all(calls)));\n`;
  assert.equal(await run(folder, begin + waiting), "Set(1) { 'AbortError' }\n");
});

test("a worker that is disposed of is replaced", async () => {
  await validate(GOOD);
  dispose();
  dispose();
  assert.equal((await validate(GOOD)).files[0].verdict, "valid");
});

test("without its program the package says so, and the process ends", async () => {
  const broken = await project();
  await rm(join(broken, "node_modules/sitemap-validator/sitemap-validator-worker_bg.wasm"));
  const program = `import { validate } from "sitemap-validator";\nawait validate("x").catch(({ message }) => console.log(message));\n`;
  assert.match(await run(broken, program), /^The validator's worker could not be started, or stopped: ENOENT.*worker_bg\.wasm/);
});
