// `validateSite`: what it requests, from whom, and when it stops.

import assert from "node:assert/strict";
import dns from "node:dns";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import http from "node:http";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";
import { join } from "node:path";
import { after, afterEach, before, describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { commandLine, load, project, run, sitemap } from "./support.mjs";

const NOW = "2025-06-01T00:00:00Z";
const index = (...urls) =>
  '<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n' +
  `${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>\n`).join("")}</sitemapindex>\n`;
const page = (url) => sitemap(`<loc>${url}</loc>`);
const robots = (...urls) => urls.map((url) => `Sitemap: ${url}\n`).join("");
const XML = { "content-type": "application/xml" };

let folder, validate, validateSite;
/** The same with small limits. */
let hasty, limited;
before(async () => {
  folder = await project();
  ({ validate, validateSite } = await load(folder));
  hasty = await project();
  await lower(hasty, "given.js", "const MOST = 512 * 1024 * 1024;", "const MOST = 100_000;");
  await lower(hasty, "request-node.js", "const CONNECT = 10_000;\nconst READ = 30_000;", "const CONNECT = 1_000;\nconst READ = 4_000;");
  await lower(hasty, "site.js", "const LONGEST = 120_000;", "const LONGEST = 8_000;");
  limited = (await load(hasty)).validateSite;
});

async function lower(project, file, before, now) {
  const path = join(project, "node_modules/sitemap-validator", file);
  const text = await readFile(path, "utf8");
  assert.ok(text.includes(before), `${file}: ${before}`);
  await writeFile(path, text.replace(before, now));
}

const servers = [];
after(() => servers.forEach((server) => (server.closeAllConnections?.(), server.close())));

/** Listens at 127.0.0.1; its origin, with the requests it gets as `asked` and the number of its `connections`. */
async function listen(server) {
  servers.push(server.listen(0, "127.0.0.1"));
  const site = { asked: [], connections: 0 };
  server.on("connection", () => (site.connections += 1));
  server.on("request", (request) => site.asked.push(request));
  await once(server, "listening");
  return Object.assign(site, { port: server.address().port, origin: `http://127.0.0.1:${server.address().port}` });
}

/** A site with these files: a text, `[status, header, content]`, or a function that answers. Others are not there. */
async function serve(files) {
  const site = await listen(
    http.createServer((request, response) => {
      const file = files(site.origin)[request.url] ?? [404, {}, "no"];
      if (typeof file === "function") return file(response, request);
      const [status, header, content] = Array.isArray(file) ? file : [200, XML, file];
      response.writeHead(status, header);
      response.end(content);
    }),
  );
  return site;
}

const closing = (socket) => new Promise((resolve) => socket.on("close", resolve));
const paths = ({ asked }) => asked.map(({ url }) => url);
const outcomes = ({ files }) => Object.fromEntries(files.map(({ name, http }) => [new URL(name).pathname, http.error ?? http.status]));

/** The report without the times. */
const timeless = (report) => ({ ...report, files: report.files.map((file) => ({ ...file, http: { ...file.http, ms: 0, fetchedAt: 0 } })) });

const SITE = (origin) => ({
  "/robots.txt": [200, { "content-type": "text/plain" }, robots(`${origin}/index.xml`)],
  "/index.xml": [
    200,
    { ...XML, "content-encoding": "gzip", etag: Buffer.from('"é"').toString("latin1"), "x-robots-tag": ["noindex", "none"] },
    gzipSync(index(`${origin}/a.xml.gz`, `${origin}/gone.xml`, `${origin}/old.xml`)),
  ],
  "/a.xml.gz": [200, { "content-type": "application/gzip" }, gzipSync(page(`${origin}/a&b`))],
  "/old.xml": [301, { location: "/new.xml" }, "moved"],
  "/new.xml": page(`${origin}/`),
  "/gone.xml": [404, {}, "no"],
});

