// The widget where it cannot work: it says so, whoever waits is answered, and its visitors have a way on.

import assert from "node:assert/strict";
import { ENGINES, test } from "./engines.mjs";
import { host, redirect, ready, script, snippet } from "./host.mjs";
import { box, GOOD } from "./steps.mjs";
import { BASE_URL } from "./support.mjs";

/** Opens a page with the widget that hears its first event `error`, however early it comes. */
const listening = (body, { before, ...options } = {}) =>
  host(body, {
    ...options,
    before: async (page) => {
      await before?.(page);
      await page.addInitScript(() => {
        window.told = new Promise((done) => addEventListener("error", ({ detail }) => detail && done(detail), true));
      });
    },
  });

/** What that event says, what a check rejects with that waits for it, and what one that comes after. */
const trouble = (opened) =>
  opened.evaluate(async () => {
    await customElements.whenDefined("sitemap-validator");
    const element = document.querySelector("sitemap-validator");
    const said = (promise) => promise.then(() => "done", ({ name, message }) => ({ name, message }));
    const waiting = said(element.validate("<urlset/>"));
    return [await window.told, await waiting, await said(element.report())];
  });

/** Answers whatever fits with 404. */
const missing = (pattern) => ({ before: (page) => page.context().route(pattern, (route) => route.fulfill({ status: 404 })) });

const CASES = {
  "the host's policy does not allow the frame": { tags: ENGINES, policy: `default-src 'none'; script-src ${new URL(BASE_URL).origin}` },
  "the host is sandboxed": { policy: "sandbox allow-scripts" },
  "the frame's page is missing": missing(/embed\.html/),
  "what starts the app is missing": missing(/boot\.js/),
};

for (const [what, { tags, ...options }] of Object.entries(CASES)) {
  test(`${what}: an error, and the link in the element`, { ...tags }, async () => {
    const opened = await listening(snippet(), options);
    const [event, waiting, after] = await trouble(opened);
    assert.match(event.message, /could not be loaded/);
    assert.deepEqual([waiting, after], [event, event]);
    await opened.getByRole("link", { name: "Check your sitemap" }).waitFor();
  });
}

test("an app that is missing: an error, and its frame says it as well", async () => {
  const opened = await listening(snippet(), missing(/sitemap-validator-web.*\.wasm/));
  const [event, waiting, after] = await trouble(opened);
  assert.match(event.message, /could not be loaded/);
  assert.deepEqual([waiting, after], [event, event]);
  await opened.frameLocator("iframe").getByText(event.message).waitFor();
});

test("one that is put into the page again tries again", async () => {
  let blocked = true;
  const before = (page) => page.context().route(/embed\.html/, (route) => (blocked ? route.fulfill({ status: 404 }) : route.continue()));
  const opened = await listening(snippet(), { before });
  await trouble(opened);
  blocked = false;
  await opened.evaluate(() => document.body.append(document.querySelector("sitemap-validator")));
  await ready(opened);
  const summary = await opened.evaluate((text) => document.querySelector("sitemap-validator").validate(text), GOOD);
  assert.equal(summary.verdict, "valid");
});

test("embed.js says what it needs where it is not by itself", async () => {
  const text = await (await fetch(`${BASE_URL}embed.js`)).text();
  for (const script of [{ url: `${BASE_URL}embed.js`, type: "module" }, { content: text }]) {
    const opened = await host(`<sitemap-validator><a href="/">Check</a></sitemap-validator>`, { policy: "" });
    const said = opened.waitForEvent("console");
    await opened.addScriptTag(script);
    assert.match((await said).text(), /classic script of its own/);
    await opened.getByRole("link", { name: "Check" }).waitFor();
  }
});

test("a frame that is redirected to another origin works for visitors, and whoever calls is told", ENGINES, async () => {
  script("/moved/embed.js", await (await fetch(`${BASE_URL}embed.js`)).text());
  redirect("/moved/embed.html", `${BASE_URL}embed.html`);
  const opened = await listening(`<script async src="/moved/embed.js"></script><sitemap-validator></sitemap-validator>`, { policy: "" });
  const [event, waiting, after] = await trouble(opened);
  assert.match(event.message, /another origin/);
  assert.deepEqual([waiting, after], [event, event]);
  const inside = opened.frameLocator("iframe");
  await box(inside).fill(GOOD);
  await inside.locator("#verdict").getByText("Valid.").waitFor();
});
