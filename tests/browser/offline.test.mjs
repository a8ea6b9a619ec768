// Without a network: what one visit leaves behind, and how a new version comes in.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, test } from "node:test";
import { sitemap, type, verdict } from "./steps.mjs";
import { BASE_URL, page, problems } from "./support.mjs";

const BAD = sitemap("<loc>https://shop.tidepool.page/?a=1&b=2</loc>");

/** Passes on what the page's server says; with `next`, as if a new version had been put there. */
const site = { next: false, down: false };
const server = createServer(async (request, response) => {
  if (site.down) return response.destroy();
  const answer = await fetch(new URL(request.url, BASE_URL));
  const headers = Object.fromEntries(answer.headers);
  delete headers["content-length"];
  let body = Buffer.from(await answer.arrayBuffer());
  if (site.next && request.url.startsWith("/sw.js")) body = body.toString().replace(/build = "[^"]*"/, 'build = "next"');
  response.writeHead(answer.status, headers).end(body);
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const url = `http://127.0.0.1:${server.address().port}/`;
after(() => {
  server.closeAllConnections();
  server.close();
});

const kept = (opened) => opened.evaluate(async () => Boolean((await navigator.serviceWorker.ready).active));

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

test("a new version is offered and not forced", async () => {
  site.next = false;
  const opened = await page({ url, serviceWorkers: "allow" });
  await opened.waitForSelector("textarea");
  await kept(opened);
  await opened.reload();
  await opened.waitForFunction(() => navigator.serviceWorker.controller);
  assert.equal(await opened.locator("#update").count(), 0, "nothing is new on the first visit");
  await type(opened, BAD);
  await verdict(opened, "Not valid");
  site.next = true;
  try {
    await opened.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await opened.waitForSelector("#update button");
    assert.equal(await opened.locator("#update").getAttribute("role"), "status");
    assert.ok(await opened.locator("#verdict").count(), "the result is still there");
    await Promise.all([opened.waitForEvent("load"), opened.locator("#update button").click()]);
    await opened.waitForSelector("textarea");
    const names = await opened.evaluate(() => caches.keys());
    assert.deepEqual(names, ["sitemap-validator-next"], "of the old version nothing stays");
  } finally {
    site.next = false;
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
