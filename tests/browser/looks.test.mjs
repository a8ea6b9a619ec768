import assert from "node:assert/strict";
import { CHROMIUM, test } from "./engines.mjs";
import { STATES } from "./states.mjs";
import { button, choose, GOOD, open, sitemap, type, verdict } from "./steps.mjs";
import { assertClean, axe, dropFiles, page, screenshot } from "./support.mjs";

const NARROW = { width: 390, height: 844 };

test("where there is room for one thing, the source opens over the list and goes back", async () => {
  const opened = await open({ viewport: NARROW });
  await dropFiles(opened, [{ name: "sitemap.xml", text: sitemap("<loc>/about</loc>") }]);
  await verdict(opened, "Not valid");
  await opened.locator(".source").waitFor({ state: "hidden" });
  await choose(opened, "4:10");
  await opened.locator(".source").waitFor();
  assert.equal(await opened.evaluate(() => document.activeElement.className), "back");
  assert.deepEqual(await axe(opened), []);
  await screenshot(opened, "sheet-narrow");
  await opened.keyboard.press("Escape");
  await opened.locator(".source").waitFor({ state: "hidden" });
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
  // It comes last.
  await opened.locator(".cm-content").waitFor();
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

test("without scripts the page still says what it is", CHROMIUM, async () => {
  const opened = await page({ javaScriptEnabled: false });
  assert.match(await opened.locator("h1").textContent(), /Sitemap validator/);
  await opened.getByText("What is checked", { exact: true }).waitFor();
  await opened.getByText(/needs JavaScript/).waitFor();
});
