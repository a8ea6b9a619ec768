// What is seen of a result without scrolling, and the text that is edited beside it.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { CHROMIUM, ENGINES, test } from "./engines.mjs";
import { box, button, GOOD, holds, index, open, sitemap, textIn, type, verdict } from "./steps.mjs";
import { assertClean, dropFiles, inWorkers, paste, screenshot } from "./support.mjs";

const SCREENS = [[1366, 768], [1440, 900], [1920, 1080], [390, 844]];

const at = (path) => `https://shop.tidepool.page/${path}`;
const BROKEN = sitemap(`<loc>${at("?a=1&b=2")}</loc>`, `<loc>${at("c")}</loc>`);
const many = (number) => sitemap(...Array.from({ length: number }, (_, page) => `<loc>${at(`?page=${page}&lang=en`)}</loc>`));
const file = (name, text) => [{ name, text }];
const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 1, 0, 0, 0, 1, 8, 6]);

/** By name: the files, or what else brings the result; and whether it has a problem, and a fix for the first one. */
const RESULTS = {
  "one error": { files: file("sitemap.xml", BROKEN), problem: true, fix: true },
  "200 errors": { files: file("sitemap.xml", many(200)), problem: true, fix: true },
  "the broken sample": { act: (opened) => button(opened, "a broken sitemap").click(), problem: true, fix: true },
  "a set with an error in a child": {
    files: [{ name: "index.xml", text: index(at("a.xml"), at("b.xml")) }, { name: "a.xml", text: GOOD }, { name: "b.xml", text: sitemap(`<loc>${at("c")}</loc><changefreq>Dayly</changefreq>`, `<loc>${at("d")}</loc><lastmod>2024/05/17</lastmod>`) }],
    problem: true,
    fix: true,
  },
  "a valid file": { files: file("sitemap.xml", GOOD) },
  "a picture": { files: [{ name: "sitemap.xml", bytes: PNG }] },
  "a list of URLs with an error": { files: file("sitemap.txt", `${at("a")}\n/b\n`), problem: true },
  "an index alone": { files: file("index.xml", index(at("a.xml"), at("b.xml"))) },
  "a feed": { files: file("feed.xml", `<rss version="2.0"><channel><title>Shop</title><link>${at("")}</link><description>All</description><item><link>${at("a")}</link></item></channel></rss>`) },
  "a large file with an error": { files: file("large.xml", BROKEN.replace("</urlset>", `<!-- ${"-x".repeat(600_000)} -->\n</urlset>`)), problem: true, fix: true },
  "robots.txt": { files: file("robots.txt", `User-agent: *\nDisallow: /search\nSitemap: ${at("sitemap.xml")}\n`) },
  "a set without errors": { files: [{ name: "index.xml", text: index(at("a.xml")) }, { name: "a.xml", text: GOOD }] },
};

/** Waits until the first of these elements that is not hidden is in the window as a whole. */
async function inWindow(opened, selector, what) {
  const seen = ([selector, problem]) => {
    const shown = [...document.querySelectorAll(selector)].find((one) => one.checkVisibility());
    if (!shown) return problem && "not there";
    const { top, right, bottom, left } = shown.getBoundingClientRect();
    const seen = document.elementFromPoint((Math.max(left, 0) + Math.min(right, innerWidth)) / 2, (top + bottom) / 2);
    const isInside = top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
    if (isInside && (shown.contains(seen) || seen?.contains(shown))) return true;
    return problem && `at ${[left, top, right, bottom].map(Math.round)} of ${innerWidth},${innerHeight}`;
  };
  await opened.waitForFunction(seen, [selector, false], { timeout: 10_000 }).catch(async () => assert.equal(await opened.evaluate(seen, [selector, true]), true, what));
}

for (const [width, height] of SCREENS) {
  test(`the verdict, the first explanation and its fix are seen without scrolling, ${width} × ${height}`, async () => {
    for (const [name, { files, act, problem, fix }] of Object.entries(RESULTS)) {
      const opened = await open({ viewport: { width, height } });
      await (act ? act(opened) : dropFiles(opened, files));
      await verdict(opened, "");
      const what = `${name}, ${width} × ${height}`;
      const isWide = width >= 900;
      if (problem) await opened.locator(isWide ? ".problem .why" : ".brief-problem").first().waitFor({ state: "attached" });
      await screenshot(opened, `screen-${name.replaceAll(" ", "-")}-${width}`);
      await inWindow(opened, files?.length > 1 ? "#set-verdict .headline" : "#verdict .headline", `verdict: ${what}`);
      for (const part of problem ? (isWide ? [".problem h3", ".problem .why p"] : [".brief-problem"]) : []) await inWindow(opened, part, `explanation: ${what}`);
      if (fix) await inWindow(opened, isWide ? ".problem .fix-tools .primary" : ".brief-problem .fix-tools .primary", `fix: ${what}`);
      assert.equal(await opened.evaluate(() => scrollY), 0, `the page is not scrolled: ${what}`);
      assertClean(opened);
      await opened.context().close();
    }
  });
}

