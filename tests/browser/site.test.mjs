// The pages beside the app: one per rule, their index, the front page in each language, the sitemap.

import assert from "node:assert/strict";
import { CHROMIUM, SMOKE, test } from "./engines.mjs";
import { BASE_URL, assertClean, axe, darkContrast, foreignRequests, page, problems, screenshot, STRUCTURE_ONLY } from "./support.mjs";

const at = (path) => new URL(path, BASE_URL).href;

const FRONTS = [
  { path: "", lang: "en", says: "What is checked" },
  { path: "fr/", lang: "fr", says: "Ce qui est vérifié" },
  { path: "es/", lang: "es", says: "Qué se comprueba" },
];

for (const { path, lang, says } of FRONTS) {
  test(`the front page says in ${lang} what it is for, without scripts`, CHROMIUM, async () => {
    const opened = await page({ url: at(path), javaScriptEnabled: false });
    assert.equal(await opened.getAttribute("html", "lang"), lang);
    assert.ok((await opened.locator(".about").innerText()).includes(says));
    assert.ok((await opened.locator("h3").count()) > 4, "questions are answered");
    assert.ok(await opened.getAttribute("meta[name=description]", "content"));
    const data = JSON.parse(await opened.locator('script[type="application/ld+json"]').first().textContent());
    assert.equal(data["@type"], "WebApplication");
    assert.equal(data.inLanguage, lang);
    const alternates = await opened.locator("link[rel=alternate]").evaluateAll((links) => links.map((link) => link.hreflang));
    assert.deepEqual(alternates, ["en", "fr", "es", "x-default"]);
  });

  test(`axe finds nothing on a rule's page and the index, ${lang}`, CHROMIUM, async () => {
    for (const name of ["rules/", "rules/loc-unescaped-ampersand.html", "rules/hreflang-missing-return-link.html"]) {
      const opened = await page({ url: at(path + name) });
      // The words of another language have the same colors.
      assert.deepEqual(await axe(opened, undefined, lang === "en" ? {} : STRUCTURE_ONLY), [], name);
      if (lang === "en") assert.deepEqual(await darkContrast(opened), [], name);
      assertClean(opened);
    }
  });
}

test("what hosts answer where nothing is leads home from any folder", CHROMIUM, async () => {
  const url = at("deep/in/nothing.html");
  const body = await (await fetch(at("404.html"))).text();
  const opened = await page({
    url,
    viewport: { width: 320, height: 700 },
    before: (page) => page.route(url, (route) => route.fulfill({ status: 404, contentType: "text/html; charset=utf-8", body })),
  });
  assert.equal(await opened.locator("h1").innerText(), "Page not found");
  assert.deepEqual(await axe(opened), []);
  assert.equal(await opened.evaluate(() => document.documentElement.scrollWidth), 320);
  assert.ok(await opened.evaluate(() => [...document.styleSheets].length === 2 && getComputedStyle(document.body).maxWidth !== "none"));
  await screenshot(opened, "not-found");
  assert.deepEqual(await darkContrast(opened), []);
  await opened.locator('a[href$="fr/rules/"]').click();
  await opened.waitForURL(at("fr/rules/"));
});

test("a rule's page can be read without scripts, on a narrow screen too", CHROMIUM, async () => {
  const opened = await page({
    url: at("rules/lastmod-missing-timezone.html"),
    javaScriptEnabled: false,
    viewport: { width: 320, height: 700 },
  });
  assert.match(await opened.locator("h1").innerText(), /time zone/);
  const headings = await opened.locator("h2").allInnerTexts();
  assert.deepEqual(headings.slice(0, 4), ["When it is reported", "Why it matters", "What to do", "Examples"]);
  assert.ok((await opened.locator("mark").count()) > 0, "what is wrong is marked");
  assert.ok((await opened.locator("a.try").count()) > 0, "examples can be opened");
  await screenshot(opened, "rule-narrow", { fullPage: true });
});

test("the index is narrowed by what is typed", async () => {
  const opened = await page({ url: at("rules/") });
  const all = await opened.locator(".rules-list li:visible").count();
  assert.ok(all > 250, `${all} rules`);
  await opened.getByLabel("Search").fill("time zone lastmod");
  await opened.waitForFunction(() => /^\d+ rules?$/.test(document.getElementById("found").textContent));
  const some = await opened.locator(".rules-list li:visible").count();
  assert.ok(some > 0 && some < 10, `${some} rules`);
  assert.equal(await opened.locator("#found").textContent(), `${some} ${some === 1 ? "rule" : "rules"}`);
  await opened.getByLabel("Search").fill("");
  assert.equal(await opened.locator(".rules-list li:visible").count(), all);
  assertClean(opened);
});

test("an example opens in the validator and shows its rule there", SMOKE, async () => {
  for (const [path, rule] of [
    ["rules/lastmod-missing-timezone.html", "lastmod-missing-timezone"],
    ["fr/rules/loc-unescaped-ampersand.html", "loc-unescaped-ampersand"],
  ]) {
    const opened = await page({ url: at(path) });
    await opened.locator("figure.bad a.try").first().click();
    await opened.locator(".problem-tools code", { hasText: rule }).first().waitFor();
    assert.equal(await opened.getAttribute("html", "lang"), path.startsWith("fr/") ? "fr" : "en");
    // The icon of a page that is left at once is not waited for.
    assert.deepEqual(problems(opened).filter((problem) => !problem.endsWith("icon.svg net::ERR_ABORTED")), []);
    assert.deepEqual(foreignRequests(opened), []);
  }
});
