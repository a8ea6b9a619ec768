// Measures `sitemap-validator serve` under load and under attack, and how fast the command line fetches a large set:
//
//   node benches/serve.mjs PROGRAM [load] [hostile] [set]
//
// PROGRAM is a release build with the page in it. The site, and the visitor whose waiting times count, are processes of their own;
// all share the machine. It takes two minutes, and needs Linux for /proc. The name that resolves to a private address is that of
// this machine; one whose address changes between two lookups is not tested here.
import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, createServer, get } from "node:http";
import { connect, createServer as createPlainServer } from "node:net";
import { hostname, tmpdir } from "node:os";
import { pipeline, Readable } from "node:stream";
import { setInterval, setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const [VISITORS, CHILDREN, HOSTILE, LARGE] = [200, 50, 10_000, 5000];
/** The pace of the page, and the longest pause in seconds after which it tries again. */
const [PAGE, PATIENCE] = [{ atOnce: 4, interval: 100 }, 30];
/** 64 MiB of stored answers, 64 files at once of which up to 2 MiB are kept, and the server itself; a thread for each file. */
const [MEMORY, THREADS] = [256, 64 + 16];
/** The limit of the server under attack, in seconds, and how long a request may wait before that. */
const [MAX_TIME, QUEUE] = [15, 10];

const list = (count, make) => Array.from({ length: count }, (_, at) => make(at));
const xml = (root, entries) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join("\n")}\n</${root}>\n`;
const index = (count, name) => xml("sitemapindex", list(count, (at) => `<sitemap><loc>${name}-${at}.xml</loc></sitemap>`));
const urlset = (count, name) => xml("urlset", list(count, (at) => `<url><loc>${name}-${at}</loc><lastmod>2025-01-31</lastmod></url>`));
const FILES = {
  "/robots.txt": (origin) => `User-agent: *\nDisallow:\nSitemap: ${origin}/sitemap.xml\nSitemap: ${origin}/large.xml\n`,
  "/sitemap.xml": (origin) => index(CHILDREN, `${origin}/child`),
  "/large.xml": (origin) => index(LARGE, `${origin}/many`),
};
const forward = (source, target) => pipeline(source, target, () => {});
const ATTACKS = {
  "/endless": (_, response) => forward(createReadStream("/dev/zero"), response),
  "/slow-body": (_, response) => forward(Readable.from(setInterval(1000, "a")), response),
  "/slow-header": ({ socket }) => socket.write("HTTP/1.1 200 OK\r\nX-A: ", () => forward(Readable.from(setInterval(1000, "a")), socket)),
  "/silent": () => {},
  "/many-fields": ({ socket }) => socket.end(`HTTP/1.1 200 OK\r\n${"X-A: b\r\n".repeat(100_000)}\r\n`),
  "/loop": (_, response) => response.writeHead(302, { Location: "/loop" }).end(),
  "/to": (_, response, to) => response.writeHead(301, { Location: to.replace(/[^ -~]+/g, encodeURIComponent) }).end(),
};

const REFUSED = ["301", "400", "private", "dns"];
const EXPECTED = { private: REFUSED, "redirect to private": REFUSED, endless: ["200"], "slow-body": ["200, cut"], "many-fields": ["cut"], loop: ["302"] };

function site() {
  const server = createServer((request, response) => {
    const [[path, query = ""], origin] = [request.url.split("?"), `http://${request.headers.host}`];
    if (ATTACKS[path]) return ATTACKS[path](request, response, decodeURIComponent(query));
    // A child and the added file have about 1 kB.
    const body = FILES[path]?.(origin) ?? urlset(path.startsWith("/many") ? 100 : 9, `${origin}${path.slice(0, -4)}/page`);
    const [type, control] = [path === "/robots.txt" ? "text/plain" : "application/xml", path === "/added.xml" ? "no-store" : "public"];
    response.writeHead(200, { "Content-Type": type, "Content-Length": body.length, "Cache-Control": control }).end(body);
  });
  server.on("connection", (socket) => socket.on("error", () => {}));
  server.listen(0, "127.0.0.1", () => process.send(server.address().port));
}

const agent = new Agent({ keepAlive: true });
const ask = (url, headers) => new Promise((resolve) => {
  const begun = performance.now();
  const ended = (result) => resolve({ ...result, time: performance.now() - begun });
  const request = get(url, { agent, headers }, (response) => {
    const { "sitemap-validator-answer": answer, "retry-after": wait } = response.headers;
    const result = { status: response.statusCode, wait: Number(wait), answer: answer && JSON.parse(answer), size: 0 };
    response.on("data", (piece) => (result.size += piece.length));
    response.on("end", () => ended(result)).on("error", () => ended({ ...result, isCut: true }));
  });
  request.on("error", () => ended({ status: "no answer" }));
});