test("typing goes on without a loss when the editor takes the place of the text box", async () => {
  let load;
  const loaded = new Promise((resolve) => (load = resolve));
  const opened = await open({
    before: (opened) => opened.context().route(/\/editor\.js/, async (route) => {
      await loaded;
      await route.continue();
    }),
  });
  const [first, second, third] = ["<urlset>", "<url><loc>/a</loc></url>\n<!-- some", " more -->\n</urlset>"];
  await box(opened).focus();
  await opened.keyboard.type(first);
  await verdict(opened, "");
  await opened.keyboard.type(second);
  await opened.locator(".editor").waitFor();
  load();
  // While the script arrives and the editor is made.
  for (let at = 0; !(await opened.locator(".cm-content").count()); at += 1) await opened.keyboard.type(`${at} `);
  await opened.keyboard.type(third);
  const text = await textIn(opened);
  assert.match(text, /^<urlset><url><loc>\/a<\/loc><\/url>\n<!-- some(\d+ )* more -->\n<\/urlset>$/);
  const numbers = text.match(/some(.*) more/)[1].split(" ").filter(Boolean);
  assert.deepEqual(numbers, numbers.map((_, at) => `${at}`));
  assertClean(opened);
});

/** The caret, as a number of UTF-16 units before it. */
const caret = (opened) => box(opened).evaluate(({ cmTile }) => cmTile.view.state.selection.main.head);

test("a fix keeps the caret, and is undone and done again by keys in the editor", async () => {
  const opened = await open();
  await type(opened, BROKEN);
  await verdict(opened, "1 error.");
  await opened.locator(".cm-content").waitFor();
  await box(opened).focus();
  await opened.keyboard.press("ControlOrMeta+End");
  await opened.keyboard.press("ArrowUp");
  const before = await caret(opened);
  await button(opened, "Fix this").click();
  await verdict(opened, "Valid.");
  assert.equal(await caret(opened), before + "amp;".length);
  await box(opened).focus();
  await opened.keyboard.press("ControlOrMeta+z");
  await verdict(opened, "1 error.");
  assert.equal(await textIn(opened), BROKEN);
  // The caret goes to what was undone.
  assert.equal(await caret(opened), BROKEN.indexOf("&") + 1);
  await opened.keyboard.press("ControlOrMeta+y");
  await verdict(opened, "Valid.");
  assert.equal(await caret(opened), BROKEN.indexOf("&") + "&amp;".length);
  assert.equal(await textIn(opened), BROKEN.replace("&", "&amp;"));
  assertClean(opened);
});

test("the editor takes what is typed and pasted, and leaves files to the page", ENGINES, async () => {
  const opened = await open();
  await type(opened, BROKEN);
  await opened.locator(".cm-content").waitFor();
  await box(opened).focus();
  await opened.keyboard.press("ControlOrMeta+End");
  const has = (end) => holds(opened, BROKEN + end);
  await paste(opened, { text: "<!-- one\n--" }, ".cm-content");
  await has("<!-- one\n--");
  await opened.keyboard.press("Enter");
  await opened.keyboard.press("x");
  await has("<!-- one\n--\nx");
  for (const end of ["<!-- one\n--\n", "<!-- one\n--", "<!-- one\n-"]) {
    await opened.keyboard.press("Backspace");
    await has(end);
  }
  // The browser's own search would find only the lines that are drawn.
  await opened.keyboard.press("ControlOrMeta+f");
  assert.ok(await opened.evaluate(() => document.activeElement.matches(".seek input")));
  await dropFiles(opened, file("dropped.xml", GOOD), { target: ".cm-content" });
  await opened.locator(".bar-name", { hasText: "dropped.xml" }).waitFor();
  await verdict(opened, "Valid.");
  assert.equal(await textIn(opened), GOOD);
  await type(opened, "");
  await opened.keyboard.press("y");
  await holds(opened, "y");
  assertClean(opened);
});

test("a check that takes long leaves the editor as it is", async () => {
  let [turn, end] = [];
  const before = async (opened) => {
    await opened.context().route(/\/turn$/, async (route) => {
      await turn;
      // Firefox reads an answer without a type as XML, and reports that this one has no root.
      await route.fulfill({ contentType: "text/plain", body: "" });
    });
    const ask = 'const ask = new XMLHttpRequest(); ask.open("GET", "turn", false); ask.send();';
    await inWorkers(`addEventListener("message", ({ data }) => { if ((data?.message ?? String(data)).startsWith('{"check"')) { ${ask} } });`)(opened);
  };
  const opened = await open({ before });
  await type(opened, BROKEN);
  await verdict(opened, "1 error.");
  await opened.locator(".cm-content").waitFor();
  await box(opened).evaluate((content) => (content.isFirst = true));
  turn = new Promise((done) => (end = done));
  await button(opened, "Fix this").click();
  await opened.locator(".progress").waitFor();
  end();
  await verdict(opened, "Valid.");
  assert.ok(await box(opened).evaluate((content) => content.isFirst));
  assertClean(opened);
});

