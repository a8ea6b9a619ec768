import assert from "node:assert/strict";
import { CHROMIUM, SMOKE, test } from "./engines.mjs";
import { open, sitemap, verdict } from "./steps.mjs";
import { assertClean, axe, CONTRAST_ONLY, dropFiles, screenshot } from "./support.mjs";

const WIDE = { width: 1280, height: 900 };
const NARROW = { width: 360, height: 740 };

const MONTHS = ["2023-11", "2024-01", "2024-01", "2024-03", "2024-06", "2024-06", "2024-06", "2024-12"];

/** 48 pages of three hosts and several folders, with dates of fourteen months, and a problem in one of them. */
const RICH = sitemap(
  ...Array.from({ length: 48 }, (_, at) => {
    const host = ["www", "www", "shop", "blog"][at % 4];
    const folder = ["", "guides/", "guides/care/", "guides/care/wool/", "news/2024/"][at % 5];
    const date = at % 6 === 5 ? "" : `<lastmod>${MONTHS[at % 8]}-1${at % 9}</lastmod>`;
    const priority = at % 3 === 0 ? "" : `<priority>0.${[5, 8][at % 2]}</priority>`;
    const frequency = at % 4 === 0 ? "" : `<changefreq>${["daily", "weekly", "weekly"][at % 3]}</changefreq>`;
    const fault = at === 40 ? "?a=1&b=2" : "";
    return `<loc>https://${host}.tidepool.page/${folder}page-${at}${fault}</loc>${date}${frequency}${priority}`;
  }),
);

const picture = (page, name) => page.locator(`.picture.${name}`);

/** The rows of a picture's table, as text. */
async function table(page, name) {
  const details = picture(page, name).locator("details");
  if (!(await details.evaluate((details) => details.open))) await details.locator("summary").click();
  return details.locator("tbody tr").evaluateAll((rows) =>
    rows.map((row) => [...row.cells].map((cell) => cell.textContent.trim())),
  );
}

const sum = (rows, column = 1) => rows.reduce((sum, row) => sum + Number(row[column].replaceAll(",", "")), 0);

test("each part of a sitemap is drawn, and its table adds up to the entries", SMOKE, async () => {
  const opened = await open({ viewport: WIDE });
  await dropFiles(opened, [{ name: "sitemap.xml", text: RICH }]);
  await verdict(opened, "Not valid");
  await opened.locator(".pictures").waitFor();
  for (const name of ["dates", "paths", "hosts", "priorities", "frequencies", "limits", "spread"]) {
    const drawing = picture(opened, name).getByRole(name === "spread" ? "slider" : "img");
    assert.equal(await drawing.count(), 1, name);
    assert.match(await drawing.getAttribute("aria-label"), /\d/, name);
  }
  for (const name of ["dates", "hosts", "priorities", "frequencies"]) {
    assert.equal(sum(await table(opened, name)), 48, name);
  }
  assert.deepEqual((await table(opened, "dates")).slice(0, 2).map((row) => row[0]), ["November 2023", "January 2024"]);
  assert.deepEqual(await table(opened, "hosts"), [
    ["www.tidepool.page", "24"],
    ["blog.tidepool.page", "12"],
    ["shop.tidepool.page", "12"],
  ]);
  const paths = await table(opened, "paths");
  assert.deepEqual(paths.slice(0, 3), [["/guides/", "29"], ["/guides/care/", "19"], ["/guides/care/wool/", "9"]]);
  assert.deepEqual(paths.at(-1), ["At the top level", "10"]);
  const longest = Math.max(...[...RICH.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url.length));
  assert.deepEqual((await table(opened, "limits")).map((row) => row.slice(1, 3)), [
    [RICH.length.toLocaleString("en"), "52,428,800"],
    ["48", "50,000"],
    [`${longest}`, "2,047"],
  ]);
  assertClean(opened);
});

test("a click on a part of the file brings its problem into the source", async () => {
  const opened = await open({ viewport: WIDE });
  await dropFiles(opened, [{ name: "sitemap.xml", text: sitemap(...Array.from({ length: 400 }, (_, at) => `<loc>${at === 300 ? "" : "https://shop.tidepool.page"}/${at}</loc>`)) }]);
  await verdict(opened, "Not valid");
  const drawing = picture(opened, "spread").getByRole("slider");
  await drawing.scrollIntoViewIfNeeded();
  const { width, height } = await drawing.boundingBox();
  // The finding is at three quarters of the file; a click beside it finds the way.
  await drawing.click({ position: { x: width * 0.7, y: height / 2 } });
  await opened.locator(".cm-line", { hasText: "/300" }).locator(".here").waitFor();
  await opened.locator(".source .here").first().waitFor();
  assertClean(opened);
});