/** Asks the endpoint as the page does: waits as long as it is told to, and asks again. */
async function fetchFor(server, client, url, seen) {
  const headers = { "Sec-Fetch-Site": "same-origin", "X-Forwarded-For": client };
  for (;;) {
    const result = await ask(`${server}fetch?url=${encodeURIComponent(url)}`, headers);
    if (result.status !== 429 || result.wait > PATIENCE) return result;
    seen.busy++;
    await sleep(result.wait * 1000);
  }
}

function outcome({ status, answer, isCut, size }) {
  if (status !== 200 || answer.error) return answer?.error ?? status;
  const isShort = answer.status === 200 && size < Number(answer.header["content-length"]);
  return `${answer.status}${isCut ? ", cut" : isShort ? ", incomplete without notice" : ""}`;
}

/** Works on all jobs: so many at once, and with this time in milliseconds from one beginning to the next. */
async function pace(jobs, { atOnce, interval }, work) {
  let [next, turn] = [0, 0];
  const worker = async () => {
    while (next < jobs.length) {
      const [job, now] = [jobs[next++], performance.now()];
      const wait = turn - now;
      turn = Math.max(turn, now) + interval;
      if (wait > 0) await sleep(wait);
      await work(job);
    }
  };
  await Promise.all(list(atOnce, worker));
}

const tally = (outcomes, key) => (outcomes[key] = (outcomes[key] ?? 0) + 1);

/** The visitor whose waiting times count: ten files a second from two hosts, and as many without the server between. */
async function probe(server, port) {
  const seen = { through: [], direct: [], outcomes: {}, busy: 0 };
  process.once("message", () => process.send(seen, () => process.exit()));
  for (let turn = 0; ; turn++) {
    const pause = sleep(100);
    const result = await fetchFor(server, "10.9.9.9", `http://added-${turn % 2}.tidepool.page:${port}/added.xml`, seen);
    seen.through.push(result.time);
    tally(seen.outcomes, outcome(result));
    seen.direct.push((await ask(`http://127.0.0.1:${port}/added.xml`)).time);
    await pause;
  }
}

const processes = [];
process.on("exit", () => processes.forEach((child) => child.kill("SIGKILL")));
const started = (child) => (processes.push(child), child);
const here = (...words) => started(fork(fileURLToPath(import.meta.url), words));

/** A server whose visitors can fetch from these hosts, which are all the site. */
async function serve(program, port, hosts, ...options) {
  const names = [...hosts, "added-0", "added-1"].flatMap((host) => ["--resolve", `${host}.tidepool.page:${port}:127.0.0.1`]);
  const words = ["serve", "--public", "--listen", "127.0.0.1:0", "--trust-proxy", "127.0.0.1", ...names, ...options];
  const child = started(spawn(program, words, { stdio: ["ignore", "pipe", "ignore"] }));
  const url = String(await once(child.stdout, "data")).trim();
  const field = (name) => Number(readFileSync(`/proc/${child.pid}/status`, "utf8").split(`${name}:`)[1].trim().split(/\s/)[0]);
  return { url, field, end: () => child.kill("SIGKILL") };
}

const missed = [];
const share = (times, part) => [...times].sort((a, b) => a - b)[Math.ceil(times.length * part) - 1];
const ms = (times) => [["p50", 0.5], ["p95", 0.95], ["longest", 1]].map(([name, part]) => `${name} ${share(times, part).toFixed(1)} ms`).join(", ");
const shown = (outcomes) => Object.entries(outcomes).map(([key, count]) => `${count} × ${key}`).join("; ");
/** Writes a line of the table; `isMet` is undefined for what has no limit. */
const row = (what, result, limit = "", isMet = undefined) => {
  if (isMet === false) missed.push(what);
  console.log(`| ${what} | ${result} | ${limit} | ${isMet === undefined ? "" : isMet ? "yes" : "**no**"} |`);
};
const atMost = (what, value, limit, unit = "") => row(what, `${+value.toFixed(2)}${unit}`, `≤ ${limit}${unit}`, value <= limit);
const only = (what, outcomes, ...allowed) =>
  row(what, shown(outcomes), `only ${allowed.join(", ")}`, Object.keys(outcomes).every((key) => allowed.includes(key)));

