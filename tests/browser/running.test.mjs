import assert from "node:assert/strict";
import { SMOKE, test } from "./engines.mjs";
import { button, GOOD, open, sitemap, textIn, type, verdict } from "./steps.mjs";
import { assertClean, dropFiles, endless, inWorkers, problems } from "./support.mjs";

/** Drops a file of `copies` times a chunk of entries; it is made in the browser, where it costs nothing. */
async function dropLarge(opened, { copies, broken = false }) {
  await opened.evaluate(
    ({ copies, broken }) => {
      const head = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n';
      const entry = (index) =>
        `  <url>\n    <loc>https://shop.tidepool.page/catalogue/page-${index}?lang=en${broken ? "&" : "&amp;"}sort=name</loc>\n` +
        "    <lastmod>2024-05-17</lastmod>\n  </url>\n";
      const chunk = Array.from({ length: 1000 }, (_, index) => entry(index)).join("");
      const file = new File([head, ...Array(copies).fill(chunk), "</urlset>\n"], "large.xml");
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(file);
      document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer }));
    },
    { copies, broken },
  );
}

test("the last of many lines can be scrolled to, and only the lines on screen exist", async () => {
  const opened = await open();
  const urls = Array.from({ length: 10_000 }, (_, index) => `<loc>https://shop.tidepool.page/page/${index}</loc>`);
  await dropFiles(opened, [{ name: "many.xml", text: sitemap(...urls) }]);
  assert.match(await verdict(opened, "Valid."), /10,000 URLs/);
  // Before it has measured itself, the editor draws one line; then the page scrolls to the first finding.
  await opened.locator(".source .cm-line").nth(1).waitFor();
  await opened.locator(".problem .why").waitFor();
  await opened.locator(".source .cm-scroller").evaluate((source) => (source.scrollTop = source.scrollHeight));
  await opened.locator(".source .cm-line", { hasText: "</urlset>" }).waitFor();
  assert.ok((await opened.locator(".source .cm-line").count()) < 200);
  assertClean(opened);
});

test("a long check shows how far it is and can be stopped", async () => {
  const opened = await open({ before: endless });
  await dropLarge(opened, { copies: 6, broken: true });
  await opened.getByText(/URLs so far/).waitFor();
  await opened.locator(".first li").first().waitFor();
  await button(opened, "Cancel").click();
  await opened.getByRole("heading", { name: /^Stopped at \d+% of large\.xml/ }).waitFor();
  assert.ok((await opened.locator(".first li").count()) > 0, "the first findings stay");

  await dropFiles(opened, [{ name: "good.xml", text: GOOD }]);
  await verdict(opened, "Valid.");
  assertClean(opened);
});

test("the key that closes something does not cancel the check as well", async () => {
  const opened = await open({
    viewport: { width: 400, height: 800 },
    // All checks but the first never come to an end.
    before: inWorkers(`let checks = 0;
      addEventListener("message", (event) => {
        if (event.data.message?.startsWith('{"check"') && ++checks > 1) event.stopImmediatePropagation();
      });`),
  });
  await dropFiles(opened, [{ name: "sitemap.xml", text: sitemap("<loc>/a</loc>") }]);
  await verdict(opened, "1 error.");
  await opened.locator("details.settings summary").click();
  await opened.getByRole("checkbox", { name: "Yandex" }).check();
  await button(opened, "Cancel").waitFor();
  const menu = opened.locator(".menu").first();
  await opened.locator(".menu > summary").first().click();
  await opened.keyboard.press("Escape");
  await menu.locator(".menu-items").waitFor({ state: "hidden" });
  assert.ok(await button(opened, "Cancel").isVisible());
  await opened.locator(".row").click();
  await button(opened, "Back to the list").waitFor();
  await opened.keyboard.press("Escape");
  await button(opened, "Back to the list").waitFor({ state: "hidden" });
  assert.ok(await button(opened, "Cancel").isVisible());
  await opened.keyboard.press("Escape");
  await opened.getByRole("heading", { name: /^Stopped/ }).waitFor();
  assertClean(opened);
});

test("a worker that crashes is reported and replaced, and the text stays", SMOKE, async () => {
  const opened = await open({
    before: (opened) =>
      // The first worker answers the first message with a crash.
      opened.context().route(
        /sitemap-validator-worker\.js/,
        (route) =>
          route.fulfill({
            contentType: "text/javascript",
            body: `export default async () => {
              addEventListener("message", () => { throw new Error("provoked"); });
              // That it is ready, with protocol 1 and version "0", packed.
              postMessage(Uint8Array.of(0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 48));
            };`,
          }),
        { times: 1 },
      ),
  });
  await type(opened, GOOD);
  await opened.getByRole("alert").getByText("The validator stopped unexpectedly").waitFor();
  assert.equal(await textIn(opened), GOOD);
  await button(opened, "Try again").click();
  await verdict(opened, "Valid.");
  assert.deepEqual(problems(opened).filter((problem) => !/provoked/.test(problem)), []);
});

test("a worker that the browser ends without a word is reported and replaced", async () => {
  const opened = await open({
    // The first worker ends itself, which is as silent, when it is asked for a check.
    before: inWorkers(`addEventListener("message", (event) => {
      if (!event.data.message?.startsWith('{"check"')) return;
      event.stopImmediatePropagation();
      close();
    });`, { times: 1 }),
  });
  await type(opened, GOOD);
  await opened.getByRole("alert").getByText("The validator stopped unexpectedly").waitFor();
  assert.equal(await textIn(opened), GOOD);
  await button(opened, "Try again").click();
  await verdict(opened, "Valid.");
  assertClean(opened);
});

test("a worker that cannot be loaded is reported, and tried again on request", async () => {
  const opened = await open({
    before: (opened) =>
      opened.context().route(/sitemap-validator-worker\.js/, (route) => route.fulfill({ status: 503, body: "" }), { times: 1 }),
  });
  await opened.getByText("The validator could not be loaded").waitFor();
  await type(opened, GOOD);
  await verdict(opened, "Valid.");
});
