import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { CHROMIUM, ENGINES, SMOKE, test } from "./engines.mjs";
import { button, GOOD, menu, open, sitemap, type, verdict, started } from "./steps.mjs";
import { assertClean, axe, copied, dropFiles } from "./support.mjs";

const settings = (page) => page.locator("details.settings");
const tick = (page, name) => page.getByRole("checkbox", { name, exact: true });

test("what is checked against is said, changed, and remembered", { ...SMOKE, ...ENGINES }, async () => {
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
  await verdict(opened, "Not valid");
  assert.match(await summary.textContent(), /Bing and Yandexpedantic · strict schema$/);
  assert.deepEqual(await axe(opened), []);

  // All that belongs to the result is there, and what was chosen is kept.
  await opened.waitForSelector(".problem .why");
  await opened.waitForFunction(() => localStorage.getItem("sitemap-validator.settings")?.includes("strict=1"));
  await opened.goto(new URL("?again", opened.url()).href.split("#")[0]);
  await started(opened);
  assert.match(await summary.textContent(), /Bing and Yandexpedantic · strict schema$/);
  assertClean(opened);
});

test("a report is saved under the name of its file", SMOKE, async () => {
  const opened = await open();
  await dropFiles(opened, [{ name: "posts.xml", text: GOOD }]);
  await verdict(opened, "Valid.");
  const [download] = await Promise.all([opened.waitForEvent("download"), menu(opened, "Report as JSON")]);
  assert.equal(download.suggestedFilename(), "posts-report.json");
  const report = JSON.parse(await readFile(await download.path(), "utf8"));
  assert.deepEqual([report.version, report.files[0].counts.error], [1, 0]);
  await opened.locator(".menu-items").first().waitFor({ state: "hidden" }); // the menu closes when something was chosen
  await opened.locator(".menu > summary").focus();
  await opened.keyboard.press("Enter");
  await opened.locator(".menu[open]").waitFor();
  await opened.keyboard.press("Tab");
  assert.match(await opened.evaluate(() => document.activeElement.textContent), /List of URLs/);
  assert.deepEqual(await axe(opened), []);
  await opened.keyboard.press("Escape");
  assert.equal(await opened.evaluate(() => document.activeElement.textContent), "Download");
  await opened.locator(".menu > summary").click();
  await opened.locator("#verdict").click({ position: { x: 5, y: 5 } });
  await opened.locator(".menu-items").first().waitFor({ state: "hidden" }); // and by a click elsewhere
  assertClean(opened);
});

test("a clean sitemap comes with its next steps", async () => {
  const opened = await open();
  await opened.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await button(opened, "a valid one").click();
  await verdict(opened, "Valid.");
  const next = opened.locator(".next");
  await next.getByText("Sitemap: https://shop.tidepool.page/sitemap.xml").waitFor();
  await next.getByRole("button", { name: "Copy" }).click();
  await opened.locator(".toast").getByText("Copied").waitFor();
  assert.equal(await copied(opened), "Sitemap: https://shop.tidepool.page/sitemap.xml\n");
  const doors = await next.locator("a").evaluateAll((doors) => doors.map((door) => [door.host, door.rel]));
  assert.deepEqual(doors, [
    ["search.google.com", "noopener noreferrer"],
    ["www.bing.com", "noopener noreferrer"],
    ["webmaster.yandex.com", "noopener noreferrer"],
  ]);
  assert.match(await next.textContent(), /Bing’s ping endpoint closed in 2022 and Google’s in 2023/);
  assertClean(opened);
});

