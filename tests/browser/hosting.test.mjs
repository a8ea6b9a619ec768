// `hosting/nginx.conf` in an nginx: the same headers as our own server sends, the compressed files, and the page at work.
// NGINX names the program; `cargo xtask test` finds one.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { createServer, request } from "node:http";
import { connect, createServer as createConnectionServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { after, beforeEach, describe } from "node:test";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { CHROMIUM, test } from "./engines.mjs";
import { BASE_URL, SUB_PATH_URL, assertClean, dropFiles, page, problems } from "./support.mjs";
import { open, sitemap, verdict } from "./steps.mjs";

const NGINX = process.env.NGINX;
const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const DIST = join(ROOT, "dist");
const PATH = "/some/path/";
const PROGRAM = process.env.PROGRAM ?? join(ROOT, "target/debug/sitemap-validator");

/** Paths that moved from one host to another, as a server gets them. */
const MOVED = ["/kelp", "/crab?a=1&b=$uri", "/a%20b/$uri/%22", `/${"long/".repeat(60)}`, "/caf%C3%A9"];

/** What servers say about themselves and the moment. */
const OWN = ["accept-ranges", "connection", "content-length", "date", "etag", "keep-alive", "last-modified", "server", "vary"];

const brotli = NGINX && join(dirname(NGINX), "../lib/nginx/modules/ngx_http_brotli_static_module.so");
const hasBrotli = Boolean(brotli) && existsSync(brotli);

describe("hosting/nginx.conf", { skip: NGINX ? false : "NGINX is not set: there is no nginx to test it with" }, () => {
  let folder, nginx, root, url, below, old;

  // Before the first test, so that nothing starts when none is chosen.
  beforeEach(async () => {
    if (nginx) return;
    folder = await mkdtemp(join(tmpdir(), "hosting-"));
    root = join(folder, "site");
    // A rule's pages stand for all; the page itself reads the English explanations.
    await cp(DIST, root, {
      recursive: true,
      preserveTimestamps: true,
      filter: (path) => {
        const name = relative(DIST, path);
        return !/\.(br|gz)$/.test(name) && (!/rules\/.+\.html$|rules\/.+\/.+\.md$/.test(name) || /(index|loc-relative)\./.test(name));
      },
    });
    execFileSync(process.execPath, [join(ROOT, "crates/xtask/src/compress.mjs"), root, "5"]);
    const sockets = ["own", "shared", "old"].map((name) => join(folder, name));
    const moved = await redirects(folder, sockets[2]);
    // What the file says that the block begins with.
    const first = moved.match(/map_hash_\w+ \d+;/g).join("\n");
    await writeFile(join(folder, "site.conf"), `${first}\n${await configuration(root, sockets)}${moved}`);
    await writeFile(join(folder, "nginx.conf"), frame(folder));
    nginx = spawn(NGINX, ["-e", "stderr", "-p", folder, "-c", join(folder, "nginx.conf")], { stdio: ["ignore", "ignore", "pipe"] });
    nginx.said = "";
    nginx.stderr.on("data", (text) => (nginx.said += text));
    const ports = await Promise.all(sockets.map(passing));
    [url, below] = [`http://127.0.0.1:${ports[0]}/`, `http://127.0.0.1:${ports[1]}${PATH}`];
    old = `http://127.0.0.1:${ports[2]}`;
    await answering(nginx, url);
  });

  after(async () => {
    if (nginx && nginx.exitCode === null) {
      const ended = new Promise((done) => nginx.once("exit", done));
      nginx.kill();
      await ended;
    }
    for (const passer of passers) passer.close();
    if (folder) await rm(folder, { recursive: true });
  });

  test("every file has the headers of the table, as from our own server", CHROMIUM, async () => {
    // What is compressed, and the hash of the widget's script, were made here and not where our own server looks.
    const files = (await readdir(root, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile() && !entry.name.startsWith(".") && !/^_headers$|\.(br|gz|sha384)$/.test(entry.name))
      .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)));
    const kinds = new Set(files.map((file) => file.split(".").pop()));
    for (const kind of ["html", "js", "css", "wasm", "md", "txt", "svg", "xml", "webmanifest"]) {
      assert.ok(kinds.has(kind), `the site has a .${kind}`);
    }
    for (const path of [...files, "", "fr/", "es/rules/", "embed.html", "embed.js?v=1", "index.html?embed=1"]) {
      const [theirs, ours] = [await get(url + path), await get(BASE_URL + path)];
      assert.equal(theirs.status, ours.status, path);
      assert.deepEqual(told(theirs), told(ours), path);
    }
  });

  test("what is not there has the policy too, and is not kept", CHROMIUM, async () => {
    for (const path of ["nothing.html", "app-0123456789abcdef.js", "rules/nothing.md", ".htaccess", "fr/.hidden"]) {
      const [theirs, ours] = [await get(url + path), await get(BASE_URL + path)];
      assert.deepEqual([theirs.status, ours.status], [404, 404], path);
      assert.deepEqual(told(theirs), told(ours), path);
      assert.equal(theirs.headers["cache-control"], "no-cache", path);
      assert.match(theirs.headers["content-security-policy"], /^default-src 'none'; /, path);
    }
    assert.equal((await get(`${url}_headers`)).status, 404);
  });

  test("no header is sent twice, and only names with a hash are kept for ever", CHROMIUM, async () => {
    const names = await readdir(root);
    const hashed = names.filter((name) => /-[0-9a-f]{13,16}(\.css|\.js|_bg\.wasm)$/.test(name));
    assert.ok(hashed.length > 3, `${hashed}`);
    for (const name of [...hashed, "sw.js", "boot.js", "index.html", "sitemap-validator-worker_bg.wasm"]) {
      const { headers, raw } = await get(url + name);
      const sent = raw.filter((_, at) => at % 2 === 0).map((header) => header.toLowerCase());
      assert.deepEqual(sent, [...new Set(sent)], name);
      const expected = hashed.includes(name) ? "public, max-age=31536000, immutable" : "no-cache";
      assert.equal(headers["cache-control"], expected, name);
    }
  });

  for (const [encoding, unpack, skip] of [
    ["gzip", gunzipSync, false],
    ["br", brotliDecompressSync, hasBrotli ? false : "this nginx has no module for brotli"],
  ]) {
    test(`whoever takes ${encoding} gets what the build has compressed`, { ...CHROMIUM, skip }, async () => {
      const names = (await readdir(root)).filter((name) => /\.(js|wasm|css|html|svg|xml|webmanifest)\.br$/.test(name));
      assert.ok(names.length > 10, `${names}`);
      for (const name of names.map((name) => name.slice(0, -".br".length))) {
        const plain = await get(url + name);
        const packed = await get(url + name, encoding);
        assert.equal(plain.headers["content-encoding"], undefined, name);
        assert.equal(packed.headers["content-encoding"], encoding, name);
        assert.match(packed.headers.vary ?? "", /Accept-Encoding/i, name);
        assert.ok(packed.body.length < plain.body.length, name);
        assert.ok(unpack(packed.body).equals(await readFile(join(root, name))), name);
        delete packed.headers["content-encoding"];
        assert.deepEqual(told(packed), told(plain), name);
      }
    });
  }

  test("a folder without its slash leads to the folder", CHROMIUM, async () => {
    const { status, headers } = await get(`${url}fr`);
    assert.deepEqual([status, headers.location], [301, "/fr/"]);
  });

  test("under a path it is the same", { ...CHROMIUM, skip: SUB_PATH_URL ? false : "SUB_PATH_URL is not set" }, async () => {
    const paths = ["", "fr/", "boot.js", "sitemap-validator-worker_bg.wasm", "embed.html", "rules/loc-relative.md"];
    for (const path of [...paths, "nothing.js", "fr/.hidden"]) {
      const [theirs, ours] = [await get(below + path), await get(SUB_PATH_URL + path)];
      assert.equal(theirs.status, ours.status, path);
      assert.deepEqual(told(theirs), told(ours), path);
    }
    assert.equal((await get(`${below}_headers`)).status, 404);
    const bare = await get(below.slice(0, -1));
    assert.deepEqual([bare.status, bare.headers.location], [301, PATH]);
    // The host's own rules still hold beside it.
    assert.equal((await get(new URL("/boot.js", below).href)).status, 403);
    const opened = await open({ url: below });
    await dropFiles(opened, [{ name: "sitemap.xml", text: sitemap("<loc>https://shop.tidepool.page/</loc>") }]);
    await verdict(opened, "Valid");
    assertClean(opened);
  });

  test("the widget may be framed, the page may not", CHROMIUM, async () => {
    const policy = async (path) => (await get(url + path)).headers["content-security-policy"];
    assert.doesNotMatch(await policy("embed.html"), /frame-ancestors/);
    for (const path of ["", "index.html", "fr/", "rules/loc-relative.html"]) {
      assert.match(await policy(path), /; frame-ancestors 'none'$/, path);
    }

    const host = createServer((_, response) => {
      response.writeHead(200, { "Content-Type": "text/html" }).end(`<!doctype html><iframe src="${url}"></iframe>`);
    });
    await new Promise((done) => host.listen(0, "127.0.0.1", done));
    try {
      const opened = await page({ url: `http://127.0.0.1:${host.address().port}/` });
      const frame = await (await opened.waitForSelector("iframe")).contentFrame();
      assert.equal(frame.url(), "chrome-error://chromewebdata/");
      assert.ok(problems(opened).some((problem) => problem.includes("frame-ancestors 'none'")), `${problems(opened)}`);
    } finally {
      host.closeAllConnections();
      host.close();
    }
  });

  test("the redirects of a comparison lead to the new URLs", CHROMIUM, async () => {
    for (const path of MOVED) {
      const answer = await get(old + path);
      assert.equal(answer.status, 301, path);
      assert.equal(answer.headers.location, `https://kelp.page${path.replaceAll("$", "%24")}`);
    }
    assert.equal((await get(`${old}/kelp/`)).status, 404);
  });

  test("the page checks a sitemap, with nothing against the policy and its files compressed", CHROMIUM, async () => {
    const before = (await readFile(join(folder, "sent.log"), "utf8")).length;
    const opened = await open({ url });
    assert.equal(await opened.evaluate(() => crossOriginIsolated), true);
    await dropFiles(opened, [{ name: "sitemap.xml", text: sitemap("<loc>https://shop.tidepool.page/?a=1&b=2</loc>") }]);
    await verdict(opened, "Not valid");
    assertClean(opened);
    // From the server: under load, a browser has reported a response without its content-encoding.
    const sent = (await readFile(join(folder, "sent.log"), "utf8")).slice(before).split("\n");
    const wasm = sent.filter((line) => /\.wasm /.test(line));
    assert.ok(wasm.length > 1, `${sent}`);
    for (const line of wasm) assert.match(line, hasBrotli ? / 200 br$/ : / 200 gzip$/);
  });
});

