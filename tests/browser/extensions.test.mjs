// Extensions and conversions on the page.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "./engines.mjs";
import { button, look, menu, marked, open, setVerdict, sitemap, type, verdict } from "./steps.mjs";
import { assertClean, dropFiles } from "./support.mjs";

const at = (path) => `https://shop.tidepool.page/${path}`;

/** `text` with the namespace of `prefix` declared on its root. */
const declared = (text, prefix, uri) => text.replace("<urlset ", `<urlset xmlns:${prefix}="${uri}" `);

const article = (date, language) =>
  `<loc>${at("news/tide")}</loc><news:news><news:publication><news:name>Tide Times</news:name>` +
  `<news:language>${language}</news:language></news:publication><news:publication_date>${date}</news:publication_date>` +
  "<news:title>Spring tide on Friday</news:title></news:news>";

test("a news sitemap is judged by the rules of news", async () => {
  const opened = await open({ viewport: { width: 1500, height: 1000 } });
  const today = new Date().toISOString().slice(0, 10);
  const text = (entry) => declared(sitemap(entry), "news", "http://www.google.com/schemas/sitemap-news/0.9");
  await type(opened, text(article(today, "en")));
  await verdict(opened, "Valid.");
  await type(opened, text(article(today, "english")));
  await verdict(opened, "Not valid");
  // For a moment the source may still show the text from before.
  await opened.locator(".source mark.here", { hasText: /^english$/ }).waitFor();
  assert.equal((await marked(opened)).rule, "news-language-invalid");
  await type(opened, text(article("2020-01-01", "en")));
  await verdict(opened, "Valid, with");
  await opened.locator(".group .title", { hasText: /old/ }).waitFor();
  assertClean(opened);
});

test("links to other languages are compared across two files", async () => {
  const opened = await open({ viewport: { width: 1500, height: 1000 } });
  const link = (code, path) => `<xhtml:link rel="alternate" hreflang="${code}" href="${at(path)}"/>`;
  const file = (path, ...links) => declared(sitemap(`<loc>${at(path)}</loc>${links.join("")}`), "xhtml", "http://www.w3.org/1999/xhtml");
  const both = [link("en", "en/lamp"), link("de", "de/lampe")];
  await dropFiles(opened, [
    { name: "en.xml", text: file("en/lamp", ...both) },
    { name: "de.xml", text: file("de/lampe", link("de", "de/lampe")) },
  ]);
  await setVerdict(opened, "Not valid");
  const missing = opened.locator(".across .group", { hasText: "does not link back" });
  await missing.waitFor();
  await missing.locator(".across-row").getByRole("button").first().click();
  await opened.waitForSelector(".source mark.here");
  assert.equal((await marked(opened)).rule, "hreflang-missing-return-link");

  await button(opened, "Clear").click();
  await dropFiles(opened, [
    { name: "en.xml", text: file("en/lamp", ...both) },
    { name: "de.xml", text: file("de/lampe", ...both) },
  ]);
  await setVerdict(opened, "Valid");
  assert.equal(await opened.locator(".across .group", { hasText: "link back" }).count(), 0);
  assertClean(opened);
});

/** The name and text of what a click saves. */
async function saved(opened, name, choose = menu) {
  const [download] = await Promise.all([opened.waitForEvent("download"), choose(opened, name)]);
  return [download.suggestedFilename(), await readFile(await download.path(), "utf8")];
}

test("a list is saved as a sitemap, and a sitemap as a list", async () => {
  const opened = await open();
  await dropFiles(opened, [{ name: "urls.txt", text: `${at("?a&b")}\n${at("c")}\n` }]);
  await verdict(opened, "Valid");
  const [name, text] = await saved(opened, "XML sitemap");
  assert.equal(name, "urls.xml");
  assert.ok(text.includes(`<url><loc>${at("?a&amp;b")}</loc></url>`), text);
  await button(opened, "Clear").click();
  await dropFiles(opened, [{ name: "sitemap.xml", text }]);
  await verdict(opened, "Valid");
  assert.deepEqual(await saved(opened, "List of URLs (text)"), ["sitemap.txt", `${at("?a&b")}\n${at("c")}\n`]);
  assertClean(opened);
});

test("several sitemaps without an index get one once their addresses are known", async () => {
  const opened = await open();
  await dropFiles(opened, [
    { name: "a.xml", text: sitemap(`<loc>${at("a")}</loc><lastmod>2024-05-17</lastmod>`) },
    { name: "b.xml", text: sitemap(`<loc>${at("b")}</loc>`) },
  ]);
  await setVerdict(opened, "Valid");
  await button(opened, "Make an index").click();
  await opened.getByText("The URLs of the files are not known", { exact: false }).first().waitFor();
  await opened.getByLabel("URL of the folder").fill("https://shop.tidepool.page/");
  await opened.waitForFunction(() => document.body.textContent.includes("https://shop.tidepool.page/a.xml"));
  await look(opened, "a.xml");
  const [name, text] = await saved(opened, "Make an index", (opened, name) => button(opened, name).click());
  assert.equal(name, "sitemap_index.xml");
  assert.ok(text.includes(`<sitemap><loc>${at("a.xml")}</loc></sitemap>`), text);
  // The newest date of its pages is not the date the sitemap itself changed.
  assert.ok(!text.includes("lastmod"), text);
  assertClean(opened);
});
