import assert from "node:assert/strict";
import { test } from "node:test";
import { button, choose, GOOD, index, open, sitemap, type, verdict } from "./steps.mjs";
import { assertClean, axe, dropFiles, page, screenshot } from "./support.mjs";

/** An index with two children and one that is missing, a sitemap that nothing lists, and a robots.txt. */
const SET = [
  { name: "index.xml", text: index("https://shop.tidepool.page/a.xml", "https://shop.tidepool.page/b.xml", "https://shop.tidepool.page/c.xml") },
  { name: "a.xml", text: GOOD },
  { name: "b.xml", text: sitemap("<loc>/a</loc>", "<loc>https://shop.tidepool.page/a</loc>") },
  { name: "orphan.xml", text: sitemap("<loc>https://shop.tidepool.page/b</loc>") },
  { name: "robots.txt", text: "User-agent: *\nDisallow: /search\nSitemap: https://shop.tidepool.page/index.xml\n" },
];

const WIDE = { width: 1400, height: 900 };
const NARROW = { width: 390, height: 844 };
const LOOKS = [
  { name: "wide", viewport: WIDE },
  { name: "wide-dark", viewport: WIDE, colorScheme: "dark" },
  { name: "narrow", viewport: NARROW },
  { name: "narrowest-dark", viewport: { width: 320, height: 640 }, colorScheme: "dark" },
];
const STATES = {
  empty: async () => {},
  broken: async (opened) => {
    await button(opened, "a broken sitemap").click();
    await verdict(opened, "Not valid");
    await opened.locator(".row mark").last().waitFor();
  },
  good: async (opened) => {
    await button(opened, "a good one").click();
    await verdict(opened, "Valid.");
  },
  hopeless: async (opened) => {
    await dropFiles(opened, [{ name: "sitemap.xml", text: "<!doctype html><title>Log in</title><p>Log in" }]);
    await opened.locator(".hopeless").waitFor();
  },
  files: async (opened) => {
    await dropFiles(opened, SET);
    await verdict(opened, "Not valid");
  },
  site: async (opened) => {
    await STATES.files(opened);
    await opened.getByText("Robots.txt and verified hosts").click();
  },
  address: async (opened) => {
    await type(opened, "https://shop.tidepool.page/sitemap.xml");
    await opened.locator(".lone").waitFor();
  },
};

for (const { name, ...options } of LOOKS) {
  for (const [state, reach] of Object.entries(STATES)) {
    test(`${state}, ${name}: nothing for axe to find, nothing wider than the window`, async () => {
      const opened = await open(options);
      await reach(opened);
      assert.deepEqual(await axe(opened), []);
      const overhang = await opened.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(overhang <= 0, `${overhang} px too wide`);
      await screenshot(opened, `${state}-${name}`);
      assertClean(opened);
    });
  }
}

test("where there is room for one thing, the source opens over the list and goes back", async () => {
  const opened = await open({ viewport: NARROW });
  await type(opened, sitemap("<loc>/about</loc>"));
  await verdict(opened, "Not valid");
  assert.ok(!(await opened.locator(".source").isVisible()));
  await choose(opened, "4:10");
  assert.ok(await opened.locator(".source").isVisible());
  assert.equal(await opened.evaluate(() => document.activeElement.className), "back");
  assert.deepEqual(await axe(opened), []);
  await screenshot(opened, "sheet-narrow");
  await opened.keyboard.press("Escape");
  assert.ok(!(await opened.locator(".source").isVisible()));
  assert.equal(await opened.evaluate(() => document.activeElement.className), "row");
  assertClean(opened);
});

test("the theme is chosen by hand and remembered", async () => {
  const opened = await open({ colorScheme: "light" });
  await button(opened, "Dark theme").click();
  assert.equal(await opened.evaluate(() => document.documentElement.dataset.theme), "dark");
  // A reload would cut off what is still loading.
  await opened.waitForLoadState("networkidle");
  await opened.reload();
  await button(opened, "Light theme").waitFor();
  assert.equal(await opened.evaluate(() => document.documentElement.dataset.theme), "dark");
  assertClean(opened);
});

test("the list is walked by keys", async () => {
  const opened = await open({ viewport: WIDE });
  await type(opened, sitemap("<loc>/a</loc>", "<loc>/b</loc>", "<loc>/c</loc>"));
  await verdict(opened, "Not valid: 3 errors");
  const current = () => opened.locator(".row[aria-current=true] .place").evaluate((place) => place.lastChild.textContent);
  assert.equal(await current(), "4:10");
  await opened.locator(".row[aria-current=true]").focus();
  for (const [key, place] of [["j", "7:10"], ["ArrowDown", "10:10"], ["k", "7:10"], ["Home", "4:10"], ["End", "10:10"]]) {
    await opened.keyboard.press(key);
    await opened.waitForFunction((place) => document.activeElement.querySelector(".place")?.lastChild.textContent === place, place);
    assert.equal(await current(), place);
  }
  assertClean(opened);
});

test("the verdict is announced once", async () => {
  const opened = await open();
  await opened.evaluate(() => {
    window.said = [];
    const status = document.querySelector("[role=status]");
    new MutationObserver(() => window.said.push(status.textContent)).observe(status, {
      characterData: true,
      childList: true,
      subtree: true,
    });
  });
  await type(opened, GOOD);
  await verdict(opened, "Valid.");
  await opened.waitForTimeout(300);
  const said = (await opened.evaluate(() => window.said)).filter((words) => words && words !== "Checking");
  assert.deepEqual(said, ["Valid. 2 URLs, no errors, no warnings."]);
  assertClean(opened);
});

test("targets are large enough to hit", async () => {
  const opened = await open({ viewport: NARROW });
  await STATES.broken(opened);
  const small = await opened.evaluate(() =>
    [...document.querySelectorAll("button, summary, input:not([type=file])")]
      .filter((element) => element.checkVisibility())
      .map((element) => [element.textContent, element.getBoundingClientRect()])
      .filter(([, { width, height }]) => width < 24 || height < 24)
      .map(([text, { width, height }]) => `${text}: ${width} × ${height}`),
  );
  assert.deepEqual(small, []);
  assertClean(opened);
});

test("without scripts the page still says what it is", async () => {
  const opened = await page({ javaScriptEnabled: false });
  assert.match(await opened.locator("h1").textContent(), /Sitemap validator/);
  assert.ok(await opened.getByText("What is checked", { exact: true }).isVisible());
  assert.ok(await opened.getByText(/needs scripts/).isVisible());
});
