// Without a network: what one visit leaves behind, and how a new version comes in.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, beforeEach } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { CHROMIUM, ENGINES, SMOKE, test } from "./engines.mjs";
import { button, sitemap, started, type, verdict } from "./steps.mjs";
import { BASE_URL, dropFiles, page, problems } from "./support.mjs";

const BAD = sitemap("<loc>https://shop.tidepool.page/?a=1&b=2</loc>");

/** The build of the page. */
let OLD;
/** The server below, once `start` was called. */
let url;

/**
 * Passes on what the page's server says, at / and as a second copy at /b/. Where the path is in `next`, a new version, of
 * `build`, has been put there: what belongs to the old build is gone. What is `missing` is not there yet.
 */
const site = { next: "", build: "next", missing: "", down: false };
const server = createServer(async (request, response) => {
  if (site.down) return response.destroy();
  if (request.url === site.missing) return site.missed(response.writeHead(404).end());
  const folder = request.url.startsWith("/b/") ? "/b/" : "/";
  const url = request.url.slice(folder.length);
  const next = site.next === folder;
  if (next && url.includes(`v=${OLD}`)) return response.writeHead(404).end();
  const answer = await fetch(new URL(url, BASE_URL));
  const headers = Object.fromEntries(answer.headers);
  delete headers["content-length"];
  let body = Buffer.from(await answer.arrayBuffer());
  if (next && /html|javascript/.test(headers["content-type"])) body = body.toString().replaceAll(OLD, site.build);
  response.writeHead(answer.status, headers).end(body);
});

/** Starts the server before the first test. */
async function start() {
  if (url) return;
  OLD = await fetch(new URL("sw.js", BASE_URL)).then(async (answer) => /build = "([^"]*)"/.exec(await answer.text())[1]);
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  url = `http://127.0.0.1:${server.address().port}/`;
}
beforeEach(start);
after(() => {
  server.closeAllConnections();
  server.close();
});

const kept = (opened) => opened.evaluate(async () => Boolean((await navigator.serviceWorker.ready).active));

/** Has each page remember that it was offered a new version, however briefly, and that a service worker asked for its build. */
const remembering = (opened) =>
  opened.context().addInitScript(() => {
    const look = () => (window.wasOffered ||= Boolean(document.getElementById("update")));
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
    // The empty page before the first has none.
    navigator.serviceWorker?.addEventListener("message", () => (window.wasAsked = true));
  });

const asked = (opened) => opened.waitForFunction(() => window.wasAsked);

const wasOffered = (opened) => opened.evaluate(() => window.wasOffered);

/** Opens the page and comes back to it, so that the service worker answers for it. */
async function visited(at = url) {
  const opened = await page({ url: at, serviceWorkers: "allow", before: remembering });
  await started(opened);
  await kept(opened);
  await opened.reload();
  await opened.waitForFunction(() => navigator.serviceWorker.controller);
  return opened;
}

/** Another tab of the same browser. */
async function tab(opened, at = url) {
  const other = await opened.context().newPage();
  await other.goto(at);
  await started(other);
  return other;
}

/** Has the browser look for a new version, and waits for the offer. */
async function offered(opened) {
  await opened.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await opened.waitForSelector("#update button");
}

/** Waits until the service worker of the build is there and waits. */
const waiting = (opened, build) =>
  until(
    opened,
    true,
    async (build) => {
      const { installing, waiting } = await navigator.serviceWorker.ready;
      return Boolean(waiting && !installing && (await caches.has(`sitemap-validator / ${build}`)));
    },
    build,
  );

const shows = async (opened, build) => assert.equal(await opened.getAttribute("meta[name=build]", "content"), build);

/** Accepts the offer, and waits for the page of the build. */
async function accept(opened, build) {
  await Promise.all([opened.waitForEvent("load"), opened.locator("#update button").click()]);
  // Of restored files the page shows the result, and no field for text.
  await opened.waitForSelector("textarea", { state: "attached" });
  await shows(opened, build);
}