test("a site: robots.txt, its index and what this lists, as the command line fetches and checks them", async () => {
  const site = await serve(SITE);
  const url = `${site.origin}/`;
  const seen = [];
  const [report, told] = await Promise.all([
    validateSite(new URL(url), { allowPrivate: true, now: new Date(NOW), onProgress: (now) => seen.push(now) }),
    commandLine("--allow-private", "--now", NOW, url),
  ]);
  assert.deepEqual(timeless(report), timeless(told));

  const asked = ["/a.xml.gz", "/gone.xml", "/index.xml", "/new.xml", "/old.xml", "/robots.txt"];
  assert.deepEqual(paths(site).sort(), asked.flatMap((path) => [path, path]));
  assert.deepEqual(outcomes(report), { "/robots.txt": 200, "/index.xml": 200, "/a.xml.gz": 200, "/gone.xml": 404, "/old.xml": 200 });
  const [, listing, child, gone, moved] = report.files;
  assert.deepEqual([listing.http.contentEncoding, listing.http.etag, listing.http.robotsTag], ["gzip", '"é"', "noindex"]);
  assert.deepEqual(moved.http.hops, [{ status: 301, location: `${site.origin}/new.xml` }]);
  assert.deepEqual([moved.http.final, moved.url], [`${site.origin}/new.xml`, `${site.origin}/new.xml`]);
  assert.ok(child.rules["loc-unescaped-ampersand"] && child.http.transferBytes === child.bytes);
  assert.ok(gone.readError);
  assert.ok(report.set.diagnostics.some(({ file, rule }) => file === 1 && rule.startsWith("http-")));
  const fetched = seen.filter((now) => "known" in now);
  assert.deepEqual([fetched[0], fetched.at(-1).known], [{ finished: 0, known: 1 }, 5]);
});

test("one sitemap, and requests introduce themselves", async () => {
  let closed;
  const site = await serve((origin) => ({
    "/sitemap.xml": page(`${origin}/`),
    // The content of an error is not read.
    "/robots.txt": (response, { socket }) => {
      closed = closing(socket);
      response.writeHead(404).write("no");
    },
  }));
  const report = await validateSite(`${site.origin}/sitemap.xml`, { allowPrivate: true });
  await closed;
  assert.deepEqual([report.files.map(({ name }) => name), report.set], [[`${site.origin}/sitemap.xml`], null]);
  const { headers } = site.asked.find(({ url }) => url === "/sitemap.xml");
  assert.match(headers["user-agent"], /^sitemap-validator\/\d+\.\d+\.\d+/);
  assert.match(headers.accept, /xml/);
  assert.equal(headers["accept-encoding"], "gzip");
});

test("header fields are for the origin of the URL only", async () => {
  const other = await serve((origin) => ({ "/b.xml": page(`${origin}/`) }));
  const site = await serve((origin) => ({
    "/robots.txt": robots(`${origin}/a.xml`, `${other.origin}/b.xml`),
    "/a.xml": [302, { location: `${other.origin}/b.xml?a` }, ""],
  }));
  for (const [make, value] of [[(fields) => fields, "tide"], [(fields) => new Headers(fields), "ebb"]]) {
    const fields = { authorization: value, "user-agent": "tide tables" };
    const checked = validateSite(site.origin, { allowPrivate: true, headers: make(fields) });
    fields.authorization = "changed later";
    await checked;
    for (const { headers } of site.asked) assert.deepEqual([headers.authorization, headers["user-agent"]], [value, "tide tables"]);
    assert.ok(site.asked.length >= 2 && other.asked.length >= 2);
    for (const { headers } of other.asked) assert.ok(!headers.authorization && headers["user-agent"].startsWith("sitemap-validator/"));
    site.asked.length = other.asked.length = 0;
  }
});