test("keys go where they say, and can be switched off", ENGINES, async () => {
  const opened = await open({ viewport: { width: 1400, height: 900 } });
  await type(opened, sitemap("<loc>/a</loc>", "<loc>/b</loc>"));
  await verdict(opened, "The same error in 2 places.");
  const active = () => opened.evaluate(() => document.activeElement.id || document.activeElement.className);
  await opened.locator("h1").click();

  await opened.keyboard.press("t");
  assert.equal(await active(), "verdict");
  await opened.keyboard.press("j");
  await opened.waitForFunction(() => document.activeElement.querySelector(".place")?.lastChild.textContent === "7:10");
  // Two problems of one rule need no search: the key is the browser's own.
  await opened.evaluate(() => addEventListener("keydown", (event) => (window.pressed = event)));
  const taken = () => opened.evaluate(() => window.pressed.defaultPrevented);
  await opened.keyboard.press("/");
  assert.deepEqual([await active(), await taken()], ["row", false]);
  await opened.keyboard.press("s");
  assert.deepEqual([await active(), await taken()], ["seek", true]);
  await type(opened, sitemap("<loc>/a</loc>", "<loc>/b</loc><priority>2</priority>"));
  await verdict(opened, "2 different errors in 3 places.");
  await opened.locator("#verdict").focus();
  await opened.keyboard.press("/");
  assert.deepEqual([await active(), await taken()], ["search", true]);
  await opened.locator("#verdict").focus();
  await opened.keyboard.press("f");
  assert.equal(await active(), "filter error");
  await opened.keyboard.press("v");
  assert.equal(await active(), "editor source");
  await opened.keyboard.type("?");
  assert.equal(await opened.locator("#help").count(), 0, "in a field a letter is a letter");
  await opened.keyboard.press("Backspace");
  await opened.locator("#verdict").focus();
  // Without the browser's own dialog, which not every driver can close.
  await opened.evaluate(() =>
    addEventListener("click", (event) => {
      if (event.target.type !== "file") return;
      event.preventDefault();
      window.chooser = event.target.multiple;
    }),
  );
  await opened.keyboard.press("o");
  await opened.waitForFunction(() => window.chooser);

  await opened.keyboard.press("?");
  await opened.locator("dialog#help").waitFor();
  assert.deepEqual(await axe(opened), []);
  await opened.getByRole("checkbox", { name: /single-letter/ }).uncheck();
  await opened.keyboard.press("Escape");
  await opened.waitForFunction(() => !document.querySelector("dialog"));
  await opened.locator("#verdict").focus();
  await opened.keyboard.press("v");
  assert.equal(await active(), "verdict");
  const looked = () => opened.locator(".row[aria-current=true] .place").evaluate((place) => place.lastChild.textContent);
  await opened.locator(".row[aria-current=true]").focus();
  const before = await looked();
  await opened.keyboard.press("k");
  await opened.evaluate(() => new Promise(requestAnimationFrame));
  assert.equal(await looked(), before, "in the list as well");
  await opened.keyboard.press("ArrowUp");
  await opened.waitForFunction((before) => document.querySelector(".row[aria-current=true] .place").lastChild.textContent !== before, before);
  await opened.waitForSelector(".problem .why");
  await opened.waitForFunction(() => localStorage.getItem("sitemap-validator.keys") === "off");
  await opened.reload();
  await started(opened);
  await opened.keyboard.press("?");
  await opened.evaluate(() => new Promise(requestAnimationFrame));
  assert.equal(await opened.locator("#help").count(), 0, "remembered");
  await button(opened, "Keyboard shortcuts").click();
  await opened.getByRole("checkbox", { name: /single-letter/ }).check();
  await opened.getByRole("button", { name: "Close", exact: true }).click();
  await opened.locator(".cm-content").waitFor();
  await opened.keyboard.press("v");
  assert.equal(await active(), "editor source");
  assertClean(opened);
});

test("the menu of what can be saved stays in the window, in each language", async () => {
  for (const locale of ["en", "fr", "es"]) {
    const opened = await open({ locale, viewport: { width: 320, height: 740 } });
    const overhang = () => opened.evaluate(() => {
      const ends = [...document.querySelectorAll(".menu[open] .menu-items")].map((items) => items.getBoundingClientRect());
      return Math.max(document.documentElement.scrollWidth - innerWidth, ...ends.flatMap(({ left, right }) => [-left, right - innerWidth]));
    });
    const broken = sitemap("<loc>/a</loc><lastmod>2024-02-30</lastmod>");
    for (const files of [[{ name: "a.xml", text: broken }], [{ name: "a.xml", text: broken }, { name: "b.xml", text: GOOD }]]) {
      await dropFiles(opened, files);
      await opened.locator(files.length > 1 ? "#set-verdict" : "#verdict").waitFor();
      for (const summary of await opened.locator(".menu > summary").all()) {
        await summary.click();
        assert.ok((await overhang()) <= 0, `${locale}, ${files.length}: ${await overhang()} px`);
        // Nothing cuts it off.
        await opened.locator(".menu[open] .menu-items button").first().click({ trial: true });
        await opened.keyboard.press("Escape");
      }
    }
    // As on a screen of 1280 pixels, enlarged five times.
    await opened.setViewportSize({ width: 256, height: 600 });
    assert.ok((await overhang()) <= 0, `${locale}, enlarged: ${await overhang()} px`);
    assertClean(opened);
  }
});