/** Asks until a page answers as wanted; `waitForFunction` takes the promise of an answer for one. */
async function until(opened, wanted, ask, given) {
  let seen;
  for (const end = Date.now() + 60_000; Date.now() < end && seen !== wanted; await sleep(50)) seen = await opened.evaluate(ask, given);
  assert.equal(seen, wanted);
}

/** Waits until these are all that is kept, of both copies. */
const keeps = (opened, names) => until(opened, names.join(), async () => (await caches.keys()).sort().join());

/** Does something while there is no network. */
async function offline(opened, work) {
  site.down = true;
  server.closeAllConnections();
  await opened.context().setOffline(true);
  try {
    await work();
  } finally {
    site.down = false;
    await opened.context().setOffline(false);
  }
}

test("after one visit the page works with the network off, explanations included", { ...SMOKE, ...ENGINES }, async () => {
  site.down = false;
  const opened = await page({ url, serviceWorkers: "allow" });
  await started(opened);
  assert.ok(await kept(opened));
  await offline(opened, async () => {
    await opened.reload();
    await type(opened, BAD);
    await verdict(opened, "Not valid");
    await opened.waitForSelector(".problem .why");
    // Restored there, it would ask for explanations in a language that nobody has read yet.
    await button(opened, "Clear").click();
    await opened.waitForFunction(() => !sessionStorage.getItem("sitemap-validator.tab"));
    await opened.goto(`${url}fr/`);
    await started(opened);
    assert.equal(await opened.getAttribute("html", "lang"), "fr");
    // What loads last would end with an error if the page were left before.
    await opened.waitForFunction(() => performance.getEntriesByType("resource").some(({ name }) => name.endsWith("/offline.js")));
    await opened.goto(`${url}embed.html`);
    await started(opened);
  });
  assert.deepEqual(problems(opened).filter((problem) => !/ERR_INTERNET_DISCONNECTED|Failed to fetch/.test(problem)), []);
});

test("an explanation read once in French leaves all of them behind", async () => {
  const opened = await visited(`${url}fr/`);
  await type(opened, sitemap("<loc>/about</loc>"));
  await opened.waitForSelector(".problem .why");
  await until(opened, true, async () => Boolean(await caches.match(new URL("../rules/fr/all.txt", location))));
  await offline(opened, async () => {
    await opened.reload();
    await opened.waitForSelector(".problem .why");
    // Another rule than the one that was read.
    await type(opened, BAD);
    await opened.locator(".problem").getByText("ne voit jamais les entrées qui suivent").waitFor();
    assert.equal(await opened.getAttribute("html", "lang"), "fr");
  });
});

test("a new version is offered and not forced", ENGINES, async () => {
  const opened = await visited();
  assert.equal(await opened.locator("#update").count(), 0, "nothing is new on the first visit");
  await type(opened, BAD);
  await verdict(opened, "Not valid");
  site.next = "/";
  try {
    await offered(opened);
    assert.equal(await opened.locator("#update").getAttribute("role"), "status");
    assert.ok(await opened.locator("#verdict").count(), "the result is still there");
    await accept(opened, "next");
    await keeps(opened, ["sitemap-validator / next"]);
    assert.equal(await opened.locator("#update").count(), 0);
  } finally {
    site.next = "";
  }
  assert.deepEqual(problems(opened), []);
});

test("whoever has the new page already is not offered it", async () => {
  const opened = await visited();
  site.next = "/";
  try {
    await opened.reload();
    await shows(opened, "next");
    await type(opened, BAD);
    await verdict(opened, "Not valid");
    await keeps(opened, ["sitemap-validator / next"]);
    assert.ok(await opened.locator("#verdict").count(), "the result is still there");
    assert.equal(await wasOffered(opened), false);
    // Once more, now that the page and its service worker are of one build.
    await opened.reload();
    await offline(opened, async () => {
      await opened.reload();
      await started(opened);
      await shows(opened, "next");
    });
    assert.equal(await wasOffered(opened), false);
  } finally {
    site.next = "";
  }
});