describe("addresses that are not public", () => {
  const { lookup } = dns;
  const { request } = http;
  /** Each name has these addresses. */
  const resolve = (...addresses) => {
    dns.lookup = (_, __, done) => done(null, addresses.map((address) => ({ address, family: net.isIP(address) })));
    syncBuiltinESMExports();
  };
  afterEach(() => {
    dns.lookup = lookup;
    http.request = request;
    syncBuiltinESMExports();
  });

  test("are not connected to, whether the URL or a resolver names them", async () => {
    const site = await serve((origin) => ({ "/sitemap.xml": page(`${origin}/`) }));
    for (const host of ["localhost", "127.0.0.1", "0x7f.1", "[::ffff:127.0.0.1]"]) {
      await assert.rejects(validateSite(`http://${host}:${site.port}/sitemap.xml`), /private network/, host);
    }
    for (const addresses of [["127.0.0.1"], ["1.1.1.1", "127.0.0.1"], ["::1"], ["fe80::1%lo"], []]) {
      resolve(...addresses);
      await assert.rejects(validateSite(`http://tidepool.page:${site.port}/sitemap.xml`), /IP address in a private network/, `${addresses}`);
    }
    assert.equal(site.connections, 0);
    resolve("127.0.0.1");
    const report = await validateSite(`http://tidepool.page:${site.port}/sitemap.xml`, { allowPrivate: true });
    assert.equal(report.files[0].http.status, 200);
  });

  test("are judged for each connection, and those that are public are connected to", async () => {
    const site = await serve(() => ({
      "/sitemap.xml": index("http://127.0.0.1/a.xml", "http://private.tidepool.page/b.xml", "http://tidepool.page/c.xml"),
      "/c.xml": [302, { location: "http://10.0.0.1/" }, ""],
    }));
    const judged = [];
    http.request = (url, options) =>
      request(url, {
        ...options,
        port: site.port,
        lookup(host, how, done) {
          resolve(...(host.startsWith("private.") ? ["::1"] : ["1.1.1.1", "2606:4700::1111"]));
          options.lookup(host, how, (error, found) => {
            judged.push([new URL(url).pathname, error?.code ?? found.map(({ address }) => address)]);
            done(error, [{ address: "127.0.0.1", family: 4 }]);
          });
        },
      });
    const report = await validateSite("http://tidepool.page/sitemap.xml");
    const both = ["1.1.1.1", "2606:4700::1111"];
    const expected = [["/b.xml", "ERR_PRIVATE_ADDRESS"], ["/c.xml", both], ["/robots.txt", both], ["/sitemap.xml", both]];
    assert.deepEqual(judged.sort(), expected);
    assert.deepEqual(paths(site).sort(), ["/c.xml", "/robots.txt", "/sitemap.xml"]);
    assert.deepEqual(outcomes(report), { "/sitemap.xml": 200, "/a.xml": "private", "/b.xml": "private", "/c.xml": "private" });
  });
});

describe("a function in place of Node's requests", () => {
  test("the global `fetch`: what it has decompressed is not taken for compressed", async () => {
    const site = await serve(SITE);
    const calls = [];
    const options = {
      allowPrivate: true,
      headers: { "x-tide": "low" },
      fetch: (url, init) => (calls.push(init), fetch(url, init)),
    };
    const report = await validateSite(site.origin, options);
    assert.deepEqual(outcomes(report), { "/robots.txt": 200, "/index.xml": 200, "/a.xml.gz": 200, "/gone.xml": 404, "/old.xml": 200 });
    const [, listing, child, , moved] = report.files;
    assert.deepEqual([listing.kind, listing.http.contentEncoding, listing.http.contentLength], ["sitemapindex", null, null]);
    assert.deepEqual([child.http.contentType, child.bytes], ["application/gzip", child.http.contentLength ?? child.bytes]);
    assert.equal(moved.http.hops.length, 1);
    for (const { redirect, signal, headers } of calls) {
      assert.ok(signal instanceof AbortSignal);
      assert.deepEqual([redirect, headers["x-tide"]], ["manual", "low"]);
    }
  });

  test("literal addresses are not passed to it", async () => {
    const asked = [];
    const get = async (url) => {
      asked.push(new URL(url).pathname);
      if (url.endsWith("sitemap.xml")) return new Response(index("http://10.0.0.1/a.xml", "https://tidepool.page/b.xml"));
      return new Response("", { status: 302, headers: { location: "http://[::1]/" } });
    };
    await assert.rejects(validateSite("http://127.0.0.1/sitemap.xml", { fetch: get }), /private network/);
    const report = await validateSite("https://tidepool.page/sitemap.xml", { fetch: get });
    assert.deepEqual(asked.sort(), ["/b.xml", "/robots.txt", "/sitemap.xml"]);
    assert.deepEqual(outcomes(report), { "/sitemap.xml": 200, "/a.xml": "private", "/b.xml": "private", "/robots.txt": "private" });
  });

  test("it has to show its answers", async () => {
    const url = "https://tidepool.page/sitemap.xml";
    const opaque = (type) => ({ type, status: 0, headers: new Headers(), body: null });
    for (const [answer, expected] of [
      [undefined, { name: "TypeError", message: /`fetch` has to return a Response/ }],
      ["text", { name: "TypeError", message: /`fetch` has to return a Response/ }],
      [opaque("opaqueredirect"), { name: "Error", message: /does not show where it redirects to/ }],
      [opaque("opaque"), { name: "Error", message: /does not show its answer/ }],
    ]) {
      await assert.rejects(validateSite(url, { fetch: async () => answer }), expected);
    }
  });
});

