// Without a network: what one visit leaves behind, and how a new version comes in.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, test } from "node:test";
import { button, sitemap, type, verdict } from "./steps.mjs";
import { BASE_URL, dropFiles, page, problems } from "./support.mjs";

const BAD = sitemap("<loc>https://shop.tidepool.page/?a=1&b=2</loc>");

const OLD = await fetch(new URL("sw.js", BASE_URL)).then(async (answer) => /build = "([^"]*)"/.exec(await answer.text())[1]);

/**
 * Passes on what the page's server says, at / and as a second copy at /b/. Where the path is in `next`, a new version has
 * been put there: what belongs to the old build is gone.
 */
const site = { next: "", down: false };
const server = createServer(async (request, response) => {
  if (site.down) return response.destroy();
  const folder = request.url.startsWith("/b/") ? "/b/" : "/";
  const url = request.url.slice(folder.length);
  const next = site.next === folder;
  if (next && url.includes(`v=${OLD}`)) return response.writeHead(404).end();
  const answer = await fetch(new URL(url, BASE_URL));
  const headers = Object.fromEntries(answer.headers);
  delete headers["content-length"];
  let body = Buffer.from(await answer.arrayBuffer());
  if (next && /html|javascript/.test(headers["content-type"])) body = body.toString().replaceAll(OLD, "next");
  response.writeHead(answer.status, headers).end(body);
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const url = `http://127.0.0.1:${server.address().port}/`;
after(() => {
  server.closeAllConnections();
  server.close();
});

const kept = (opened) => opened.evaluate(async () => Boolean((await navigator.serviceWorker.ready).active));

/** Opens the page and comes back to it, so that the service worker answers for it. */
async function visited(at = url) {
  const opened = await page({ url: at, serviceWorkers: "allow" });
  await opened.waitForSelector("textarea");
  await kept(opened);
  await opened.reload();
  await opened.waitForFunction(() => navigator.serviceWorker.controller);
  return opened;
}

/** Another tab of the same browser. */
async function tab(opened, at = url) {
  const other = await opened.context().newPage();
  await other.goto(at);
  await other.waitForSelector("textarea");
  return other;
}

/** Has the browser look for a new version, and waits for the offer. */
async function offered(opened) {
  await opened.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await opened.waitForSelector("#update button");
}

/** Accepts the offer, and waits for the page of the build. */
async function accept(opened, build) {
  await Promise.all([opened.waitForEvent("load"), opened.locator("#update button").click()]);
  await opened.waitForSelector("textarea");
  assert.equal(await opened.getAttribute("meta[name=build]", "content"), build);
}

/** Asks until a page answers as wanted; `waitForFunction` takes the promise of an answer for one. */
async function until(opened, wanted, ask, given) {
  let seen;
  for (const end = Date.now() + 20_000; Date.now() < end && seen !== wanted; ) seen = await opened.evaluate(ask, given);
  assert.equal(seen, wanted);
}

/** Waits until these are all that is kept, of both copies. */
const keeps = (opened, names) =>
  until(opened, names.join(), async () => (await caches.keys()).sort().join());

test("after one visit the page works with the network off, explanations included", async () => {
  site.down = false;
  const opened = await page({ url, serviceWorkers: "allow" });
  await opened.waitForSelector("textarea");
  assert.ok(await kept(opened));
  site.down = true;
  server.closeAllConnections();
  await opened.context().setOffline(true);
  try {
    await opened.reload();
    await type(opened, BAD);
    await verdict(opened, "Not valid");
    await opened.waitForSelector(".problem .why");
    await opened.goto(`${url}fr/`);
    await opened.waitForSelector("textarea");
    assert.equal(await opened.getAttribute("html", "lang"), "fr");
  } finally {
    site.down = false;
    await opened.context().setOffline(false);
  }
  assert.deepEqual(problems(opened).filter((problem) => !/ERR_INTERNET_DISCONNECTED|Failed to fetch/.test(problem)), []);
});

test("an explanation read once in French leaves all of them behind", async () => {
  const opened = await visited(`${url}fr/`);
  const text = opened.locator("textarea").first();
  await text.fill(sitemap("<loc>/about</loc>"));
  await opened.waitForSelector(".problem .why");
  await until(opened, true, async () => Boolean(await caches.match(new URL("../rules/fr/all.txt", location))));
  site.down = true;
  server.closeAllConnections();
  await opened.context().setOffline(true);
  try {
    await opened.reload();
    // Another rule than the one that was read.
    await text.fill(BAD);
    await opened.locator(".problem").getByText("ne voit jamais les entrées qui suivent").waitFor();
    assert.equal(await opened.getAttribute("html", "lang"), "fr");
  } finally {
    site.down = false;
    await opened.context().setOffline(false);
  }
});

test("a new version is offered and not forced", async () => {
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
    // A worker that is ended in the middle of a run is followed by another, of the page's own build.
    await running.evaluate(() => {
      const entries = "<url><loc>https://shop.tidepool.page/?a=1&b=2</loc></url>\n".repeat(400_000);
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</urlset>`], "large.xml"));
      document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer }));
    });
    await button(running, "Cancel").click();
    await running.getByRole("heading", { name: /^Stopped at/ }).waitFor();
    await dropFiles(running, [{ name: "a.xml", text: BAD }]);
    await verdict(running, "Not valid: 1 error");
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
