import assert from "node:assert/strict";
import { CHROMIUM, VOLUME, test } from "./engines.mjs";
import { button, choose, GOOD, holds, marked, open, placeOf, rule, sitemap, textIn, type, verdict } from "./steps.mjs";
import { assertClean, axe, copied, darkContrast, dropFiles, paste, screenshot } from "./support.mjs";

const field = (opened) => opened.getByRole("searchbox", { name: "Search in the source" });
const count = (opened, text) =>
  opened.waitForFunction((text) => document.querySelector(".seek-count").textContent === text, text);

/** Waits until the source shows the place that was found, in a line with this text. */
const shown = (opened, text) => opened.locator(".cm-line", { hasText: text }).locator(".hit.here").waitFor();

test("the search goes on when the text is another", async () => {
  const opened = await open();
  const broken = sitemap("<loc>/about</loc>", "<loc>/about/us</loc>");
  await type(opened, broken);
  await verdict(opened, "The same error in 2 places.");
  await field(opened).fill("about");
  await count(opened, "1 of 2");
  await type(opened, GOOD);
  await count(opened, "not found");
  await type(opened, broken);
  await opened.waitForFunction(() => / of 2$/.test(document.querySelector(".seek-count")?.textContent));
  assert.equal(await field(opened).inputValue(), "about");
  assertClean(opened);
});

test("a text is searched for in the source, by typing, keys and buttons", async () => {
  const opened = await open();
  const urls = Array.from({ length: 400 }, (_, index) => `<loc>https://shop.tidepool.page/${index % 100 === 7 ? "Red" : "blue"}/${index}</loc>`);
  await type(opened, sitemap("<loc>/about</loc>", ...urls));
  await verdict(opened, "1 error.");
  await field(opened).focus();
  await opened.keyboard.type("rE");
  await opened.waitForFunction(() => / of \d+$/.test(document.querySelector(".seek-count").textContent));
  await opened.keyboard.type("d");
  await count(opened, "1 of 4");
  assert.equal(await field(opened).inputValue(), "rEd");
  await opened.locator(".hit.here", { hasText: /^Red$/ }).waitFor();
  assert.deepEqual(await placeOf(opened, ".hit.here"), { line: 28, column: 37, text: "Red" });
  await opened.keyboard.press("Enter");
  await count(opened, "2 of 4");
  await shown(opened, "/Red/107<");
  await field(opened).press("Shift+Enter");
  await count(opened, "1 of 4");
  await field(opened).press("Shift+Enter");
  await count(opened, "4 of 4");
  await opened.keyboard.press("F3");
  await count(opened, "1 of 4");
  await opened.getByRole("button", { name: "Next match" }).click();
  await count(opened, "2 of 4");
  await opened.getByRole("button", { name: "Previous match" }).click();
  await count(opened, "1 of 4");
  await shown(opened, "/Red/7<");
  // The problem looked at stays.
  assert.equal(await rule(opened), "loc-relative");
  await field(opened).fill("nowhere");
  await count(opened, "not found");
  assert.ok(await opened.getByRole("button", { name: "Next match" }).isDisabled());
  await field(opened).press("Escape");
  await count(opened, "");
  assert.equal(await field(opened).inputValue(), "");
  assert.equal(await opened.locator(".source .hit").count(), 0);
  assertClean(opened);
});

test("a new line is indented like the one before, and undone in one step", async () => {
  const opened = await open();
  const text = sitemap("<loc>https://shop.tidepool.page/</loc>");
  await type(opened, text);
  await verdict(opened, "Valid.");
  const after = (part) => opened.locator(".editor .cm-content").evaluate((field, part) => {
    const { view } = field.cmTile;
    view.focus();
    view.dispatch({ selection: { anchor: view.state.doc.toString().indexOf(part) + part.length } });
  }, part);
  await after("</loc>");
  await opened.keyboard.press("Enter");
  await opened.keyboard.type("<lastmod>2025-01-01</lastmod>");
  await holds(opened, text.replace("</loc>", "</loc>\n    <lastmod>2025-01-01</lastmod>"));
  await verdict(opened, "Valid.");
  await opened.locator(".bar").getByRole("button", { name: "Undo" }).click();
  await holds(opened, text);
  // Within the indentation, the rest of the line stays where it is.
  await after("<url>\n  ");
  await opened.keyboard.press("Enter");
  await holds(opened, text.replace("    <loc>", "  \n    <loc>"));
  assertClean(opened);
});

