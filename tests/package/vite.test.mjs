import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { build, createServer as development, preview } from "vite";
import { project, sitemap, slowed } from "./support.mjs";

// As strict as that of our own page: nothing inline, nothing from elsewhere.
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; img-src data:; " +
  "base-uri 'none'; form-action 'none'";
const ISOLATED = { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" };

const BROKEN = sitemap("<loc>https://tidepool.page/a&b</loc>");

let browser;
before(async () => {
  const args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--no-first-run"];
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", headless: true, args });
});
after(() => browser?.close());

/** Serves the build in `root` under `path` with these headers; its URL, the requests it gets, and how to stop. */
async function serve(root, path, headers) {
  const asked = [];
  const record = ({ url }, _, next) => {
    asked.push(url);
    next();
  };
  const recording = { name: "recording", configurePreviewServer: ({ middlewares }) => void middlewares.use(record) };
  const always = { "content-security-policy": POLICY, "cache-control": "no-store" };
  const options = { host: "127.0.0.1", port: 0, headers: { ...always, ...headers } };
  const server = await preview({ root, base: path, configFile: false, logLevel: "warn", plugins: [recording], preview: options });
  const { port } = server.httpServer.address();
  return { address: `http://127.0.0.1:${port}${path}`, asked, stop: () => server.close() };
}

for (const { what, base, path, headers } of [
  { what: "at the root of an isolated site", base: "/", path: "/", headers: ISOLATED },
  { what: "under a path, without shared memory", base: "./", path: "/some/path/", headers: {} },
]) {
  describe(`a page built by Vite, ${what}`, () => {
    let server, page;
    const troubles = [];

    before(async () => {
      // Checks take long enough to tell progress.
      const root = await slowed(await project(fileURLToPath(new URL("vite", import.meta.url))));
      await mkdir(join(root, "public"));
      await writeFile(join(root, "public/new.xml"), BROKEN);
      await build({ root, base, configFile: false, logLevel: "warn" });
      server = await serve(root, path, headers);
      page = await (await browser.newContext()).newPage();
      page.on("console", (message) => message.type() === "error" && troubles.push(message.text()));
      page.on("pageerror", (error) => troubles.push(error.message));
      page.on("response", (response) => response.status() >= 400 && troubles.push(`${response.status()} ${response.url()}`));
      page.on("request", (request) => request.url().startsWith(server.address) || troubles.push(`asked ${request.url()}`));
      await page.exposeFunction("violated", (directive) => troubles.push(`policy: ${directive}`));
      await page.addInitScript(() => {
        addEventListener("securitypolicyviolation", (event) => window.violated(event.violatedDirective));
      });
      await page.goto(server.address);
      await page.waitForFunction(() => "validate" in globalThis);
    });
    after(() => {
      server?.stop();
      assert.deepEqual(troubles, []);
    });

    test("a text, a file, a stream and gzip give the same report", async () => {
      const reports = await page.evaluate(async (text) => {
        const now = Date.UTC(2025, 0, 1);
        const packed = () => new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
        const inputs = [text, new Blob([text]), new TextEncoder().encode(text), new Blob([text]).stream(), packed()];
        const reports = await Promise.all(inputs.map((input) => validate(input, { now })));
        const [file] = (await validate(new File([text], "tide.xml"))).files;
        return { reports, named: file.name, isolated: crossOriginIsolated };
      }, BROKEN);
      const [first, ...others] = reports.reports;
      assert.equal(first.files[0].diagnostics[0].rule, "loc-unescaped-ampersand");
      const packed = others.pop();
      others.forEach((report) => assert.deepEqual(report, first));
      assert.deepEqual(packed.files[0].diagnostics, first.files[0].diagnostics);
      assert.equal(packed.files[0].name, "sitemap.gz");
      assert.equal(reports.named, "tide.xml");
      assert.equal(reports.isolated, headers === ISOLATED);
    });

    test("languages come with the package", async () => {
      const messages = await page.evaluate(async (text) => {
        const told = async (lang) => (await validate(text, { lang })).files[0].diagnostics[0].message;
        return [await told("fr"), await told("es"), await told("en")];
      }, BROKEN);
      assert.match(messages[0], /doit s’écrire/);
      assert.match(messages[1], /se escribe|debe/);
      assert.match(messages[2], /must be written/);
    });

    test("a site is fetched by a function of the page", async () => {
      await page.route("**/old.xml", (route) => route.fulfill({ status: 301, headers: { location: "new.xml" } }));
      const told = await page.evaluate(async (text) => {
        const url = "https://tidepool.page/sitemap.xml";
        const alone = await validateSite(url).catch(({ name, message }) => `${name}: ${message}`);
        const asked = [];
        const answer = async (url, { headers }) => {
          asked.push([url, Object.keys(headers)]);
          return url.endsWith(".txt") ? new Response("", { status: 404 }) : new Response(text);
        };
        const { files } = await validateSite(url, { fetch: answer });
        // A page does not learn where its own site redirects to.
        const old = new URL("old.xml", location.href);
        const own = (redirect) => (url, init) => (url === old.href ? fetch(url, { ...init, redirect }) : new Response(""));
        const hidden = await validateSite(old, { fetch: own("manual"), allowPrivate: true }).catch(({ message }) => message);
        const { files: followed } = await validateSite(old, { fetch: own("follow"), allowPrivate: true });
        return { alone, asked: asked.sort(), files, hidden, followed };
      }, BROKEN);
      assert.match(told.alone, /^TypeError: A page cannot read the files of other sites\. Pass the option `fetch`/);
      const urls = ["robots.txt", "sitemap.xml"].map((name) => `https://tidepool.page/${name}`);
      assert.deepEqual(told.asked, urls.map((url) => [url, ["accept"]]));
      assert.deepEqual([told.files[0].name, told.files[0].http.status], [urls[1], 200]);
      assert.ok(told.files[0].rules["loc-unescaped-ampersand"]);
      assert.match(told.hidden, /old\.xml cannot be checked: the browser does not show where it redirects to/);
      const sitemap = told.followed.find(({ kind }) => kind === "urlset");
      assert.deepEqual([sitemap.http.status, sitemap.http.hops, sitemap.http.final], [200, [], sitemap.http.requested]);
    });

    test("progress is told, and a check that is aborted ends with its worker", async () => {
      await page.evaluate(() => dispose());
      const told = await page.evaluate(async (entry) => {
        const entries = [...Array(50)].map(() => entry.repeat(1000));
        const large = new Blob(['<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">', ...entries, "</urlset>"]);
        const seen = [];
        const report = await validate(large, { onProgress: ({ done, total }) => seen.push([done, total]) });
        const controller = new AbortController();
        let calls = 0;
        const onProgress = () => {
          calls += 1;
          controller.abort(new Error("high tide"));
        };
        const aborted = await validate(large, { signal: controller.signal, onProgress }).catch(({ message }) => message);
        return { seen, errors: report.files[0].counts.error, aborted, calls };
      }, "<url><loc>https://tidepool.page/a?b&c</loc></url>\n");
      assert.ok(told.errors >= 50_000);
      assert.ok(told.seen.length > 1);
      assert.deepEqual(told.seen.at(-1)[0], told.seen.at(-1)[1]);
      assert.equal(told.aborted, "high tide");
      assert.equal(told.calls, 1);
      // The one that was not aborted waits for the next call, or was too large to wait.
      await page.evaluate(() => dispose());
      while (page.workers().length > 0) await page.workers()[0].waitForEvent("close").catch(() => {});
    });

    test("a stream is cancelled with the check", async () => {
      const [message, cancelled] = await page.evaluate(async () => {
        const controller = new AbortController();
        let cancelled;
        const stream = new ReadableStream({
          pull: () => controller.abort(new Error("low tide")),
          cancel: (reason) => (cancelled = reason.message),
        });
        const message = await validate(stream, { signal: controller.signal }).catch((error) => error.message);
        return [message, cancelled];
      });
      assert.deepEqual([message, cancelled], ["low tide", "low tide"]);
    });

    test("a worker that ends without a word is missed, and replaced", async () => {
      await page.evaluate((text) => validate(text), BROKEN);
      for (const worker of page.workers()) await worker.evaluate(() => close()).catch(() => {});
      const files = await page.evaluate(async (text) => {
        const again = () => validate(text, { timeout: 20_000 });
        // The first call may come before the news.
        return (await again().catch(again)).files.length;
      }, BROKEN);
      assert.equal(files, 1);
    });

    const workers = () => server.asked.filter((url) => /\/worker-[^/]*\.js$/.test(url)).length;

    test("many calls at the same time share as many workers as there are processors, at most four", async () => {
      for (const [processors, most] of [[3, 3], [16, 4]]) {
        await page.evaluate(() => dispose());
        const before = workers();
        const names = await page.evaluate(
          async ([text, processors]) => {
            Object.defineProperty(Navigator.prototype, "hardwareConcurrency", { get: () => processors });
            const reports = await Promise.all(Array.from({ length: 12 }, (_, at) => validate(text, { name: `${at}.xml` })));
            return reports.map(({ files }) => files[0].name);
          },
          [BROKEN, processors],
        );
        assert.deepEqual(names, Array.from({ length: 12 }, (_, at) => `${at}.xml`));
        assert.equal(workers() - before, most);
      }
    });

    test("a set of some size is shared among workers, but not while others are at work", async () => {
      await page.evaluate(() => dispose());
      const before = workers();
      const report = await page.evaluate(async () => {
        Object.defineProperty(Navigator.prototype, "hardwareConcurrency", { get: () => 2 });
        const head = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n';
        const entries = (file) => Array.from({ length: 20_000 }, (_, at) => `<url><loc>https://tidepool.page/maps/${file}/${at}</loc></url>\n`);
        const content = (file) => new Blob([head, ...entries(file), "</urlset>"]);
        const inputs = [1, 2, 3, 4].map((file) => ({ name: `maps/${file}.xml`, content: content(file) }));
        globalThis.check = () => validate(inputs, { base: "https://tidepool.page/maps/" });
        return check();
      });
      // One that the page starts, and two that this one starts.
      assert.equal(workers() - before, 3);
      const both = await page.evaluate(() => {
        dispose();
        return Promise.all([check(), check()]);
      });
      // Two that the page starts: each has a processor of its own, and none to share with.
      assert.equal(workers() - before, 5);
      both.forEach(({ set }) => assert.deepEqual(set, report.set));
      assert.equal(report.files.length, 4);
      assert.ok(report.files.every(({ stats, readError }) => stats.entries === 20_000 && readError === undefined));
      assert.equal(report.set.entries, 80_000);
      assert.deepEqual(troubles, []);
    });
  });
}

test("it works in a page that Vite serves while it is developed", async () => {
  const root = await project(fileURLToPath(new URL("vite", import.meta.url)));
  const server = await development({ root, configFile: false, logLevel: "warn", server: { host: "127.0.0.1" } });
  try {
    await server.listen();
    const page = await (await browser.newContext()).newPage();
    await page.goto(server.resolvedUrls.local[0]);
    await page.waitForFunction(() => "validate" in globalThis);
    const message = await page.evaluate(
      async (text) => (await validate(text, { lang: "fr" })).files[0].diagnostics[0].message,
      BROKEN,
    );
    assert.match(message, /doit s’écrire/);
  } finally {
    await server.close();
  }
});
