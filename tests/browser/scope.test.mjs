import assert from "node:assert/strict";
import { test } from "./engines.mjs";
import { address, button, open, rule, sitemap, started, type, verdict } from "./steps.mjs";
import { BASE_URL, assertClean } from "./support.mjs";

const TEXT = sitemap("<loc>https://shop.tidepool.page/shop/a</loc>");

test("a new address checks the scope at once", async () => {
  const opened = await open();
  await type(opened, TEXT);
  await verdict(opened, "Valid.");
  await address(opened).fill("https://shop.tidepool.page/blog/sitemap.xml");
  await verdict(opened, "1 error.");
  assert.equal(await rule(opened), "scope-outside-directory");
  await address(opened).fill("https://shop.tidepool.page/sitemap.xml");
  await verdict(opened, "Valid.");
  assert.equal(await opened.getByText("were not checked: ").count(), 0);
  assertClean(opened);
});

test("half an address is not used, and says why", async () => {
  const opened = await open();
  await type(opened, TEXT);
  await address(opened).fill("shop");
  await opened.getByText("Enter a full URL, such as").waitFor();
  await verdict(opened, "Valid.");
  assertClean(opened);
});

test("the address is remembered", async () => {
  const opened = await open();
  await address(opened).fill("https://shop.tidepool.page/sitemap.xml");
  await opened.goto(BASE_URL);
  await started(opened);
  assert.equal(await address(opened).inputValue(), "https://shop.tidepool.page/sitemap.xml");
  assertClean(opened);
});

test("a page without storage works all the same", async () => {
  const opened = await open({
    before: (opened) =>
      opened.addInitScript(() => {
        Object.defineProperty(window, "localStorage", {
          get() {
            throw new DOMException("forbidden", "SecurityError");
          },
        });
      }),
  });
  await address(opened).fill("https://shop.tidepool.page/sitemap.xml");
  await type(opened, TEXT);
  await verdict(opened, "Valid.");
  await button(opened, "Dark theme").click();
  assertClean(opened);
});