test("on a phone, a tap on a marked value puts the caret there and brings its explanation into view", CHROMIUM, async () => {
  const opened = await open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const priorities = [2, 3, 4, 5, 6, 7, 8, 9].map((digit) => `<loc>https://shop.tidepool.page/${digit}</loc>\n<priority>1.${digit}</priority>`);
  await dropFiles(opened, [{ name: "a.xml", text: sitemap(...priorities) }]);
  await verdict(opened, "The same error in 8 places.");
  await opened.locator(".row").first().tap();
  const mark = (text) => opened.locator(".cm-line .mark", { hasText: text });
  await opened.locator(".cm-line .mark.here", { hasText: "1.2" }).waitFor();
  for (const text of ["1.9", "1.3"]) {
    await mark(text).scrollIntoViewIfNeeded();
    const box = await mark(text).boundingBox();
    await opened.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    const title = opened.locator(".problem h3", { hasText: text });
    await title.waitFor();
    await opened.waitForFunction(() => {
      const [title, frame] = [document.querySelector(".problem h3"), document.querySelector(".editor")].map((element) => element.getBoundingClientRect());
      return title.top > frame.top && title.bottom < frame.bottom;
    });
    assert.ok(await mark(text).isVisible());
  }
  await opened.keyboard.insertText("0");
  assert.match(await textIn(opened), /<priority>1\.?0\.?3<\/priority>/);
  // What was typed is undone beside the source.
  await opened.locator(".sheet-bar").getByRole("button", { name: "Undo" }).tap();
  await opened.locator(".cm-line .mark", { hasText: "1.3" }).waitFor();
  assertClean(opened);
});

test("on a phone, what its keyboard inserts is read as what is pasted", CHROMIUM, async () => {
  const opened = await open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await opened.locator("#text").focus();
  await opened.keyboard.insertText(sitemap("<loc>https://shop.tidepool.page/?a=1&b=2</loc>"));
  await verdict(opened, "1 error.");
  await opened.locator(".brief-problem").waitFor();
  await opened.locator(".source").waitFor({ state: "hidden" });
  assertClean(opened);
});

test("on a phone, a valid file is edited without losing the editor, and a fix in the source is undone there", CHROMIUM, async () => {
  const opened = await open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const valid = sitemap("<loc>https://shop.tidepool.page/</loc>\n<lastmod>2026-01-02</lastmod>", "<loc>https://shop.tidepool.page/a</loc>\n<lastmod>2026-01-03</lastmod>");
  await dropFiles(opened, [{ name: "a.xml", text: valid }]);
  await verdict(opened, "Valid");
  await opened.locator(".cm-line", { hasText: "2026-01-02" }).tap();
  await opened.keyboard.press("End");
  // Half a tag is an error, and the whole one is none.
  await opened.keyboard.insertText("<");
  await verdict(opened, "1 error");
  await opened.keyboard.insertText("priority>1.5</priority>");
  await button(opened, "Back to the list").waitFor();
  await opened.locator(".cm-line .mark", { hasText: "1.5" }).waitFor();
  assert.equal(await textIn(opened), valid.replace("02</lastmod>", "02</lastmod><priority>1.5</priority>"));
  await opened.locator(".cm-line .mark", { hasText: "1.5" }).tap();
  await button(opened, "Fix this").tap();
  await button(opened, "No problems: back to the result").waitFor({ state: "detached" });
  await verdict(opened, "Valid");
  await opened.locator(".toast").getByRole("button", { name: "Undo" }).tap();
  await verdict(opened, "1 error");
  assertClean(opened);
});

test("a character that cannot be seen is named where it stands", async () => {
  const opened = await open();
  const text = sitemap("<loc>https://shop.tidepool.page/a\u200b\u00a0b</loc>");
  await type(opened, text);
  await opened.locator(".cm-line .named", { hasText: "NBSP" }).waitFor();
  assert.deepEqual(await opened.locator(".cm-line .named").allTextContents(), ["ZWSP", "NBSP"]);
  assert.equal(await textIn(opened), text);
  assertClean(opened);
});