/** Does `work` while the probe fetches, and reports what the probe saw and how much memory the server took. */
async function probed(name, server, port, work) {
  const visitor = here("probe", server.url, port);
  await sleep(500);
  await work();
  visitor.send("end");
  const [{ through, direct, outcomes, busy }] = await once(visitor, "message");
  atMost(`${name}: added fetch, p95`, share(through, 0.95), 50, " ms");
  row(`${name}: added fetch`, `${ms(through)}, ${busy} × 429; without the server ${ms(direct)}`);
  only(`${name}: added fetches`, outcomes, "200");
  atMost(`${name}: peak memory`, server.field("VmHWM") / 1024, MEMORY, " MiB");
}

async function load(program, port) {
  const files = ["robots.txt", "sitemap.xml", ...list(CHILDREN, (at) => `child-${at}.xml`)];
  for (const [name, sites] of [["A site for each visitor", VISITORS], ["One site for all", 1]]) {
    const server = await serve(program, port, list(sites, (at) => `site-${at}`));
    const [seen, times, begun] = [{ outcomes: {}, busy: 0 }, [], performance.now()];
    await probed(name, server, port, () => Promise.all(list(VISITORS, async (visitor) => {
      // Visitors do not begin in the same millisecond.
      await sleep((visitor * PAGE.interval) / VISITORS);
      await pace(files, PAGE, async (file) => {
        const url = `http://site-${visitor % sites}.tidepool.page:${port}/${file}`;
        const result = await fetchFor(server.url, `10.1.0.${visitor}`, url, seen);
        times.push(result.time);
        tally(seen.outcomes, outcome(result));
        seen.seconds = (performance.now() - begun) / 1000 - 0.5;
      });
    })));
    only(`${name}: files`, seen.outcomes, "200");
    row(`${name}: ${VISITORS} visitors`, `${times.length} files in ${seen.seconds.toFixed(1)} s, ${seen.busy} × 429; ${ms(times)}`);
    server.end();
  }
}

function spellings([a, b, c, d]) {
  const [dotted, number] = [[a, b, c, d].join("."), ((a * 256 + b) * 256 + c) * 256 + d];
  const [hex, octal] = [(value) => value.toString(16), (value) => `0${value.toString(8)}`];
  const pair = `${hex(a * 256 + b)}:${hex(c * 256 + d)}`;
  const wide = dotted.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))).replaceAll(".", "。");
  const v4 = `${dotted} ${dotted}. ${number} 0x${hex(number)} ${octal(number)} ${[a, b, c, d].map(octal).join(".")} ${wide} me@${dotted}`;
  const mixed = `${a}.${number % 2 ** 24} ${a}.${b}.${c * 256 + d} 0x${hex(a)}.${octal(b)}.${c * 256 + d} ${dotted.replace(/\d/g, "%3$&")}`;
  const v6 = `[::ffff:${dotted}] [::ffff:${pair}] [0:0:0:0:0:ffff:${pair}] [::${dotted}] [64:ff9b::${pair}] [2002:${pair}::1]`;
  return `${v4} ${mixed} ${v6}`.split(" ");
}

/** URLs of private addresses, without end. */
function* privateUrls(port) {
  const names = [hostname(), ..."localhost LOCALHOST. a.localhost [::1] [::] [fe80::1] [fd00:ec2::254] [0:0:0:0:0:0:0:1]".split(" ")];
  const known = "127.0.0.1 0.0.0.0 10.0.0.1 172.16.0.1 192.168.0.1 169.254.169.254 100.64.0.1 255.255.255.255".split(" ");
  for (let turn = 0; ; turn++) {
    const address = known[turn]?.split(".").map(Number) ?? [127, turn % 256, (turn * 7) % 256, (turn * 13) % 256];
    for (const host of [...spellings(address), ...names]) yield `${turn % 2 ? "https" : "http"}://${host}:${port}/`;
  }
}

