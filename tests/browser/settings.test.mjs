import assert from "node:assert/strict";
import { test } from "node:test";
import { box, button, GOOD, menu, open, sitemap, type, verdict } from "./steps.mjs";
import { assertClean, axe, dropFiles, paste } from "./support.mjs";

const settings = (page) => page.locator("details.settings");
const tick = (page, name) => page.getByRole("checkbox", { name, exact: true });

test("what is checked against is said, changed, and remembered", async () => {
  const opened = await open();
  const summary = settings(opened).locator("summary");
  assert.match(await summary.textContent(), /^Checked against sitemaps\.org, Google and Bing/);
  await type(opened, sitemap("<lastmod>2024-01-01</lastmod>\n    <loc>https://shop.tidepool.page/</loc>"));
  await verdict(opened, "Valid.");
  await summary.click();
  assert.ok(await tick(opened, "sitemaps.org").isDisabled());
  await tick(opened, "Yandex").check();
  await tick(opened, "Google").uncheck();
  await opened.locator(".ground").getByText("Checked against sitemaps.org, Bing and Yandex in").waitFor();
  // The order of the elements: only a pedant minds.
  assert.equal(await opened.locator(".group").count(), 0);
  await tick(opened, "Pedantic").check();
  await verdict(opened, "Valid.");
  await opened.locator(".group").first().waitFor();
  await tick(opened, "Strict schema").check();
  assert.match(await summary.textContent(), /Bing and Yandexpedantic · strict schema$/);
  assert.deepEqual(await axe(opened), []);

  // All that belongs to the result is there, and what was chosen is kept.
  await opened.waitForSelector(".problem .why");
  await opened.waitForFunction(() => localStorage.getItem("sitemap-validator.settings")?.includes("strict=1"));
  await opened.goto(new URL("?again", opened.url()).href.split("#")[0]);
  await opened.waitForSelector("textarea");
  assert.match(await summary.textContent(), /Bing and Yandexpedantic · strict schema$/);
  assertClean(opened);
});

test("strict schema judges by the published schema", async () => {
  const opened = await open();
  await type(opened, sitemap("<lastmod>2024-01-01</lastmod>\n    <loc>https://shop.tidepool.page/</loc>"));
  await verdict(opened, "Valid");
  await settings(opened).locator("summary").click();
  await tick(opened, "Strict schema").check();
  await verdict(opened, "Not valid");
  await tick(opened, "Strict schema").uncheck();
  await verdict(opened, "Valid");
  assertClean(opened);
});

test("a report is saved under the name of its file", async () => {
  const opened = await open();
  await dropFiles(opened, [{ name: "posts.xml", text: GOOD }]);
  await verdict(opened, "Valid.");
  const [download] = await Promise.all([opened.waitForEvent("download"), menu(opened, "Report as JSON")]);
  assert.equal(download.suggestedFilename(), "posts-report.json");
  assert.ok(!(await opened.locator(".menu-items").first().isVisible()), "the menu closes when something was chosen");
  await opened.locator(".menu > summary").focus();
  await opened.keyboard.press("Enter");
  await opened.keyboard.press("Tab");
  assert.match(await opened.evaluate(() => document.activeElement.textContent), /Text list of the URLs/);
  assert.deepEqual(await axe(opened), []);
  await opened.keyboard.press("Escape");
  assert.equal(await opened.evaluate(() => document.activeElement.textContent), "Download");
  await opened.locator(".menu > summary").click();
  await opened.locator("#verdict").click();
  assert.ok(!(await opened.locator(".menu-items").first().isVisible()), "and by a click elsewhere");
  assertClean(opened);
});

test("a clean sitemap comes with its next steps", async () => {
  const opened = await open();
  await opened.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await button(opened, "a good one").click();
  await verdict(opened, "Valid.");
  const next = opened.locator(".next");
  await next.getByText("Sitemap: https://shop.tidepool.page/sitemap.xml").waitFor();
  await next.getByRole("button", { name: "Copy" }).click();
  await opened.locator(".toast").getByText("Copied").waitFor();
  assert.equal(await opened.evaluate(() => navigator.clipboard.readText()), "Sitemap: https://shop.tidepool.page/sitemap.xml\n");
  const doors = await next.locator("a").evaluateAll((doors) => doors.map((door) => [door.host, door.rel]));
  assert.deepEqual(doors, [
    ["search.google.com", "noopener noreferrer"],
    ["www.bing.com", "noopener noreferrer"],
    ["webmaster.yandex.com", "noopener noreferrer"],
  ]);
  assert.match(await next.textContent(), /ping addresses are gone, Bing’s since 2022 and Google’s since 2023/);
  assertClean(opened);
});