// Some wait for requests to be repeated.
describe("what fails or is ended", { concurrency: true }, () => {
  test("has its reason in the report", async () => {
    const broken = (answer) => serve(() => ({ "/": answer }));
    const silent = await listen(net.createServer((socket) => void socket.on("error", () => {})));
    const plain = await broken("");
    let slow;
    const begin = (header) => (response) => response.writeHead(200, header).write("<urlset", () => response.socket.destroy());
    const sites = {
      cut: await broken((response) => response.socket.destroy()),
      "cut in chunks": await broken(begin({})),
      "cut before the content": await broken((response) => (response.writeHead(200, { "content-length": 9 }).flushHeaders(), response.socket.write("", () => response.socket.destroy()))),
      "another protocol": await broken((response) => response.socket.write("HTTP/1.1 101 -\r\nUpgrade: tide\r\nConnection: upgrade\r\n\r\n")),
      "a large header": await broken((response) => response.socket.end(`HTTP/1.1 200 OK\r\nX-A: ${"b".repeat(64 * 1024)}\r\n\r\n`)),
      "a slow content": await broken((response) => {
        // The second request is answered at once.
        if (slow) return response.writeHead(404).end();
        slow = setInterval(() => response.write("x"), 50);
        response.on("close", () => clearInterval(slow));
      }),
      "no TLS": { origin: plain.origin.replace("http:", "https:") },
      "no connection": { origin: silent.origin.replace("http:", "https:") },
      "a content that pauses": await broken((response) => {
        response.writeHead(200, { "content-length": 9 }).write("<urlset");
        // Longer than a connection may take, and not as long as a pause may be.
        setTimeout(() => response.end("/>"), 2_000);
      }),
      "a content that stops": await broken((response) => response.writeHead(200, { "content-length": 99 }).write("<urlset")),
      "half a content": await broken(begin({ "content-length": 99 })),
    };
    const gone = await listen(net.createServer());
    servers.pop().close();
    sites["nobody there"] = gone;
    const start = await serve(() => ({ "/sitemap.xml": index(...Object.values(sites).map(({ origin }) => `${origin}/`)) }));
    const report = await limited(`${start.origin}/sitemap.xml`, { allowPrivate: true });
    const told = Object.entries(sites).map(([what, { origin }]) => {
      const { http, rules } = report.files.find(({ name }) => name === `${origin}/`);
      return [what, http.error ?? (rules["http-truncated"] ? "truncated" : http.status)];
    });
    assert.deepEqual(Object.fromEntries(told), {
      cut: "cut",
      "cut in chunks": "cut",
      "cut before the content": "cut",
      "another protocol": "cut",
      "a large header": "cut",
      "a slow content": 404,
      "no TLS": "tls",
      "no connection": "timeout",
      "a content that pauses": 200,
      "a content that stops": "truncated",
      "half a content": "truncated",
      "nobody there": "refused",
    });
  });

  test("is understood by the errors of a function", async () => {
    const causes = {
      dns: ["ENOTFOUND", "EAI_AGAIN"],
      refused: ["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH"],
      tls: ["CERT_HAS_EXPIRED", "DEPTH_ZERO_SELF_SIGNED_CERT", "ERR_TLS_CERT_ALTNAME_INVALID", "UNABLE_TO_VERIFY_LEAF_SIGNATURE", "EPROTO"],
      timeout: ["ETIMEDOUT", "UND_ERR_CONNECT_TIMEOUT", "UND_ERR_BODY_TIMEOUT"],
      cut: ["ECONNRESET", "UND_ERR_SOCKET", "E_TIDE"],
    };
    const url = (code) => `https://${code.toLowerCase().replaceAll("_", "-")}.tidepool.page/`;
    const codes = Object.values(causes).flat();
    const get = async (asked) => {
      const code = codes.find((code) => url(code) === asked);
      if (code) throw Object.assign(new TypeError("fetch failed"), { cause: { code } });
      if (asked.startsWith("https://late.")) throw new DOMException("", "TimeoutError");
      return new Response(index(...codes.map(url), "https://late.tidepool.page/"));
    };
    const report = await validateSite("https://tidepool.page/sitemap.xml", { fetch: get });
    const error = (url) => report.files.find(({ name }) => name === url).http.error;
    const told = Object.entries(causes).map(([name, codes]) => [name, codes.filter((code) => error(url(code)) === name)]);
    assert.deepEqual(Object.fromEntries(told), causes);
    assert.equal(error("https://late.tidepool.page/"), "timeout");
  });

  test("aborted or too late while a content is awaited: at once, and the connection is closed", async () => {
    let [begun, closed] = [];
    const site = await serve(() => ({
      "/sitemap.xml": (response, { socket }) => {
        closed = closing(socket);
        let sent = 0;
        // More than the system holds on the way: some of it was read.
        const more = () => ((sent += 65_536) > 16_000_000 ? begun?.() : response.write(" ".repeat(65_536), more));
        response.writeHead(200).write("<urlset", more);
      },
    }));
    const url = `${site.origin}/sitemap.xml`;
    const reason = new Error("low tide");
    for (const own of [{}, { fetch }, { fetch: (url) => fetch(url) }]) {
      const controller = new AbortController();
      begun = () => controller.abort(reason);
      await assert.rejects(validateSite(url, { allowPrivate: true, signal: controller.signal, ...own }), reason);
      await closed;
    }
    // One that ignores the signal, and never answers.
    const controller = new AbortController();
    const never = () => (controller.abort(reason), new Promise(() => {}));
    await assert.rejects(validateSite(url, { allowPrivate: true, signal: controller.signal, fetch: never }), reason);
    begun = undefined;
    await assert.rejects(validateSite(url, { allowPrivate: true, timeout: 400 }), { name: "TimeoutError", message: /within 400 ms/ });
    await closed;
    const count = site.asked.length;
    await assert.rejects(validateSite(url, { allowPrivate: true, signal: AbortSignal.abort(reason) }), reason);
    assert.equal(site.asked.length, count);
  });

  test("a listener that throws ends the search with what it throws", async () => {
    const site = await serve(SITE);
    const thrown = new Error("no seaweed");
    const onProgress = ({ known }) => {
      if (known > 1) throw thrown;
    };
    await assert.rejects(validateSite(site.origin, { allowPrivate: true, onProgress }), thrown);
  });

  test("an endless content is read to the limit", async () => {
    let closed;
    const site = await serve(() => ({
      "/sitemap.xml": (response, { socket }) => {
        closed = closing(socket);
        const more = () => response.write("x".repeat(10_000), more);
        more();
      },
    }));
    const [file] = (await limited(`${site.origin}/sitemap.xml`, { allowPrivate: true })).files;
    assert.deepEqual([file.bytes, file.http.transferBytes], [100_001, 100_001]);
    await closed;
  });

  test("the process ends by itself", async () => {
    const site = await serve(() => ({ "/sitemap.xml": (response) => response.writeHead(200).write("<urlset") }));
    const program = `import { validateSite } from "sitemap-validator";
      const end = ({ name }) => console.log(name);
      await validateSite("${site.origin}/sitemap.xml", { allowPrivate: true, timeout: 600 }).catch(end);
      await validateSite("http://localhost/").catch(end);\n`;
    assert.equal(await run(folder, program), "TimeoutError\nError\n");
  });
});

