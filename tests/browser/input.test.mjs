import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { CHROMIUM, ENGINES, SMOKE, test } from "./engines.mjs";
import { gzipSync } from "node:zlib";
import { address, box, button, GOOD, open, sitemap, textIn, type, verdict } from "./steps.mjs";
import { assertClean, dropFiles, paste } from "./support.mjs";

const BROKEN = sitemap("<loc>/about</loc>");

test("the result follows the typing", { ...SMOKE, ...ENGINES }, async () => {
  const opened = await open();
  await type(opened, BROKEN);
  await verdict(opened, "1 error.");
  await type(opened, GOOD);
  assert.match(await verdict(opened, "Valid."), /2 URLs, no errors, no warnings/);
  await type(opened, "");
  await verdict(opened, "The file is empty");
  assertClean(opened);
});

test("text can be pasted anywhere on the page", { ...SMOKE, ...ENGINES }, async () => {
  const opened = await open();
  await paste(opened, { text: BROKEN });
  await verdict(opened, "1 error.");
  assert.equal(await textIn(opened), BROKEN);
  assertClean(opened);
});

test("long text becomes a file instead of filling the box", async () => {
  const opened = await open();
  const entries = Array.from({ length: 20_000 }, (_, index) => `<loc>https://shop.tidepool.page/page/${index}</loc>`);
  await paste(opened, { text: sitemap(...entries) }, "textarea");
  assert.match(await verdict(opened, "Valid."), /20,000 URLs/);
  assert.equal(await box(opened).count(), 0);
  assert.match(await opened.locator(".bar-name").textContent(), /^Pasted text/);
  assertClean(opened);
});

test("files can be chosen, and the same one again", { ...SMOKE, ...ENGINES }, async () => {
  const opened = await open();
  for (const text of [BROKEN, GOOD]) {
    await opened.locator("input[name=files]").setInputFiles({ name: "a.xml", mimeType: "text/xml", buffer: Buffer.from(text) });
    await verdict(opened, text === GOOD ? "Valid." : "Not valid");
  }
  assertClean(opened);
});

test("a file can be dropped anywhere, also a gzipped one", { ...SMOKE, ...ENGINES }, async () => {
  const opened = await open();
  assert.ok(await dropFiles(opened, [{ name: "a.xml", text: BROKEN }], { hover: true }));
  await opened.getByText("Drop to check").waitFor();
  assert.ok(await dropFiles(opened, [{ name: "a.xml", text: BROKEN }]));
  await verdict(opened, "Not valid");
  assert.equal(await opened.locator(".overlay").count(), 0);

  assert.ok(await dropFiles(opened, [{ name: "b.xml.gz", bytes: gzipSync(GOOD) }]));
  await verdict(opened, "Valid.");
  assert.match(await opened.locator(".bar-name").textContent(), /b\.xml\.gz.*XML sitemap · \d+ B, \d+ B gzipped/s);
  assertClean(opened);
});