test("in forced colors it is seen whose objections are listed, and what is marked", CHROMIUM, async () => {
  const opened = await open({ forcedColors: "active", colorScheme: "dark" });
  await type(opened, sitemap("<loc>/a</loc>", "<loc>https://shop.tidepool.page/</loc><lastmod>2024-02-30</lastmod>"));
  await verdict(opened, "Not valid");
  const outlines = () =>
    opened.locator("button.authority").evaluateAll((all) => all.map((one) => [one.ariaPressed, getComputedStyle(one).outlineStyle]));
  assert.deepEqual([...new Set((await outlines()).map(String))], ["false,none"]);
  await opened.locator("button.authority").first().click();
  await opened.locator("button.authority[aria-pressed=true]").waitFor();
  await opened.locator("h1").click();
  assert.deepEqual([...new Set((await outlines()).map(String))].sort(), ["false,none", "true,solid"]);
  // What points is a triangle: no side of it is filled but one.
  const sides = await opened.locator(".twist").first().evaluate((twist) => {
    const { borderTopColor, borderLeftColor } = getComputedStyle(twist);
    return [borderTopColor, borderLeftColor];
  });
  assert.equal(sides[0], "rgba(0, 0, 0, 0)");
  assert.notEqual(sides[1], sides[0]);
  const marks = await opened.locator("mark").evaluateAll((marks) => {
    const page = getComputedStyle(document.body).backgroundColor;
    return marks.map((mark) => {
      const { color, backgroundColor } = getComputedStyle(mark);
      return [color, backgroundColor === "rgba(0, 0, 0, 0)" ? page : backgroundColor];
    });
  });
  assert.ok(marks.length > 2);
  assert.ok(marks.every(([text, ground]) => text !== ground), marks.join(" | "));
  assertClean(opened);
});

test("on paper there are the verdict and the findings, and no controls", CHROMIUM, async () => {
  const opened = await open({ viewport: { width: 1000, height: 1200 }, colorScheme: "dark" });
  const long = `/${"very-long-name-".repeat(12)}`;
  await dropFiles(opened, [{ name: `${"folder-".repeat(12)}sitemap.xml`, text: sitemap(`<loc>${long}</loc>`, "<loc>/b</loc>") }]);
  await verdict(opened, "The same error in 2 places.");
  await opened.emulateMedia({ media: "print" });
  for (const shown of ["#verdict", ".facts", ".group-head", ".row", "button.authority"]) {
    await opened.locator(shown).first().waitFor();
  }
  for (const hidden of [".menu", ".drop", "#tools", ".side", ".filters", ".options", ".bar-tools"]) {
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

test("of a long list a hundred rows of each rule are printed, and how many there are", CHROMIUM, async () => {
  const opened = await open();
  const entries = Array.from({ length: 500 }, (_, at) => `<loc>/page-${at}</loc>`);
  await dropFiles(opened, [{ name: "long.xml", text: sitemap(...entries) }]);
  await verdict(opened, "The same error in 500 places.");
  await button(opened, "450 more").click();
  await opened.locator(".rows[data-size='500']").waitFor();
  const shown = () => opened.locator(".row").count();
  const onScreen = await shown();
  assert.ok(onScreen < 100, `${onScreen} rows on screen`);
  await opened.emulateMedia({ media: "print" });
  await opened.evaluate(() => dispatchEvent(new Event("beforeprint")));
  assert.equal(await shown(), 100, "they are there when the browser lays out the paper");
  await opened.getByText("The first 100 of 500; the CSV and JSON reports list all").waitFor();
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
  await opened.getByRole("heading", { name: "The validator could not be loaded" }).waitFor();
  await opened.getByText("Check the connection and try again.").waitFor();
  await opened.context().unroute(/worker_bg\.wasm/);
  await button(opened, "Try again").click();
  await type(opened, GOOD);
  await verdict(opened, "Valid.");
});
