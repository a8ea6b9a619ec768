// The page on which the widget is put together.

import assert from "node:assert/strict";
import { CHROMIUM, ENGINES, test } from "./engines.mjs";
import { host, ready } from "./host.mjs";
import { box, GOOD } from "./steps.mjs";
import { assertClean, axe, BASE_URL, copied, darkContrast, page, screenshot } from "./support.mjs";

/** The document in the preview. Browsers load it when it is about to be seen. */
async function preview(opened) {
  const element = opened.locator("#preview sitemap-validator");
  await element.scrollIntoViewIfNeeded();
  return element.locator("iframe").contentFrame();
}

const code = (opened, id) => opened.locator(`#${id}`).textContent();

test("what is chosen is seen at once, and stands in the code", ENGINES, async () => {
  const opened = await page({ url: `${BASE_URL}embed/`, permissions: ["clipboard-read", "clipboard-write"] });
  const inside = await preview(opened);
  await box(inside).waitFor();
  const sandboxed = (opened) => opened.locator("sitemap-validator iframe[sandbox]").count();
  assert.equal(await sandboxed(opened), 0, "browsers warn of a sandbox that its frame can remove");
  assert.equal(
    await code(opened, "element"),
    `<script async src="${BASE_URL}embed.js"></script>\n<sitemap-validator><a href="${BASE_URL}">Check your sitemap</a></sitemap-validator>`,
  );
  await opened.getByLabel("Theme").selectOption("dark");
  await opened.locator("#lang").selectOption("es");
  await opened.locator("#accent").fill("#aa00ff");
  await opened.getByLabel(/Compact/).check();
  await opened.getByLabel("Yandex").check();
  await opened.getByLabel("Pedantic").check();
  await opened.getByLabel(/Height/).fill("500");
  await opened.getByLabel(/URL of the sitemap/).fill("https://shop.tidepool.page/a?b=\"&c");
  const element = await code(opened, "element");
  for (const part of [`theme="dark"`, `accent="#aa00ff"`, " compact", " pedantic", `lang="es"`, `profile="sitemaps.org,google,bing,yandex"`, `height="500"`, `url="https://shop.tidepool.page/a?b=&quot;&amp;c"`]) {
    assert.ok(element.includes(part), `${part} in ${element}`);
  }
  await inside.locator("html[lang=es][data-theme=dark][data-compact][data-accent][data-scroll]").waitFor();
  await opened.getByRole("button", { name: "Copy" }).first().click();
  await opened.getByRole("button", { name: "Copied" }).waitFor();
  assert.equal(await copied(opened), element);
  await screenshot(opened, "embedding", { fullPage: true });
  for (const profile of await opened.locator("[name=profile]").all()) await profile.uncheck();
  assert.ok((await code(opened, "element")).includes(`profile="sitemaps.org"`), "somebody has to be pleased");
  await opened.getByLabel("Google").check();
  // In Firefox Playwright types after the number that is there.
  await opened.getByLabel(/Height/).evaluate((field) => (field.value = ""));
  await opened.getByLabel(/Height/).fill("450");
  assert.ok((await code(opened, "frame")).includes(`pedantic=1&amp;`) && (await code(opened, "frame")).includes(`title="Validador de sitemaps"`));
  for (const part of [`profile="google"`, `height="450"`]) assert.ok((await code(opened, "element")).includes(part), part);
  assertClean(opened);

  // What is copied works where it is pasted.
  const elsewhere = await host(element);
  const there = await ready(elsewhere);
  assert.equal(await sandboxed(elsewhere), 1);
  await there.locator("html[lang=es][data-theme=dark][data-compact]").waitFor();
  const frame = await code(opened, "frame");
  const alone = await host(frame);
  const framed = alone.frameLocator("iframe");
  await framed.locator("html[lang=es][data-theme=dark][data-compact][data-scroll]").waitFor();
  await box(framed).fill(GOOD);
  await framed.locator("#verdict").waitFor();
  const [border, display] = await alone.locator("iframe").evaluate((frame) => [getComputedStyle(frame).borderTopWidth, getComputedStyle(frame.parentElement).display]);
  assert.deepEqual([border, display], ["0px", "block"], "without a border, in the column of the text");
});

test("where the clipboard is barred the code is there to be selected, and what is no height is told", async () => {
  const opened = await page({
    url: `${BASE_URL}fr/embed/`,
    before: (page) =>
      page.addInitScript(() => {
        // The empty page before the first has none.
        if (navigator.clipboard) navigator.clipboard.writeText = () => Promise.reject(new DOMException("no", "NotAllowedError"));
      }),
  });
  await opened.getByRole("button", { name: "Copier" }).first().click();
  await opened.getByRole("button", { name: /Sélectionné/ }).waitFor();
  assert.equal(await opened.evaluate(() => getSelection().toString()), await code(opened, "element"));
  await opened.getByLabel(/Hauteur/).pressSequentially("100");
  await opened.keyboard.press("Tab");
  assert.ok(!(await code(opened, "element")).includes("height"));
  await opened.waitForFunction(() => document.activeElement.matches("#height:invalid"));
  assertClean(opened);
});

for (const [folder, width] of [["", 1280], ["fr/", 320], ["es/", 700]]) {
  test(`the page about embedding is there for everybody: ${folder || "en"}, ${width} pixels`, CHROMIUM, async () => {
    const opened = await page({ url: `${BASE_URL}${folder}embed/`, viewport: { width, height: 900 } });
    await box(await preview(opened)).waitFor();
    assert.deepEqual(await axe(opened), []);
    assert.ok((await opened.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
    await screenshot(opened, `embedding-${width}`, { fullPage: true });
    assert.deepEqual(await darkContrast(opened), []);
    assertClean(opened);
  });
}