test("the new version waits for a tab from before, and only that one is told", CHROMIUM, async () => {
  const opened = await visited();
  const frame = await opened.context().newPage();
  await frame.goto(`${url}embed.html`);
  site.next = "/";
  try {
    const other = await tab(opened);
    await shows(other, "next");
    await opened.waitForSelector("#update button");
    await asked(opened);
    await asked(frame);
    await waiting(other, "next");
    await keeps(other, [`sitemap-validator / ${OLD}`, "sitemap-validator / next"]);
    await opened.close();
    // The page for frames is of the old version as well, and cannot answer.
    await frame.evaluate(() => (window.wasAsked = false));
    await other.reload();
    await asked(frame);
    await waiting(other, "next");
    await frame.close();
    assert.equal(await wasOffered(other), false);
    // To the service workers a tab that was closed may be there for a moment longer.
    const tabs = (worker) => worker.evaluate(async () => (await clients.matchAll({ type: "window", includeUncontrolled: true })).length);
    for (const worker of other.context().serviceWorkers()) while ((await tabs(worker)) > 1);
    await other.reload();
    await keeps(other, ["sitemap-validator / next"]);
    assert.equal(await wasOffered(other), false);
  } finally {
    site.next = "";
  }
});

test("when the last tab from before has come to the new version, nobody has to be asked", CHROMIUM, async () => {
  const opened = await visited();
  site.next = "/";
  try {
    const other = await tab(opened);
    await opened.waitForSelector("#update button");
    await waiting(other, "next");
    // What a service worker knows of the tabs is gone once the browser has put it to rest.
    const browser = await other.context().newCDPSession(other);
    await browser.send("ServiceWorker.enable");
    await browser.send("ServiceWorker.stopAllWorkers");
    await opened.reload();
    await keeps(opened, ["sitemap-validator / next"]);
    for (const each of [opened, other]) {
      await shows(each, "next");
      assert.equal(await wasOffered(each), false);
    }
  } finally {
    site.next = "";
  }
});

test("the offer is accepted in one tab while another has the new page", async () => {
  const opened = await visited();
  site.next = "/";
  try {
    const other = await tab(opened);
    await opened.waitForSelector("#update button");
    await accept(opened, "next");
    await keeps(opened, ["sitemap-validator / next"]);
    for (const each of [opened, other]) assert.equal(await wasOffered(each), false);
  } finally {
    site.next = "";
  }
  assert.deepEqual(problems(opened), []);
});

test("a page that is newer than what waits is not offered it", async () => {
  const opened = await visited();
  site.next = "/";
  try {
    await offered(opened);
    await waiting(opened, "next");
    site.build = "later";
    const other = await tab(opened);
    await shows(other, "later");
    await waiting(other, "later");
    assert.equal(await wasOffered(other), false);
    await accept(opened, "later");
    await keeps(opened, ["sitemap-validator / later"]);
    for (const each of [opened, other]) assert.equal(await wasOffered(each), false);
  } finally {
    Object.assign(site, { next: "", build: "next" });
  }
});

test("without a network the old page starts, and is offered the version that waits", async () => {
  const opened = await visited();
  site.next = "/";
  try {
    await offered(opened);
    await offline(opened, async () => {
      await opened.reload();
      await opened.waitForSelector("#update button");
      await shows(opened, OLD);
      await accept(opened, "next");
      await keeps(opened, ["sitemap-validator / next"]);
      assert.equal(await wasOffered(opened), false);
    });
  } finally {
    site.next = "";
  }
});