/**
 * The file as its first lines tell a user to change it: for a site of its own, and under a path of another, which has
 * rules of its own for some endings, as many do.
 */
async function configuration(root, [own, shared]) {
  let text = await readFile(join(ROOT, "hosting/nginx.conf"), "utf8");
  const change = (from, to) => {
    assert.equal(text.split(from).length, 2, `hosting/nginx.conf has one \`${from}\``);
    text = text.replace(from, () => to);
  };
  if (hasBrotli) change("# brotli_static on;", "brotli_static on;");
  const start = text.indexOf("server {");
  const body = text.slice(start, text.lastIndexOf("}")).split("\n").slice(5).join("\n");
  assert.ok(!/root |listen /.test(body) && body.includes("index index.html;"), body);
  change("listen 80;", `listen unix:${own};`);
  change("listen [::]:80;", "");
  change("root /srv/sitemap-validator/dist;", `root "${root}";`);
  return `${text}
server {
  listen unix:${shared};
  location ~* \\.(js|css|wasm|html)$ { return 403; }
  location = ${PATH.slice(0, -1)} { absolute_redirect off; return 301 ${PATH}; }
  location ^~ ${PATH} {
    alias "${root}/";
${body}
  }
}
`;
}

/** What stands around it in a machine's nginx.conf. */
const frame = (folder) => `
${hasBrotli ? `load_module "${brotli}";` : ""}
daemon off;
master_process off;
pid "${folder}/nginx.pid";
events {}
http {
  log_format sent "$uri $status $sent_http_content_encoding";
  access_log "${folder}/sent.log" sent;
  client_body_temp_path "${folder}/body";
  proxy_temp_path "${folder}/proxy";
  fastcgi_temp_path "${folder}/fastcgi";
  uwsgi_temp_path "${folder}/uwsgi";
  scgi_temp_path "${folder}/scgi";
  include "${folder}/site.conf";
}
`;

