// Conversions on the page.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "./engines.mjs";
import { button, choose, look, menu, open, setVerdict, sitemap, verdict } from "./steps.mjs";
import { assertClean, dropFiles } from "./support.mjs";

const at = (path) => `https://shop.tidepool.page/${path}`;

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