test("keys go where they say, and can be switched off", async () => {
  const opened = await open({ viewport: { width: 1400, height: 900 } });
  await type(opened, sitemap("<loc>/a</loc>", "<loc>/b</loc>"));
  await verdict(opened, "Not valid: 2 errors");
  const active = () => opened.evaluate(() => document.activeElement.id || document.activeElement.className);
  await opened.locator("h1").click();

  await opened.keyboard.press("t");
  assert.equal(await active(), "verdict");
  await opened.keyboard.press("j");
  await opened.waitForFunction(() => document.activeElement.querySelector(".place")?.lastChild.textContent === "7:10");
  await opened.keyboard.press("v");
  assert.equal(await active(), "text");
  await opened.keyboard.type("?");
  assert.equal(await opened.locator("#help").count(), 0, "in a field a letter is a letter");
  await opened.keyboard.press("Backspace");
  await opened.locator("#verdict").focus();
  const chosen = opened.waitForEvent("filechooser");
  // The browser has to know first that somebody waits for it.
  await opened.evaluate(() => new Promise(requestAnimationFrame));
  await opened.keyboard.press("o");
  const chooser = await chosen;
  assert.ok(chooser.isMultiple());

  await opened.keyboard.press("?");
  await opened.locator("dialog#help").waitFor();
  assert.deepEqual(await axe(opened), []);
  await opened.getByRole("checkbox", { name: /Single letters/ }).uncheck();
  await opened.keyboard.press("Escape");
  await opened.waitForFunction(() => !document.querySelector("dialog"));
  await opened.locator("#verdict").focus();
  await opened.keyboard.press("v");
  assert.equal(await active(), "verdict");
  await opened.waitForSelector(".problem .why");
  await opened.waitForFunction(() => localStorage.getItem("sitemap-validator.keys") === "off");
  await opened.reload();
  await opened.waitForSelector("textarea");
  await opened.keyboard.press("?");
  await opened.evaluate(() => new Promise(requestAnimationFrame));
  assert.equal(await opened.locator("#help").count(), 0, "remembered");
  await button(opened, "Keys").click();
  await opened.getByRole("checkbox", { name: /Single letters/ }).check();
  await button(opened, "Close").click();
  await opened.keyboard.press("v");
  assert.equal(await active(), "text");
  assertClean(opened);
});

test("on paper there are the verdict and the findings, and no controls", async () => {
  const opened = await open({ viewport: { width: 1000, height: 1200 }, colorScheme: "dark" });
  const long = `/${"very-long-name-".repeat(12)}`;
  await dropFiles(opened, [{ name: `${"folder-".repeat(12)}sitemap.xml`, text: sitemap(`<loc>${long}</loc>`, "<loc>/b</loc>") }]);
  await verdict(opened, "Not valid: 2 errors");
  await opened.emulateMedia({ media: "print" });
  for (const shown of ["#verdict", ".facts", ".group-head", ".row"]) {
    assert.ok(await opened.locator(shown).first().isVisible(), shown);
  }
  for (const hidden of [".menu", ".drop", "#tools", ".side", ".filters", ".asides", ".bar-tools"]) {
    const seen = await opened.locator(hidden).evaluateAll((all) => all.some((one) => one.checkVisibility()));
    assert.ok(!seen, hidden);
  }
  const colours = await opened.evaluate(() => {
    const { backgroundColor, color } = getComputedStyle(document.body);
    return [backgroundColor, color];
  });
  assert.deepEqual(colours, ["rgb(255, 255, 255)", "rgb(0, 0, 0)"]);
  const name = await opened.locator(".bar-name .mono").evaluate((name) => getComputedStyle(name, "::after").content);
  assert.ok(name.includes("folder-".repeat(12)), "names stand there as a whole");
  assertClean(opened);
});

test("of a long list a hundred rows of each rule are printed, and how many there are", async () => {
  const opened = await open();
  const entries = Array.from({ length: 500 }, (_, at) => `<loc>/page-${at}</loc>`);
  await dropFiles(opened, [{ name: "long.xml", text: sitemap(...entries) }]);
  await verdict(opened, "Not valid: 500 errors");
  await button(opened, "450 more").click();
  await opened.locator(".rows[data-size='500']").waitFor();
  const shown = () => opened.locator(".row").count();
  const onScreen = await shown();
  assert.ok(onScreen < 100, `${onScreen} rows on screen`);
  await opened.emulateMedia({ media: "print" });
  await opened.evaluate(() => dispatchEvent(new Event("beforeprint")));
  assert.equal(await shown(), 100, "they are there when the browser lays out the paper");
  await opened.getByText("The first 100 of 500; the CSV and JSON files have all").waitFor();
  const [rows, group] = await opened.evaluate(() => ["li:last-child .row", ".group"].map((one) => document.querySelector(one).getBoundingClientRect().bottom));
  assert.ok(group - rows < 100, `no gap is left: ${group - rows}`);
  await opened.emulateMedia({ media: "screen" });
  await opened.evaluate(() => dispatchEvent(new Event("afterprint")));
  await opened.waitForFunction((before) => document.querySelectorAll(".row").length === before, onScreen);
  assertClean(opened);
});

test("a checker that cannot be loaded is said, with a way on", async () => {
  const opened = await open({
    before: (page) => page.context().route(/worker_bg\.wasm/, (route) => route.fulfill({ status: 200, contentType: "application/wasm", body: "no" })),
  });
  await opened.getByRole("heading", { name: "The checker could not be loaded" }).waitFor();
  await opened.getByText("Check the connection and try again.").waitFor();
  await opened.context().unroute(/worker_bg\.wasm/);
  await type(opened, GOOD);
  await button(opened, "Try again").click();
  await verdict(opened, "Valid.");
});

test("no flow asks another address", async () => {
  const opened = await open();
  await type(opened, "https://shop.tidepool.page/sitemap.xml");
  await opened.locator(".lone a").waitFor();
  assert.equal(await opened.locator(".lone a").getAttribute("rel"), "noopener noreferrer");
  await type(opened, "");
  await paste(opened, { text: "https://shop.tidepool.page/sitemap.xml" });
  await opened.locator(".lone").getByText("save it, and drop the saved file here").waitFor();
  await button(opened, "Keep it as the sitemap’s address").click();
  await box(opened).fill(GOOD);
  await verdict(opened, "Valid.");
  await button(opened, "Share").click();
  await opened.locator("dialog#share").waitFor();
  assertClean(opened);
});