/** A server that redirects what moved. */
async function redirects(folder, socket) {
  const files = ["https://tidepool.page", "https://kelp.page"].map((host, at) => [join(folder, `${at}.txt`), MOVED.map((path) => host + path)]);
  for (const [file, urls] of files) await writeFile(file, urls.join("\n"));
  const map = execFileSync(PROGRAM, ["compare", ...files.map(([file]) => file), "--redirects", "nginx"], { encoding: "utf8" });
  return `${map}server { listen unix:${socket}; if ($redirect_to) { return 301 $redirect_to; } return 404; }\n`;
}

const passers = [];

/** Passes on to a socket what comes to a port that was free. nginx itself cannot say which port it got. */
async function passing(socket) {
  const server = createConnectionServer((from) => {
    const to = connect(socket);
    for (const [one, other] of [[from, to], [to, from]]) one.on("error", () => other.destroy()).on("close", () => other.destroy()).pipe(other);
  });
  passers.push(server);
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return server.address().port;
}

/** Waits until a server takes connections, or says why it ended. */
async function answering(server, url) {
  for (;;) {
    if (server.exitCode !== null) assert.fail(`nginx ended: ${server.said}`);
    if (await get(url).catch(() => undefined)) return;
    await new Promise((done) => setTimeout(done, 20));
  }
}

/** One answer as it was sent: `fetch` would unpack it. */
function get(url, encoding) {
  return new Promise((done, fail) => {
    const headers = encoding ? { "Accept-Encoding": encoding } : {};
    const asked = request(url, { headers, agent: false }, async (answer) => {
      const chunks = [];
      for await (const chunk of answer) chunks.push(chunk);
      done({ status: answer.statusCode, headers: answer.headers, raw: answer.rawHeaders, body: Buffer.concat(chunks) });
    });
    asked.on("error", fail).end();
  });
}

/** The headers that matter of an answer; the words about what is not there, and their type, are each server's own. */
const told = ({ status, headers }) =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => !OWN.includes(name) && (status === 200 || name !== "content-type")),
  );