test("the arrow keys and Enter bring the problem of a part of the file into the source", async () => {
  const opened = await open({ viewport: WIDE });
  await dropFiles(opened, [{ name: "sitemap.xml", text: sitemap(...Array.from({ length: 400 }, (_, at) => `<loc>${at % 100 === 50 ? "" : "https://shop.tidepool.page"}/${at}</loc>`)) }]);
  await verdict(opened, "Not valid");
  const drawing = picture(opened, "spread").getByRole("slider");
  await drawing.focus();
  for (const [keys, place] of [["ArrowRight Enter", 50], ["ArrowRight Enter", 150], ["End Enter", 350], ["ArrowLeft Enter", 250]]) {
    for (const key of keys.split(" ")) await drawing.press(key);
    await opened.locator(".cm-line", { hasText: `/${place}` }).locator(".here").waitFor();
  }
  assert.match(await drawing.getAttribute("aria-valuetext"), /^From line 754: 1$/);
  assert.deepEqual(await axe(opened, ".pictures"), []);
  assertClean(opened);
});

test("the table leads to the problems by keyboard, where there is room for one thing only too", async () => {
  const opened = await open({ viewport: NARROW });
  await dropFiles(opened, [{ name: "sitemap.xml", text: sitemap("<loc>/a</loc>", "<loc>https://shop.tidepool.page/b</loc>", "<loc>/c</loc>", ...Array.from({ length: 20 }, (_, at) => `<loc>https://shop.tidepool.page/${at}</loc>`)) }]);
  await verdict(opened, "Not valid");
  const details = picture(opened, "spread").locator("details");
  await details.locator("summary").focus();
  await opened.keyboard.press("Enter");
  await details.getByRole("button", { name: "line 10, column 10" }).focus();
  await opened.keyboard.press("Enter");
  await opened.waitForFunction(() => document.activeElement.className === "back");
  await opened.locator(".source .here").first().waitFor();
  await opened.keyboard.press("Escape");
  await opened.locator(".source").waitFor({ state: "hidden" });
  assertClean(opened);
});

for (const [name, viewport] of Object.entries({ wide: WIDE, narrow: NARROW })) {
  test(`${name}: nothing for axe to find, nothing wider than the window`, CHROMIUM, async () => {
    const opened = await open({ viewport });
    await dropFiles(opened, [{ name: "sitemap.xml", text: RICH }]);
    await opened.locator(".pictures").waitFor();
    assert.deepEqual(await axe(opened, ".pictures"), []);
    await screenshot(opened, `pictures-${name}`, { fullPage: true });
    for (const summary of await opened.locator(".data summary").all()) await summary.click();
    assert.deepEqual(await axe(opened, ".pictures"), []);
    const overhang = await opened.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(overhang <= 0, `${overhang} px too wide`);
    const small = await opened.locator(".pictures").evaluate((part) =>
      [...part.querySelectorAll("button, summary")]
        .map((element) => element.getBoundingClientRect())
        .filter(({ width, height }) => width < 24 || height < 24).length,
    );
    assert.equal(small, 0, "targets are large enough");
    for (const media of [{ colorScheme: "dark" }, { forcedColors: "active" }]) {
      await opened.emulateMedia(media);
      assert.deepEqual(await axe(opened, ".pictures", CONTRAST_ONLY), [], JSON.stringify(media));
    }
    assertClean(opened);
  });
}

test("not each of many URLs is drawn", async () => {
  const opened = await open({ viewport: WIDE });
  const entries = Array.from(
    { length: 8_000 },
    (_, at) => `<loc>https://shop.tidepool.page/c${at % 700}/d${at % 31}/p${at}</loc><lastmod>20${10 + (at % 15)}-0${1 + (at % 9)}-11</lastmod>`,
  );
  await dropFiles(opened, [{ name: "sitemap.xml", text: sitemap(...entries) }]);
  await verdict(opened, "Valid");
  await picture(opened, "paths").waitFor();
  assert.equal(sum(await table(opened, "dates")), 8_000);
  const elements = await opened.locator(".pictures *").count();
  assert.ok(elements < 1_000, `${elements} elements`);
  assertClean(opened);
});
