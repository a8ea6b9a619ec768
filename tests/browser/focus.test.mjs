import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { ENGINES, test } from "./engines.mjs";
import { fileURLToPath } from "node:url";
import { button, open, sitemap, type, verdict } from "./steps.mjs";
import { assertClean, BASE_URL, drawsOften, dropFiles } from "./support.mjs";

const BROKEN = { name: "sitemap.xml", text: sitemap(...Array.from({ length: 20 }, (_, at) => `<loc>/${at}</loc>`)) };

test("while the source covers the page, the focus stays in it", ENGINES, async () => {
  const opened = await open({ viewport: { width: 400, height: 800 } });
  await dropFiles(opened, [BROKEN]);
  await verdict(opened, "Not valid");
  await opened.locator(".pictures").waitFor();
  await opened.locator(".row").first().click();
  await button(opened, "Back to the list").waitFor();
  await opened.waitForFunction(() => document.querySelector("[inert]"));
  const outside = await opened.evaluate(() => {
    const can = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex='0']")];
    return can.filter((element) => !element.closest(".side") && (element.focus(), document.activeElement === element)).map((element) => element.outerHTML.slice(0, 80));
  });
  assert.deepEqual(outside, []);
  assert.ok(!(await opened.evaluate(() => document.querySelector("[role=status]").closest("[inert]"))), "what is announced is heard");
  // A wider window has room for both.
  await opened.setViewportSize({ width: 1300, height: 800 });
  await opened.waitForFunction(() => !document.querySelector("[inert]"));
  await opened.setViewportSize({ width: 400, height: 800 });
  await opened.waitForFunction(() => document.querySelector("[inert]"));
  await opened.keyboard.press("Escape");
  await opened.waitForFunction(() => !document.querySelector("[inert]"));
  // The browser's button to go back closes it, too.
  await opened.locator(".row").first().click();
  await opened.waitForFunction(() => document.querySelector("[inert]"));
  await opened.evaluate(() => history.back());
  await opened.waitForFunction(() => !document.querySelector("[inert]"));
  await opened.locator(".row").first().focus();
  assertClean(opened);
});

test("a button keeps the focus when the editor comes", ENGINES, async () => {
  let release;
  const released = new Promise((resolve) => (release = resolve));
  const opened = await open({
    before: async (opened) => {
      await drawsOften(opened);
      await opened.addInitScript(() => {
        // A busy browser draws late.
        const draw = window.requestAnimationFrame.bind(window);
        window.requestAnimationFrame = (act) => setTimeout(() => draw(act), 300);
        // The visitor goes to the button as soon as it is there.
        new MutationObserver((_, observer) => {
          const button = document.querySelector(".problem .fix-tools button");
          if (!button) return;
          button.focus();
          observer.disconnect();
        }).observe(document, { subtree: true, childList: true });
      });
      await opened.context().route(/\/editor\.js/, async (route) => {
        await released;
        await route.continue();
      });
    },
  });
  await type(opened, sitemap(...Array.from({ length: 100 }, (_, at) => `<loc>https://shop.tidepool.page/${at}</loc>`), "<loc>https://shop.tidepool.page/?a=1&b=2</loc>"));
  await verdict(opened, "1 error.");
  await opened.waitForFunction(() => document.activeElement.matches(".problem .fix-tools button"));
  release();
  await opened.locator(".cm-content .here").waitFor();
  assert.ok(await opened.evaluate(() => document.activeElement.matches(".problem .fix-tools button")), "the focus is not lost");
  assertClean(opened);
});

test("a menu closes when the focus leaves it", ENGINES, async () => {
  const opened = await open();
  await dropFiles(opened, [BROKEN]);
  await verdict(opened, "Not valid");
  await opened.locator(".menu > summary").first().focus();
  await opened.keyboard.press("Enter");
  await opened.locator(".menu[open]").waitFor();
  const items = await opened.locator(".menu[open] button").count();
  assert.ok(items > 3);
  for (let step = 0; step < items; step++) await opened.keyboard.press("Tab");
  assert.equal(await opened.locator(".menu[open]").count(), 1, "it is open to its last item");
  await opened.keyboard.press("Tab");
  assert.equal(await opened.locator(".menu[open]").count(), 0);
  assertClean(opened);
});

test("a frame loads its program ahead, as the page does", async () => {
  const links = async (path) => {
    const page = await (await fetch(new URL(path, BASE_URL))).text();
    return [...page.matchAll(/<link rel="(?:module)?preload"[^>]*>/g)].map(([link]) => link);
  };
  assert.equal((await links("./")).length, 2);
  assert.deepEqual(await links("embed.html"), await links("./"));
});

// docs/hosting.md: Chromium 96, Firefox 114, Safari 16.4. A declaration with `var()` in it cannot be a fallback: what a
// browser does not know in one is found out too late.
const TOO_NEW = /:has\(|color-mix\(|light-dark\(|@layer\b|@scope\b|@starting-style\b|\b\d+[dsl]v[hw]\b|^\s*&/m;

test("the style sheets use nothing that the oldest browsers do not know", async () => {
  for (const folder of ["../../web/", "../../web/site/"]) {
    const path = fileURLToPath(new URL(folder, import.meta.url));
    for (const name of (await readdir(path)).filter((name) => name.endsWith(".css"))) {
      const style = await readFile(path + name, "utf8");
      assert.doesNotMatch(style, TOO_NEW, name);
      for (const [whole, content] of style.matchAll(/content: (".*") \/ "[^"]*";/g)) {
        assert.ok(style.includes(`content: ${content};\n  ${whole}`), `${name}: ${whole} has a fallback before it`);
      }
    }
  }
});
