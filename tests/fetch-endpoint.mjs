// Tests whether an endpoint keeps the contract in docs/fetch-endpoint.md. It needs Node 20 or newer and no packages:
//
//   ENDPOINT=https://validator.example.com/fetch node --test tests/fetch-endpoint.mjs
//
// UPSTREAM names a site that answers in known ways; without it, the tests that need one are skipped:
//
//   UPSTREAM=local          The tests start the site on 127.0.0.1, for an endpoint that may fetch from private networks.
//   UPSTREAM=http://HOST:PORT   `node tests/fetch-endpoint.mjs upstream PORT` runs there, with no proxy before it.
//
// PUBLIC=1 also requires that the endpoint limits its clients. SLOW=1 also waits for its timeouts, some minutes.
// PRIVATE_NAME is a name that resolves to a private address, such as 127.0.0.1.nip.io.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { createServer as createPlainServer } from "node:net";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";

const { ENDPOINT, UPSTREAM, PUBLIC, SLOW, PRIVATE_NAME } = process.env;

const FIELDS =
  "cache-control cf-mitigated content-encoding content-length content-type etag last-modified link location refresh retry-after x-amzn-waf-action x-robots-tag";
const ERRORS = "dns refused tls timeout cut private too-large not-allowed large-header malformed proxy";

/** More than `limit` by this is a body without a limit. */
const SLACK = 1 << 20;

const BYTES = Buffer.from(Array.from({ length: 1024 }, (_, index) => index % 256));
const ZIPPED = gzipSync("<urlset/>");

/** The pages of the site that answers in known ways. Each request names its test with `id`. */
const PAGES = {
  "/bytes": { header: { "Content-Type": "Text/XML; charset=UTF-8", "X-Robots-Tag": "noindex" }, body: BYTES },
  "/empty": { body: "" },
  "/zipped": { header: { "Content-Encoding": "gzip" }, body: ZIPPED },
  "/private-fields": { header: { "Set-Cookie": "secret=1", ETag: '"one"', Refresh: "9", "X-Other": "secret" }, body: "a" },
  "/not-ascii": { header: { ETag: Buffer.from('"é😀"').toString("latin1") }, body: "a" },
  "/long-field": { header: { Link: `<${"a".repeat(9000)}>` }, body: "a" },
  "/gone": { status: 404, body: "no" },
  "/failed": { status: 503, header: { "Retry-After": "7" }, body: "no" },
  "/slow": async (_, response) => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    response.end("a");
  },
  "/short": (_, response) => {
    response.writeHead(200, { "Content-Length": 9 });
    response.write("<url", () => setTimeout(() => response.socket?.destroy(), 50));
  },
  "/broken-chunks": (_, response) => {
    response.writeHead(200);
    response.write("<url", () => setTimeout(() => response.socket?.destroy(), 50));
  },
  "/nothing-of-nine": (_, response) => {
    response.writeHead(200, { "Content-Length": 9 });
    response.flushHeaders();
    setTimeout(() => response.socket?.destroy(), 50);
  },
  "/no-answer": (request) => request.socket.destroy(),
  "/many-fields": (request) => request.socket.end(`HTTP/1.1 200 OK\r\n${"X-A: b\r\n".repeat(100_000)}\r\n`),
  "/endless": (_, response) => {
    const piece = Buffer.alloc(1 << 16, "a");
    const more = () => {
      while (!response.destroyed && response.write(piece));
    };
    response.on("drain", more);
    more();
  },
  "/silent": () => {},
  "/one-byte-a-second": (_, response) => {
    const clock = setInterval(() => response.write("a"), 1000);
    response.on("close", () => clearInterval(clock));
  },
};
for (const status of [301, 302, 303, 307, 308]) PAGES[`/moved-${status}`] = { status, header: { Location: "/bytes?id=next" } };

/** The site that answers in known ways. `/seen?id=ID` lists the requests of a test. */
function site() {
  const seen = new Map();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url, "http://site/");
    const id = searchParams.get("id");
    if (pathname === "/seen") return response.end(JSON.stringify(seen.get(id) ?? []));
    seen.set(id, [...(seen.get(id) ?? []), { url: request.url, method: request.method, header: request.rawHeaders }]);
    const page = PAGES[pathname] ?? { status: 404, body: "" };
    if (typeof page === "function") return page(request, response);
    const { status = 200, header = {}, body = "" } = page;
    response.writeHead(status, { "Cache-Control": "no-store", "Content-Length": Buffer.byteLength(body), ...header });
    response.end(body);
  });
  server.on("clientError", (_, socket) => socket.destroy());
  return server;
}