test("a line and a column are gone to", async () => {
  const opened = await open();
  const urls = Array.from({ length: 3000 }, (_, index) => `<loc>https://shop.tidepool.page/${index}</loc>`);
  await dropFiles(opened, [{ name: "a.xml", text: sitemap(...urls) }]);
  await verdict(opened, "Valid.");
  const go = opened.getByLabel("Line", { exact: true });
  await go.fill("5000");
  await go.press("Enter");
  await opened.locator(".cm-gutterElement", { hasText: /^5000$/ }).waitFor();
  await opened.waitForFunction(() => document.activeElement.classList.contains("editor"));
  await go.fill("4 : 10");
  await opened.getByRole("button", { name: "Go", exact: true }).click();
  await opened.locator(".cm-line", { hasText: "page/0<" }).locator(".here").waitFor({ state: "attached" });
  assert.deepEqual(await placeOf(opened, ".here"), { line: 4, column: 10, text: "" });
  const lines = (await textIn(opened)).split("\n");
  await opened.waitForFunction(() => document.activeElement.classList.contains("editor"));
  await opened.keyboard.press("Delete");
  lines[3] = lines[3].slice(0, 9) + lines[3].slice(10);
  await holds(opened, lines.join("\n"));
  assertClean(opened);
});

test("whoever goes to a line before the editor is there is in the editor when it is", async () => {
  let release;
  const released = new Promise((resolve) => (release = resolve));
  const opened = await open({ before: (page) => page.route(/\/editor\.js/, (route) => released.then(() => route.continue())) });
  await dropFiles(opened, [{ name: "a.xml", text: sitemap(...Array.from({ length: 300 }, (_, page) => `<loc>https://shop.tidepool.page/${page}</loc>`)) }]);
  await verdict(opened, "Valid.");
  await opened.getByLabel("Line", { exact: true }).fill("500");
  const located = opened.evaluate(() => new Promise((done) => new MutationObserver(done).observe(document.querySelector(".file-result"), { subtree: true, childList: true, attributes: true, characterData: true })));
  await opened.getByRole("button", { name: "Go", exact: true }).click();
  await located;
  release();
  await opened.waitForFunction(() => document.activeElement.classList.contains("editor"));
  await opened.locator(".cm-gutterElement", { hasText: /^500$/ }).waitFor();
  assertClean(opened);
});

/** Drops 50 MB with 250,000 findings; all in one line, or in lines. */
const dropHuge = (opened, { lines }) =>
  opened.evaluate(
    ({ lines }) => {
      const end = lines ? "\n" : "";
      const head = `<?xml version="1.0" encoding="UTF-8"?>${end}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${end}`;
      const parts = [head];
      for (let chunk = 0; chunk < 250; chunk++) {
        let text = "";
        for (let index = 0; index < 1000; index++) {
          text += `<url>${end}<loc>https://shop.tidepool.page/${chunk}/${index}/${"x".repeat(120)}?a=1&b=2</loc>${end}<priority>0.5</priority>${end}</url>${end}`;
        }
        parts.push(text);
      }
      parts.push("<!-- the needle --></urlset>");
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(parts, "huge.xml"));
      document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer }));
    },
    { lines },
  );

/** Scrolls through the source in steps, a frame each. Returns how many lines existed at most. */
const scroll = (opened) =>
  opened.locator(".source").evaluate(async (source) => {
    const frame = () => new Promise(requestAnimationFrame);
    let most = 0;
    for (let step = 0; step <= 60; step++) {
      source.scrollTop = ((source.scrollHeight - source.clientHeight) * step) / 60;
      source.scrollLeft = (source.scrollWidth - source.clientWidth) * ((step % 10) / 10);
      await frame();
      most = Math.max(most, source.querySelectorAll(".line").length);
    }
    return most;
  });

for (const lines of [true, false]) {
  test(`in 50 MB with 250,000 findings few lines exist, ${lines ? "in lines" : "in a single line"}`, { ...VOLUME, timeout: 180_000 }, async () => {
    const opened = await open();
    await dropHuge(opened, { lines });
    await opened.waitForFunction(
      () => /in 250,00\d places/.test(document.querySelector("#verdict .headline")?.textContent ?? ""), null, { timeout: 60_000 },
    );
    await opened.locator(".source mark").first().waitFor({ state: "attached" });
    const most = await scroll(opened);
    assert.ok(most < 100, `${most} lines`);
    await field(opened).fill("THE NEEDLE");
    await count(opened, "1 of 1");
    await opened.waitForFunction(() => document.querySelector(".source .hit.here")?.textContent === "the needle");
    await field(opened).fill("x");
    await opened.waitForFunction(() => /of more than 1,000,000/.test(document.querySelector(".seek-count").textContent), null, { timeout: 60_000 });
    for (const _ of [1, 2, 3]) {
      const before = await opened.locator(".source").evaluate((source) => `${source.scrollLeft} ${source.scrollTop} ${source.querySelector(".here")?.previousSibling?.textContent}`);
      await opened.keyboard.press("F3");
      await opened.waitForFunction(
        (before) => { const source = document.querySelector(".source"); return before !== `${source.scrollLeft} ${source.scrollTop} ${source.querySelector(".here")?.previousSibling?.textContent}`; },
        before,
      );
    }
    assert.ok((await opened.locator(".source .line").count()) < 100);
    assertClean(opened);
  });
}