test("a tab that did not ask for the new version works on, and is offered it", async () => {
  const opened = await visited();
  const other = await tab(opened);
  const running = await tab(opened);
  site.next = "/";
  try {
    await offered(opened);
    await other.waitForSelector("#update button");
    // One that never saw the offer: it is told when the new version comes to work.
    await running.evaluate(() => document.getElementById("update")?.remove());
    await accept(opened, "next");
    await running.waitForSelector("#update button");
    for (const path of ["worker-start.js", "sitemap-validator-worker.js", "sitemap-validator-worker_bg.wasm"]) {
      assert.equal(await running.evaluate(async (path) => (await fetch(path)).status, `${path}?v=${OLD}`), 200, path);
    }
    // A worker that is ended in the middle of a run is followed by another, of the page's own build. Of this one nothing is
    // heard any more.
    await running.evaluate(() => {
      const { postMessage } = Worker.prototype;
      Worker.prototype.postMessage = () => (Worker.prototype.postMessage = postMessage);
    });
    await dropFiles(running, [{ name: "endless.xml", text: BAD }]);
    await button(running, "Cancel").click();
    await running.getByRole("heading", { name: /^Stopped/ }).waitFor();
    await dropFiles(running, [{ name: "a.xml", text: BAD }]);
    await verdict(running, "1 error.");
    await accept(other, "next");
    await accept(running, "next");
    await other.close();
    await running.close();
    await opened.reload();
    await keeps(opened, ["sitemap-validator / next"]);
  } finally {
    site.next = "";
  }
  assert.deepEqual(problems(opened), []);
});

test("two copies of the site leave each other what they keep", async () => {
  const opened = await visited(`${url}b/`);
  const other = await tab(opened);
  await kept(other);
  await keeps(opened, [`sitemap-validator / ${OLD}`, `sitemap-validator /b/ ${OLD}`]);
  site.next = "/b/";
  try {
    await offered(opened);
    await accept(opened, "next");
    await keeps(opened, [`sitemap-validator / ${OLD}`, "sitemap-validator /b/ next"]);
    assert.equal(await other.locator("#update").count(), 0, "the other copy is as new as it was");
  } finally {
    site.next = "";
  }
  assert.deepEqual(problems(opened), []);
});

test("a second copy of the site comes in unannounced, and a new version of it too", async () => {
  const opened = await visited();
  const other = await tab(opened, `${url}b/`);
  // Until its own is there, the service worker of the first copy answers for it.
  await other.waitForFunction(() => navigator.serviceWorker.controller?.scriptURL.endsWith("/b/sw.js"));
  assert.equal(await wasOffered(other), false);
  site.next = "/b/";
  try {
    await other.reload();
    await shows(other, "next");
    await keeps(other, [`sitemap-validator / ${OLD}`, "sitemap-validator /b/ next"]);
    for (const each of [opened, other]) assert.equal(await wasOffered(each), false);
  } finally {
    site.next = "";
  }
  assert.deepEqual(problems(opened), []);
});

test("a second copy is not offered what is new in the first", async () => {
  const opened = await visited();
  // The second copy's own service worker does not come to work.
  site.missing = "/b/rules/all.txt";
  const missed = new Promise((resolve) => (site.missed = resolve));
  try {
    const other = await tab(opened, `${url}b/`);
    await missed;
    site.next = "/";
    await offered(opened);
    await other.evaluate(() => (window.wasAsked = false));
    await accept(opened, "next");
    await asked(other);
    assert.equal(await wasOffered(other), false);
  } finally {
    Object.assign(site, { next: "", missing: "" });
  }
});

test("files opened by the system are checked", async () => {
  const before = (opened) =>
    opened.addInitScript(() => {
      // What an installed app is handed by the browser.
      const file = new File(["https://shop.tidepool.page/a\nnonsense\n"], "urls.txt");
      Object.defineProperty(window, "launchQueue", {
        value: { setConsumer: (consume) => setTimeout(() => consume({ files: [{ getFile: async () => file }] })) },
      });
    });
  const opened = await page({ before });
  await verdict(opened, "Not valid");
  assert.equal(await opened.locator(".bar-name bdi").getAttribute("title"), "urls.txt");
  const manifest = await (await fetch(new URL("app.webmanifest", BASE_URL))).json();
  const extensions = manifest.file_handlers.flatMap(({ accept }) => Object.values(accept).flat());
  for (const extension of [".xml", ".gz"]) assert.ok(extensions.includes(extension), extension);
  assert.equal((await fetch(new URL(manifest.icons[0].src, BASE_URL))).status, 200);
});