/** Asks the endpoint. The body is `null` if the connection ended before its end. */
async function ask(url, { header = { "Sec-Fetch-Site": "same-origin" }, method = "GET", query = `?url=${encodeURIComponent(url)}` } = {}) {
  const signal = AbortSignal.timeout(300_000);
  const response = await fetch(ENDPOINT + query, { method, headers: header, redirect: "manual", signal });
  const said = response.headers.get("sitemap-validator-answer");
  const parts = [];
  let size = 0;
  let isWhole = true;
  try {
    for await (const part of response.body ?? []) {
      size += part.length;
      if (size <= SLACK) parts.push(part);
    }
  } catch (error) {
    if (signal.aborted) throw error;
    isWhole = false;
  }
  return { status: response.status, header: response.headers, said, size, body: isWhole ? Buffer.concat(parts) : null };
}

/** Asks the endpoint for a URL that it has to request or to judge, and checks the form of the answer. */
async function answer(url, options) {
  let response = await ask(url, options);
  // An endpoint may let its clients wait.
  for (let tries = 0; response.status === 429 && tries < 5; tries++) {
    await new Promise((resolve) => setTimeout(resolve, Number(response.header.get("retry-after")) * 1000));
    response = await ask(url, options);
  }
  assert.equal(response.status, 200, `${url}: ${response.body}`);
  assert.ok(response.said !== null, `${url}: no header sitemap-validator-answer`);
  assert.match(response.said, /^[\x20-\x7e]*$/, "the header is not ASCII");
  const fields = JSON.parse(response.said);
  assert.ok(fields.error === undefined || ERRORS.split(" ").includes(fields.error), `error: ${fields.error}`);
  if (fields.error === undefined) {
    assert.ok(Number.isInteger(fields.status) && fields.status >= 100 && fields.status <= 599, `status: ${fields.status}`);
    assert.ok(Number.isSafeInteger(fields.limit) && fields.limit > 0, `limit: ${fields.limit}`);
    for (const [name, value] of Object.entries(fields.header)) {
      assert.ok(FIELDS.split(" ").includes(name), `field: ${name}`);
      assert.equal(typeof value, "string", name);
    }
  }
  if (fields.error !== undefined) assert.equal(response.body?.length, 0, "an error has a body that is empty, and complete");
  harmless(response);
  return { ...response, fields };
}

/** Requires that a browser does not use the response as a page, or share it. */
function harmless({ status, header }) {
  const value = (name) => header.get(name) ?? "";
  const type = status === 200 ? "application/octet-stream" : "application/json";
  assert.equal(value("content-type").split(";")[0].trim(), type);
  assert.match(value("content-disposition"), /^attachment/);
  assert.equal(value("x-content-type-options"), "nosniff");
  assert.match(value("content-security-policy"), /default-src 'none'/);
  assert.match(value("content-security-policy"), /\bsandbox\b/);
  assert.match(value("cache-control"), /no-store/);
  for (const name of ["access-control-allow-origin", "content-encoding", "location", "refresh", "set-cookie"])
    assert.equal(header.get(name), null, name);
}

function refused(response, status, error) {
  assert.equal(response.status, status, String(response.body));
  assert.deepEqual(JSON.parse(response.body), { error });
  harmless(response);
}

let origin = UPSTREAM?.replace(/\/$/, "");
let local;
let plain;

async function start(server, port = 0, host = "127.0.0.1") {
  await new Promise((listening) => server.listen(port, host, listening));
  return server.address().port;
}

/** A page of the site, with the number of the test. */
function page(path, id = randomUUID()) {
  const seen = async () => (await fetch(`${origin}/seen?id=${id}`)).json();
  return { url: `${origin}${path}?id=${id}`, seen };
}

if (process.argv[2] === "upstream") {
  console.log(await start(site(), Number(process.argv[3] ?? 0), "::"));
} else {
  assert.ok(ENDPOINT, "ENDPOINT is the URL of the endpoint: see docs/fetch-endpoint.md");
  before(async () => {
    if (UPSTREAM !== "local") return;
    local = site();
    origin = `http://127.0.0.1:${await start(local)}`;
    plain = createPlainServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () => socket.end("this is not HTTP, and not TLS\r\n\r\n"));
    });
    plain.port = await start(plain);
  });
  after(() => {
    local?.closeAllConnections();
    local?.close();
    plain?.close();
  });
  contract();
}