async function hostile(program, port) {
  let [reached, sent, threads, excess, longest, stillOpen] = [0, 0, 0, 0, 0, 50];
  const secret = createPlainServer((socket) => (reached++, socket.on("error", () => {}).end()));
  await new Promise((listening) => secret.listen(0, listening));
  await once(connect(secret.address().port, "127.0.0.1").resume(), "close");
  if (reached !== 1) throw new Error("the private listener does not count connections");
  const server = await serve(program, port, list(100, (at) => `evil-${at}`), "--max-time", String(MAX_TIME));
  const [urls, outcomes, seen] = [privateUrls(secret.address().port), {}, { busy: 0 }];
  /** Requests a URL, and those to which it redirects, as far as the page follows. */
  const attack = async (kind, url, hops = 5) => {
    const result = await fetchFor(server.url, `10.2.${sent++ % 250}.1`, url, seen);
    tally((outcomes[kind] ??= {}), outcome(result));
    [threads, longest] = [Math.max(threads, server.field("Threads")), Math.max(longest, result.time / 1000)];
    if (result.answer?.limit) excess = Math.max(excess, result.size - result.answer.limit);
    const location = result.answer?.header?.location;
    if (location && hops) await attack(kind, location.startsWith("/") ? new URL(location, url).href : location, hops - 1);
  };
  const from = (path, kind = path) => attack(kind, `http://evil-${sent % 100}.tidepool.page:${port}/${path}`);
  const toPrivate = () => from(`to?${encodeURIComponent(urls.next().value)}`, "redirect to private");
  const turns = [() => from("endless"), () => from("many-fields"), () => from("loop"), ...list(7, () => toPrivate)];
  list(stillOpen, () => {
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1", () => socket.write("GET / HTTP/1.1\r\nHost: "));
    socket.on("error", () => {}).on("close", () => stillOpen--).resume();
  });
  await probed("Attack", server, port, async () => {
    const slow = ["slow-body", "slow-header", "silent"].flatMap((kind) => list(14, () => from(kind)));
    await pace(list(HOSTILE, (at) => turns[at % 100]), { atOnce: 32, interval: 0 }, async (turn) => {
      if (sent < HOSTILE) await (turn ? turn() : attack("private", urls.next().value));
    });
    await Promise.all(slow);
  });
  for (const [kind, all] of Object.entries(outcomes)) only(`Attack, ${kind}`, all, ...(EXPECTED[kind] ?? ["timeout"]));
  row("Attack: requests", `${sent}, ${seen.busy} × 429`);
  atMost("Attack: connections to a private address", reached - 1, 0);
  atMost("Attack: longest request", longest, MAX_TIME + QUEUE + 1, " s");
  atMost("Attack: bytes beyond the largest file", excess, 1);
  atMost("Attack: threads", threads, THREADS);
  // They end 30 seconds after they began.
  for (let second = 0; stillOpen && second < 40; second++) await sleep(1000);
  atMost("Attack: unfinished requests of visitors, still open", stillOpen, 0);
  atMost("Attack: fetches under way afterwards", Number(/active_fetches (\d+)/.exec(await (await fetch(`${server.url}metrics`)).text())[1]), 0);
  server.end();
  secret.close();
}

async function timed(program, ...words) {
  const begun = performance.now();
  const child = started(spawn(program, [...words, "--quiet", "--format", "json"], { stdio: ["ignore", "ignore", "inherit"] }));
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`${words.join(" ")}: exit code ${code}`);
  return (performance.now() - begun) / 1000;
}

async function set(program, port) {
  const [host, folder, ratios] = [`shop.tidepool.page:${port}`, mkdtempSync(`${tmpdir()}/serve-bench-`), []];
  const fetching = `http://${host}/large.xml --resolve ${host}:127.0.0.1 --rate 1000 --connections 16 --max-files 10000`.split(" ");
  const files = ["robots.txt", "large.xml", ...list(LARGE, (at) => `many-${at}.xml`)];
  await timed(program, ...fetching, "--save", folder);
  for (let round = 1; round <= 3; round++) {
    const [check, begun] = [await timed(program, folder), performance.now()];
    await pace(files, { atOnce: 16, interval: 1 }, (file) => ask(`http://127.0.0.1:${port}/${file}`, { Host: host }));
    const network = (performance.now() - begun) / 1000;
    const total = await timed(program, ...fetching);
    ratios.push(total / Math.max(network, check));
    row(`Set of ${LARGE} files, round ${round}`, `${total.toFixed(2)} s; network ${network.toFixed(2)} s, check ${check.toFixed(2)} s`);
  }
  rmSync(folder, { recursive: true });
  atMost("Set: total ÷ slower of network and check", share(ratios, 0.5), 1.3);
}

const [word, ...rest] = process.argv.slice(2);
if (!word) throw new Error("usage: node benches/serve.mjs PROGRAM [load] [hostile] [set]");
if (word === "site") site();
else if (word === "probe") await probe(...rest);
else {
  const [port] = await once(here("site"), "message");
  console.log("| measured | result | limit | met |\n|---|---|---|---|");
  for (const measure of [load, hostile, set]) if (!rest.length || rest.includes(measure.name)) await measure(word, port);
  if (missed.length) console.error(`\nNot met: ${missed.join("; ")}`);
  process.exit(missed.length ? 1 : 0);
}