test("a URL is shown as crawlers read it, with a word on &amp;", async () => {
  const opened = await open();
  await type(opened, sitemap("<loc>https://shop.tidepool.page/?a=1&amp;b=2#top</loc>", "<loc>https://shop.tidepool.page/caf%C3%A9#x</loc>", "<loc>https://shop.tidepool.page/plain#x</loc>", "<loc>https://shop.tidepool.page/?c=1&d=2</loc>"));
  await verdict(opened, "1 error.");
  const reading = opened.locator(".reading");
  await choose(opened, "4:49");
  await opened.waitForFunction(() => document.querySelector(".reading")?.textContent.includes("https://shop.tidepool.page/?a=1&b=2#top"));
  assert.match(await reading.textContent(), /Read as.*The &amp; in the file is correct: .* It is not the problem\./s);
  await choose(opened, "7:46");
  await opened.waitForFunction(() => document.querySelector(".reading")?.textContent.includes("https://shop.tidepool.page/café#x"));
  assert.doesNotMatch(await reading.textContent(), /amp/);
  for (const plain of ["13:41", "10:42"]) {
    await choose(opened, plain);
    await reading.waitFor({ state: "detached" });
    await choose(opened, "4:49");
    await reading.waitFor();
  }
  assertClean(opened);
});

test("a problem says who says what, links to its page, and is copied as Markdown", async () => {
  const opened = await open({ permissions: ["clipboard-read", "clipboard-write"] });
  await type(opened, sitemap("<loc>/a`b```c</loc>"));
  await verdict(opened, "Not valid");
  await choose(opened, "4:10");
  assert.equal((await marked(opened)).rule, "loc-relative");
  const said = await opened.locator(".stance").allTextContents();
  assert.deepEqual(said.map((one) => one.match(/^(sitemaps.org|XML schema|Google|Bing|Yandex)/)?.[0]), ["sitemaps.org", "XML schema", "Google", "Bing", "Yandex"]);
  assert.ok(said.some((one) => one.endsWith("rejects")), said.join());
  const link = opened.getByRole("link", { name: "Page about this rule" });
  const page = await link.evaluate((link) => link.href);
  assert.equal(page, new URL("rules/loc-relative.html", opened.url()).href);
  assert.equal((await opened.request.get(page)).status(), 200);
  await opened.getByRole("button", { name: "Copy as Markdown" }).click();
  await opened.locator(".toast").getByText("Copied", { exact: true }).waitFor();
  const text = await copied(opened);
  assert.match(text, /^### Error: /);
  assert.match(text, /\*\*Engine support\*\*: sitemaps\.org: rejects · XML schema: /);
  await screenshot(opened, "problem-wide", { fullPage: true });
  assert.ok(text.includes("\n````xml\n<loc>/a`b```c</loc>\n````\n"), text);
  assert.ok(text.includes(`](${page})`), text);
  assertClean(opened);
});

test("the tools of the source are accessible in both themes and on a narrow screen", CHROMIUM, async () => {
  for (const [name, options] of [["wide", {}], ["narrow", { viewport: { width: 360, height: 740 } }]]) {
    const opened = await open(options);
    await paste(opened, { text: sitemap("<loc>https://shop.tidepool.page/?a=1&amp;b=2&amp;lang=en#top</loc>", "<loc>https://shop.tidepool.page/?c=3&d=4</loc>") });
    await verdict(opened, "1 error.");
    await choose(opened, "4:61");
    await field(opened).fill("page");
    await count(opened, "2 of 2");
    await opened.locator(".reading").waitFor();
    assert.deepEqual(await axe(opened, ".side"), []);
    const sideways = await opened.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(sideways <= 0, `${sideways} pixels too wide`);
    await screenshot(opened, `source-${name}`, { fullPage: !options.viewport });
    assert.deepEqual(await darkContrast(opened, ".side"), []);
    assertClean(opened);
  }
});