test("a URL that cannot be fetched rejects the promise with the reason", async () => {
  const site = await serve(() => ({}));
  await assert.rejects(validateSite(`${site.origin}/sitemap.xml`, { allowPrivate: true }), { name: "Error", message: /404/ });
  const secure = `${site.origin.replace("http:", "https:")}/`;
  await assert.rejects(validateSite(secure, { allowPrivate: true }), { name: "Error", message: /certificate|TLS|secure/ });
});

test("what is no URL or no option is a TypeError that says so", async () => {
  const url = "https://tidepool.page/";
  for (const [given, options, message] of [
    [undefined, {}, /`validateSite` checks is a URL that begins with https?/],
    ["tidepool.page", {}, /is a URL/],
    ["ftp://tidepool.page/", {}, /is a URL/],
    ["http://[tide/", {}, /is a URL/],
    ["http://a b/", {}, /is a URL/],
    [url, null, /options of `validateSite` are not an object/],
    [url, { url }, /`url` is no option of `validateSite`; there are profile, .* fetch, headers, allowPrivate\.$/],
    [url, { maxFiles: 7 }, /`maxFiles` is no option/],
    [url, { fetch: true }, /`fetch` has to be a function/],
    [url, { allowPrivate: "yes" }, /`allowPrivate` has to be true or false/],
    [url, { headers: null }, /`headers` has to be an object/],
    [url, { headers: "a: b" }, /`headers` has to be an object/],
    [url, { headers: { "a b": "c" } }, /`headers` has to be an object/],
    [url, { headers: { a: "b\r\nc: d" } }, /`headers` has to be an object/],
  ]) {
    await assert.rejects(validateSite(given, options), { name: "TypeError", message });
  }
});

test("the reason is in the language of its call", async () => {
  await validate("https://tidepool.page/\n", { lang: "fr" });
  await assert.rejects(validateSite("http://localhost/"), /is on a private network/);
  await assert.rejects(validateSite("http://localhost/", { lang: "es" }), /red privada/);
});