test("several files each have their verdict", SMOKE, async () => {
  const opened = await open();
  await dropFiles(opened, [
    { name: "good.xml", text: GOOD },
    { name: "broken.xml", text: BROKEN },
    { name: ".DS_Store", text: "x" },
  ]);
  await verdict(opened, "Not valid");
  assert.match(await opened.locator("#set-verdict").textContent(), /1 error in 1 of 2 files/);
  await opened.locator(".toast").getByText(/1 file skipped that is not a sitemap \(/).waitFor();
  await opened.getByRole("treeitem", { name: /good\.xml/ }).click();
  await verdict(opened, "Valid.");
  assert.equal(await address(opened).count(), 0, "one address says nothing about several files");
  assertClean(opened);
});

test("a folder can be dropped", CHROMIUM, async () => {
  const folder = await mkdtemp(join(tmpdir(), "folder-"));
  try {
    await mkdir(join(folder, "deep"));
    await writeFile(join(folder, "one.xml"), GOOD);
    await writeFile(join(folder, "deep", "two.xml"), BROKEN);
    await writeFile(join(folder, "robots.txt"), "User-agent: *\nDisallow:\n");
    for (const name of ["style.css", ".DS_Store", "humans.txt"]) await writeFile(join(folder, name), "a {}");
    const opened = await open();
    const devtools = await opened.context().newCDPSession(opened);
    const data = { items: [], files: [folder], dragOperationsMask: 1 };
    for (const kind of ["dragEnter", "dragOver", "drop"]) {
      await devtools.send("Input.dispatchDragEvent", { type: kind, x: 200, y: 200, data });
    }
    await verdict(opened, "Not valid");
    const names = await opened.locator(".file .name").evaluateAll((names) => names.map((name) => name.title));
    assert.deepEqual(names.map((name) => name.split("/").slice(1).join("/")), ["robots.txt", "deep/two.xml", "one.xml"]);
    await opened.locator(".toast").getByText(/^3 files skipped that are not sitemaps \(/).waitFor();
    assertClean(opened);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("the sitemap of a dropped site is compared with its pages", CHROMIUM, async () => {
  const folder = await mkdtemp(join(tmpdir(), "site-"));
  const page = (head = "") => `<!doctype html><title>Lamps</title>${head}`;
  const urls = (...paths) => sitemap(...paths.map((path) => `<loc>https://shop.tidepool.page/${path}</loc>`));
  const parts = Array.from({ length: 120 }, (_, at) => [`parts/${at}.html`, "<p>A part of a page</p>"]);
  const files = {
    "index.html": page(),
    "lamps/index.html": page(),
    "new.html": page(),
    "cart.html": page('<meta name="robots" content="noindex">'),
    _redirects: "/old /lamps/\n",
    "style.css": "a {}",
    "sitemap.xml": urls("", "lamps/", "sofa", "old", "cart"),
    ...Object.fromEntries(parts),
  };
  const write = async (name, text) => {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  };
  try {
    for (const [name, text] of Object.entries(files)) await write(name, text);
    const opened = await open();
    const devtools = await opened.context().newCDPSession(opened);
    const data = { items: [], files: [folder], dragOperationsMask: 1 };
    const drop = async () => {
      for (const kind of ["dragEnter", "dragOver", "drop"]) {
        await devtools.send("Input.dispatchDragEvent", { type: kind, x: 200, y: 200, data });
      }
    };
    const found = async () => {
      const rules = await opened.locator(".file-result [data-rule]").evaluateAll((found) => found.map(({ dataset }) => dataset.rule));
      return [...new Set(rules)].filter((rule) => rule.startsWith("page-")).sort();
    };
    const summary = opened.locator(".set");

    await drop();
    await verdict(opened, "Not valid");
    assert.match(await summary.textContent(), /Compared with 124 HTML files; URL of the folder: https:\/\/shop\.tidepool\.page\/\./);
    assert.deepEqual(await found(), ["page-noindex", "page-not-built", "page-not-listed", "page-redirect"]);
    assert.equal(await opened.getByText(/skipped/).count(), 0);

    // Another URL of the folder is of other pages.
    await address(opened).fill("https://rocks.page/sitemap.xml");
    await summary.getByText(/^Error: none of the 5 listed URLs is below https:\/\/rocks\.page\/.*correct the field “URL of the sitemap”/).waitFor();
    await address(opened).fill("");
    await summary.getByText(/Compared with 124/).waitFor();

    // The corrected sitemap alone is compared with the same folder.
    await dropFiles(opened, [{ name: "sitemap.xml", text: urls("", "lamps/", "new") }]);
    await verdict(opened, "Valid.");
    assert.match(await summary.textContent(), /Compared with 124 HTML files/);
    assert.deepEqual(await found(), []);

    await rm(join(folder, "sitemap.xml"));
    await drop();
    await opened.locator(".toast").getByText("This folder has 124 HTML files, but no sitemap to compare.").waitFor();
    assertClean(opened);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("the address of a sitemap is answered with a way out, and never fetched", async () => {
  const opened = await open();
  await type(opened, "https://shop.tidepool.page/sitemap.xml");
  await opened.getByRole("heading", { name: "This is a URL, not a sitemap" }).waitFor();
  assert.equal(await opened.locator(".lone a").getAttribute("href"), "https://shop.tidepool.page/sitemap.xml");
  assert.equal(await opened.locator(".lone a").getAttribute("rel"), "noopener noreferrer");
  assert.equal(await opened.locator(".lone code").textContent(), "sitemap-validator https://shop.tidepool.page/sitemap.xml");
  await type(opened, ""); // It comes in by the other field as well.
  await address(opened).fill("shop.tidepool.page/sitemap.xml");
  await opened.getByRole("heading", { name: "This is a URL, not a sitemap" }).waitFor({ state: "detached" });
  await address(opened).press("Enter");
  await opened.getByRole("heading", { name: "This is a URL, not a sitemap" }).waitFor();
  await type(opened, sitemap("<loc>https://shop.tidepool.page/</loc>"));
  await verdict(opened, "Valid.");
  assertClean(opened);
});

test("what was cleared comes back by the keyboard, although the focus is in the empty text", async () => {
  const opened = await open();
  await dropFiles(opened, [{ name: "a.xml", text: GOOD }]);
  await verdict(opened, "Valid.");
  await button(opened, "Clear").click();
  await opened.waitForFunction(() => document.activeElement.id === "text");
  await opened.keyboard.press("Control+z");
  await verdict(opened, "Valid.");
  assertClean(opened);
});

test("samples show what the page does", async () => {
  const opened = await open();
  await button(opened, "a broken sitemap").click();
  await verdict(opened, "Not valid");
  const rules = await opened.locator(".group").count();
  assert.ok(rules >= 6, `six kinds of faults, saw ${rules}`);
  await button(opened, "Clear").click();
  await button(opened, "a valid one").click();
  await verdict(opened, "Valid.");
  await button(opened, "Clear").click();
  await opened.waitForFunction(() => document.querySelector("textarea").value === "");
  assert.equal(await address(opened).inputValue(), "", "a sample's address is not the visitor's");
  assertClean(opened);
});

test("an image is called an image, without a list of errors", async () => {
  const opened = await open();
  const bytes = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 1, 0, 0, 0, 1, 8, 6]);
  await dropFiles(opened, [{ name: "sitemap.xml", bytes }]);
  assert.match(await verdict(opened, ""), /PNG/);
  await opened.locator(".hopeless p").first().waitFor();
  assert.equal(await opened.locator(".row").count(), 0);
  assertClean(opened);
});

test("a check needs no memory that is shared with workers", ENGINES, async () => {
  const opened = await open({ before: (page) => page.addInitScript(() => delete globalThis.SharedArrayBuffer) });
  assert.equal(await opened.evaluate(() => crossOriginIsolated), true);
  await type(opened, BROKEN);
  await verdict(opened, "1 error.");
  assertClean(opened);
});

const OBSTACLES = {
  "the browser starts no worker": [
    () => (globalThis.Worker = function () { throw new DOMException("no", "SecurityError"); }),
    "The browser blocked the worker",
  ],
  "nothing can be posted to the worker": [
    () => (Worker.prototype.postMessage = () => { throw new DOMException("no", "DataCloneError"); }),
    "The validator could not be loaded",
  ],
  "the app throws": [
    () => (Worker.prototype.addEventListener = () => { throw new Error("no"); }),
    "The page stopped working. Reload it to continue.",
  ],
};
for (const [what, [obstacle, sentence]] of Object.entries(OBSTACLES)) {
  test(`a check that cannot start says so: ${what}`, ENGINES, async () => {
    const opened = await open({ before: (page) => page.addInitScript(obstacle) });
    await type(opened, BROKEN);
    await opened.locator(".trouble").getByText(sentence).waitFor();
  });
}