test("the editor stays with its caret whatever is in it, and all can be undone", async () => {
  const opened = await open();
  await type(opened, BROKEN);
  await verdict(opened, "1 error.");
  await opened.locator(".cm-content").waitFor();
  await box(opened).focus();
  await opened.keyboard.press("ControlOrMeta+a");
  await opened.keyboard.press("Delete");
  await verdict(opened, "The file is empty");
  await opened.keyboard.type("x");
  await verdict(opened, "This is neither XML nor a list of URLs");
  await opened.keyboard.type("yz");
  assert.equal(await textIn(opened), "xyz");
  for (const before of ["x", "", BROKEN]) {
    await opened.keyboard.press("ControlOrMeta+z");
    await holds(opened, before);
  }
  await verdict(opened, "1 error.");
  assertClean(opened);
});

test("safe fixes leave the caret in its line", async () => {
  const opened = await open();
  await type(opened, many(40));
  await verdict(opened, "The same error in 40 places.");
  await opened.locator(".cm-content").waitFor();
  await box(opened).focus();
  const start = many(40).indexOf("page=20");
  await opened.evaluate((at) => {
    const { view } = document.querySelector(".editor").shadowRoot.querySelector(".cm-content").cmTile;
    view.dispatch({ selection: { anchor: at } });
  }, start);
  await button(opened, "Apply all safe fixes").click();
  await verdict(opened, "Valid.");
  assert.equal((await textIn(opened)).slice(await caret(opened)).split("&")[0], "page=20");
  assertClean(opened);
});

test("a page of lines is selected, and a line end takes the place of a selection", async () => {
  const opened = await open({ viewport: { width: 1440, height: 900 } });
  await type(opened, many(100));
  await verdict(opened, "The same error in 100 places.");
  await opened.locator(".cm-content").waitFor();
  await box(opened).focus();
  await opened.keyboard.press("ControlOrMeta+Home");
  for (let pages = 0; pages < 2; pages += 1) await opened.keyboard.press("Shift+PageDown");
  const selected = await box(opened).evaluate(({ cmTile: { view } }) => view.state.doc.lineAt(view.state.selection.main.head).number);
  assert.ok(selected > 20 && selected < 100, `line ${selected}`);
  await opened.keyboard.press("ControlOrMeta+Home");
  await opened.locator(".cm-gutterElement", { hasText: /^1$/ }).waitFor();
  for (const key of ["ArrowRight", "Shift+End", "Enter"]) await opened.keyboard.press(key);
  assert.equal(await textIn(opened), `<\n\n${many(100).split("\n").slice(1).join("\n")}`);
  assertClean(opened);
});

test("the keys of the editor reach all of a long text, and what is below the explanation", async () => {
  const opened = await open();
  await type(opened, many(300));
  await verdict(opened, "The same error in 300 places.");
  await opened.locator(".problem .why").waitFor();
  await box(opened).focus();
  await opened.keyboard.press("ControlOrMeta+End");
  await opened.keyboard.type("<!-- end -->");
  assert.equal(await textIn(opened), `${many(300)}<!-- end -->`);
  await opened.keyboard.press("ControlOrMeta+Home");
  await opened.locator(".cm-gutterElement", { hasText: /^1$/ }).waitFor();
  for (let line = 1; line < 5; line += 1) await opened.keyboard.press("ArrowDown");
  // The explanation is between the lines 4 and 5.
  await opened.keyboard.press("Home");
  await opened.keyboard.press("Backspace");
  const [head, ...rest] = many(300).split("</loc>\n");
  assert.equal(await textIn(opened), `${[`${head}</loc>${rest[0]}`, ...rest.slice(1)].join("</loc>\n")}<!-- end -->`);
  assertClean(opened);
});

test("nothing is wider than a phone, however long a URL is", CHROMIUM, async () => {
  const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
  const width = (opened) => opened.evaluate(() => document.documentElement.scrollWidth);
  const set = await open(phone);
  const [a, b] = ["a", "b"].map((end) => `sitemap_products_of_the_kitchen_${end}.xml`);
  await dropFiles(set, [...file("index.xml", index(at(`media/sitemaps/${a}`), at(`media/sitemaps/${b}`))), ...file(a, BROKEN), ...file(b, GOOD)]);
  await verdict(set, "2 errors");
  assert.equal(await width(set), 390);
  const twice = await open(phone);
  const long = `<loc>${at("products_of_the_living_room")}</loc>`;
  await type(twice, sitemap(long, long));
  await verdict(twice, "Valid, with");
  assert.equal(await width(twice), 390);
});
