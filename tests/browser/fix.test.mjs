import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { box, button, choose, menu, open, sitemap, type, verdict } from "./steps.mjs";
import { assertClean, dropFiles } from "./support.mjs";

const TWO = sitemap("<loc>https://shop.tidepool.page/?a=1&b=2</loc>", "<loc>https://shop.tidepool.page/?c=3&d=4</loc>");
const FIXED = TWO.replaceAll("&", "&amp;");

test("one problem is fixed in the text, and the fix can be taken back", async () => {
  const opened = await open();
  await type(opened, TWO);
  await verdict(opened, "Not valid: 2 errors");
  await choose(opened, "4:41");
  assert.match(await opened.locator(".preview .after").textContent(), /\?a=1&amp;b=2/);
  await button(opened, "Fix this").click();
  await verdict(opened, "Not valid: 1 error");
  assert.equal(await box(opened).inputValue(), TWO.replace("&", "&amp;"));
  await opened.locator(".bar").getByRole("button", { name: "Undo" }).click();
  await verdict(opened, "Not valid: 2 errors");
  assert.equal(await box(opened).inputValue(), TWO);
  assertClean(opened);
});

test("all problems of a rule are fixed at once", async () => {
  const opened = await open();
  await type(opened, TWO);
  await verdict(opened, "Not valid: 2 errors");
  await button(opened, "Fix all 2").click();
  await verdict(opened, "Valid.");
  assert.equal(await box(opened).inputValue(), FIXED);
  assertClean(opened);
});

test("a fixed file can be downloaded", async () => {
  const opened = await open();
  await dropFiles(opened, [{ name: "sitemap.xml", text: TWO }]);
  await verdict(opened, "Not valid: 2 errors");
  await button(opened, "Fix all safe (2)").click();
  await verdict(opened, "Valid.");
  const [download] = await Promise.all([opened.waitForEvent("download"), menu(opened, "Fixed file")]);
  assert.equal(download.suggestedFilename(), "sitemap-fixed.xml");
  assert.equal(await readFile(await download.path(), "utf8"), FIXED);
  assertClean(opened);
});

test("the report can be downloaded", async () => {
  const opened = await open();
  await type(opened, TWO);
  await verdict(opened, "Not valid: 2 errors");
  const [download] = await Promise.all([opened.waitForEvent("download"), menu(opened, "Report as JSON")]);
  const report = JSON.parse(await readFile(await download.path(), "utf8"));
  assert.equal(report.version, 1);
  assert.equal(report.files[0].counts.error, 2);
  assertClean(opened);
});