function contract() {
  const upstream = { skip: !UPSTREAM && "UPSTREAM is not set" };
  const onlyLocal = { skip: UPSTREAM !== "local" && "UPSTREAM is not local" };
  const guarded = { skip: UPSTREAM === "local" && "the endpoint may fetch from private networks" };

  // Who may ask, and for what

  test("A request without Sec-Fetch-Site, or with another value than same-origin, gets status 403", async () => {
    for (const site of [undefined, "cross-site", "same-site", "none"])
      refused(await ask("https://example.com/", { header: site ? { "Sec-Fetch-Site": site } : {} }), 403, "origin");
  });

  test("A request with another method than GET gets status 405", async () => {
    for (const method of ["POST", "PUT", "DELETE", "HEAD"]) {
      const { status, header } = await ask("https://example.com/", { method });
      assert.equal(status, 405, method);
      assert.equal(header.get("access-control-allow-origin"), null);
    }
  });

  test("Anything but an http or https URL without a password gets status 400", async () => {
    const urls = ["", "a.page", "ftp://a.page/", "file:///etc/passwd", "data:,a", "javascript:a", "https://me:pw@a.page/", "https://"];
    for (const url of urls) refused(await ask(url), 400, "url");
    refused(await ask("", { query: "" }), 400, "url");
  });

  test("Nothing is requested for a refusal", upstream, async () => {
    const { url, seen } = page("/bytes");
    await ask(url, { header: {} });
    await ask(url, { method: "POST" });
    await ask(url.replace("://", "://me:pw@"));
    assert.deepEqual(await seen(), []);
  });

  // The request

  test("One GET request is made, for the URL as it was given and without its fragment", upstream, async () => {
    const { url, seen } = page("/bytes");
    await answer(`${url}&a=%26&b=%20+c#part`);
    const [{ url: path, method }, ...more] = await seen();
    assert.equal(origin + path, `${url}&a=%26&b=%20+c`);
    assert.deepEqual([method, more], ["GET", []]);
  });

  test("No header field of the client is passed on", upstream, async () => {
    const { url, seen } = page("/bytes");
    const names = ["Cookie", "Authorization", "Referer", "User-Agent", "Accept-Language", "If-None-Match", "Range", "X-Forwarded-For", "X-Test"];
    const mine = Object.fromEntries(names.map((name) => [name, `secret-${name}`]));
    await answer(url, { header: { "Sec-Fetch-Site": "same-origin", ...mine } });
    const [{ header }] = await seen();
    const text = header.join("\n");
    assert.doesNotMatch(text, /secret-/);
    assert.doesNotMatch(text, /same-origin/);
  });

  test("Redirects are reported and not followed", upstream, async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      const { url, seen } = page(`/moved-${status}`);
      const { fields } = await answer(url);
      assert.deepEqual([fields.error, fields.status, fields.header.location], [undefined, status, "/bytes?id=next"]);
      assert.equal((await seen()).length, 1);
    }
    const next = page("/bytes", "next");
    assert.deepEqual(await next.seen(), []);
  });

  test("A request that fails is not repeated", upstream, async () => {
    for (const path of ["/failed", "/no-answer", "/short"]) {
      const { url, seen } = page(path);
      await answer(url);
      assert.equal((await seen()).length, 1, path);
    }
  });

  // The answer

  test("The body is passed on byte for byte, with the status and the header fields", upstream, async () => {
    const { fields, body } = await answer(page("/bytes").url);
    assert.deepEqual([fields.error, fields.status], [undefined, 200]);
    const { "content-type": type, "x-robots-tag": robots, "content-length": length } = fields.header;
    assert.deepEqual([type, robots, length], ["Text/XML; charset=UTF-8", "noindex", "1024"]);
    assert.ok(body?.equals(BYTES));
  });

  test("A compressed body stays compressed", upstream, async () => {
    const { fields, body } = await answer(page("/zipped").url);
    assert.equal(fields.header["content-encoding"], "gzip");
    assert.ok(body?.equals(ZIPPED));
  });

  test("An empty body is a complete body", upstream, async () => {
    const { fields, body } = await answer(page("/empty").url);
    assert.deepEqual([fields.error, fields.status, body?.length], [undefined, 200, 0]);
  });

  test("Another status than 200 is an answer and not an error", upstream, async () => {
    assert.equal((await answer(page("/gone").url)).fields.status, 404);
    const { fields } = await answer(page("/failed").url);
    assert.deepEqual([fields.error, fields.status, fields.header["retry-after"]], [undefined, 503, "7"]);
  });

  test("Header fields of the site are not header fields of the response", upstream, async () => {
    const { header, said, fields } = await answer(page("/private-fields").url);
    assert.equal(fields.header.etag, '"one"');
    assert.doesNotMatch(said, /secret/);
    assert.deepEqual(["x-other", "etag", "last-modified", "link"].filter((name) => /secret|"one"/.test(header.get(name) ?? "")), []);
  });

  test("Header fields that are long or not ASCII do not break the answer", upstream, async () => {
    const { fields, body } = await answer(page("/not-ascii").url);
    assert.deepEqual([fields.status, String(body)], [200, "a"]);
    assert.equal((await answer(page("/long-field").url)).fields.status, 200);
  });

  test("A header of the site with 100,000 fields is an error or an answer", upstream, async () => {
    await answer(page("/many-fields").url);
  });

  test("A body that ends too early is not passed on as a complete one", upstream, async () => {
    for (const path of ["/short", "/broken-chunks", "/nothing-of-nine"]) {
      const { fields, body } = await answer(page(path).url);
      assert.ok(fields.error === "cut" || body === null, path);
    }
  });

  test("A larger body than `limit` is cut after more than `limit` bytes", upstream, async (t) => {
    const { fields, size } = await answer(page("/endless").url);
    if (fields.error === "too-large") return;
    t.diagnostic(`limit: ${fields.limit} bytes; passed on: ${size}`);
    assert.ok(fields.limit < size, "the page cannot see that there is more");
    assert.ok(size <= fields.limit + SLACK, "there is no limit");
  });

  // Errors

  test("A host without an address is the error `dns`", async () => {
    const { fields, size } = await answer("http://nothing.invalid/");
    assert.deepEqual([fields.error, size], ["dns", 0]);
  });

  test("A connection that ends without an answer is the error `cut`", upstream, async () => {
    assert.equal((await answer(page("/no-answer").url)).fields.error, "cut");
  });

  test("A port at which no server listens is the error `refused`", onlyLocal, async () => {
    const gone = createPlainServer();
    const port = await start(gone);
    await new Promise((closed) => gone.close(closed));
    assert.equal((await answer(`http://127.0.0.1:${port}/`)).fields.error, "refused");
  });

  test("An answer that is not HTTP is the error `cut`, and one that is not TLS is `tls`", onlyLocal, async () => {
    assert.equal((await answer(`http://127.0.0.1:${plain.port}/`)).fields.error, "cut");
    assert.equal((await answer(`https://127.0.0.1:${plain.port}/`)).fields.error, "tls");
  });

  test("A server that does not answer is the error `timeout`", { skip: upstream.skip || (!SLOW && "SLOW is not set") }, async () => {
    assert.equal((await answer(page("/silent").url)).fields.error, "timeout");
  });

  test("A body that takes too long is ended", { skip: upstream.skip || (!SLOW && "SLOW is not set") }, async () => {
    const { fields, body } = await answer(page("/one-byte-a-second").url);
    assert.ok(fields.error === "timeout" || body === null);
  });

  // Private networks

  const PRIVATE = {
    "this computer": "127.0.0.1 127.255.255.254 0.0.0.0 [::1] [::] localhost LOCALHOST a.localhost localhost.",
    "this computer in other spellings": "127.1 2130706433 0x7f000001 0x7f.1 0177.0.0.1 017700000001 127.0.0.1. %3127.0.0.1 ①②⑦.⓪.⓪.①",
    "this computer as IPv6": "[::ffff:127.0.0.1] [::ffff:7f00:1] [0:0:0:0:0:ffff:127.0.0.1] [::127.0.0.1] [64:ff9b::7f00:1] [2002:7f00:1::1]",
    "private networks": "10.0.0.1 172.16.0.1 172.31.255.255 192.168.0.1 100.64.0.1 169.254.169.254 [fc00::1] [fd00:ec2::254] [fe80::1] [fec0::1]",
    "special purposes": "192.0.0.1 192.0.2.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255 [ff02::1] [2001:db8::1] [100::1]",
  };
  for (const [what, hosts] of Object.entries(PRIVATE)) {
    test(`Addresses of ${what} are the error \`private\``, guarded, async () => {
      for (const host of hosts.split(" ")) {
        for (const url of [`http://${host}/`, `https://${host}:8443/a.xml`]) {
          const { fields, size } = await answer(url);
          assert.deepEqual([fields.error, size], ["private", 0], url);
        }
      }
    });
  }

  test("A name that resolves to a private address is the error `private`", { skip: guarded.skip || (!PRIVATE_NAME && "PRIVATE_NAME is not set") }, async () => {
    assert.equal((await answer(`http://${PRIVATE_NAME}/`)).fields.error, "private");
  });

  // Limits

  test("Requests beyond a limit get status 429 and the seconds after which to try again", upstream, async (t) => {
    const { url } = page("/slow");
    const all = await Promise.all(Array.from({ length: PUBLIC ? 200 : 40 }, () => ask(url)));
    const busy = all.filter(({ status }) => status === 429);
    t.diagnostic(`${busy.length} of ${all.length} requests at once were refused`);
    for (const response of busy) {
      refused(response, 429, "busy");
      assert.match(response.header.get("retry-after") ?? "", /^[1-9][0-9]*$/);
    }
    for (const { status, body } of all) assert.ok(status === 429 || (status === 200 && String(body) === "a"), `${status}: ${body}`);
    if (PUBLIC) assert.ok(busy.length > 0, "a public endpoint has to limit its clients");
  });
}
