import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { CHROMIUM, ENGINES, SMOKE, VOLUME, test } from "./engines.mjs";
import { gzipSync } from "node:zlib";
import { button, index, look, marked, menu, open, rule, setVerdict, sitemap, tree, type, unfold, verdict } from "./steps.mjs";
import { assertClean, axe, copied, dropFiles, inWorkers, processors } from "./support.mjs";

const at = (path) => `https://shop.tidepool.page/${path}`;
const loc = (path, more = "") => `<loc>${at(path)}</loc>${more}`;
const ROBOTS = `User-agent: *\nDisallow: /search\nSitemap: ${at("index.xml")}\n`;

/** robots.txt, an index, two gzipped children of which one is broken, one that is missing, one that nothing lists. */
const SITE = [
  { name: "site/b.xml.gz", bytes: gzipSync(sitemap("<loc>https://shop.tidepool.page/?a=1&b=2</loc>", loc("a"))) },
  { name: "site/index.xml", text: index(at("a.xml.gz"), at("b.xml.gz"), at("c.xml.gz")) },
  { name: "site/a.xml.gz", bytes: gzipSync(sitemap(loc(""), loc("a", "<lastmod>2024-05-17</lastmod>"))) },
  { name: "site/orphan.xml", text: sitemap(loc("z")) },
  { name: "site/robots.txt", text: ROBOTS },
];

test("a folder is shown as a tree, and what only several files show is listed with all", SMOKE, async () => {
  const opened = await open({ viewport: { width: 1500, height: 1000 } });
  await dropFiles(opened, SITE);
  await setVerdict(opened, "Not valid");
  assert.match(await opened.locator(".set .ground").textContent(), /^5 files, 5 URLs/);
  assert.deepEqual(await tree(opened), [
    "1 site/robots.txt",
    "2 site/index.xml",
    "3 site/b.xml.gz",
    "3 site/a.xml.gz",
    `3 ${at("c.xml.gz")}`,
    "1 site/orphan.xml",
  ]);
  assert.match(await opened.locator("[role=treeitem]", { hasText: "a.xml.gz" }).textContent(), /2 URLs · \d+ B, \d+ B gzipped/);
  assert.match(await opened.locator("[role=treeitem]", { hasText: "orphan.xml" }).textContent(), /not listed anywhere/);
  assert.equal(await opened.locator(".robots-lines").count(), 0, "robots.txt names the index already");

  // The finding about the missing child leads to its place in the index.
  await unfold(opened, "details.across");
  const missing = opened.locator(".across .group", { hasText: "was not checked" });
  await missing.locator(".across-row").getByRole("button").click();
  await opened.locator(".bar-name bdi", { hasText: "site/index.xml" }).waitFor();
  await opened.waitForSelector(".source .here");
  assert.deepEqual(await marked(opened), { rule: "index-child-not-supplied", line: 10, column: 10, text: at("c.xml.gz") });
  assert.deepEqual(await axe(opened), []);
  assertClean(opened);
});

test("what comes first is seen first, however low the window", async () => {
  const opened = await open({ viewport: { width: 1200, height: 700 } });
  await dropFiles(opened, SITE);
  await setVerdict(opened, "Not valid");
  await opened.waitForSelector(".source .here");
  assert.equal(await opened.evaluate(() => scrollY), 0);
  assertClean(opened);
});

test("a page in two files is found, and leads from one to the other and back", async () => {
  const opened = await open({ viewport: { width: 1500, height: 1000 } });
  await dropFiles(opened, SITE);
  await setVerdict(opened, "Not valid");
  await unfold(opened, "details.across");
  const row = opened.locator(".across-row", { hasText: "first listed here" });
  await row.waitFor();
  const [here, there] = await row.getByRole("button").allTextContents();
  await row.getByRole("button").first().click();
  await opened.waitForSelector(".source .here");
  assert.equal(await rule(opened), "index-cross-file-duplicate");
  const first = await opened.locator(".bar-name bdi").textContent();
  assert.ok(here.startsWith(first), `${here} in ${first}`);

  await opened.locator(".related .link", { hasText: there }).click();
  await opened.locator(".came-from").waitFor();
  await opened.waitForSelector(".source .mark.here");
  assert.ok(there.startsWith(await opened.locator(".bar-name bdi").textContent()));
  // The same way leads there from the list of all.
  await row.getByRole("button").last().click();
  await opened.waitForSelector(".source .mark.here");
  await opened.locator(".came-from .link").click();
  await opened.waitForFunction((name) => document.querySelector(".bar-name bdi").textContent === name, first);
  assert.equal(await rule(opened), "index-cross-file-duplicate");
  assertClean(opened);
});

test("the tree is walked by keys", ENGINES, async () => {
  const opened = await open();
  await dropFiles(opened, SITE);
  await setVerdict(opened, "Not valid");
  const focused = () => opened.evaluate(() => document.activeElement.querySelector(".name")?.title);
  const press = async (key, name) => {
    await opened.keyboard.press(key);
    await opened.waitForFunction((name) => document.activeElement.querySelector(".name")?.title === name, name, { timeout: 5000 })
      .catch(async () => assert.fail(`${key}: expected ${name}, at ${await focused()}`));
  };
  await opened.locator("[role=treeitem][tabindex='0']").focus();
  await press("Home", "site/robots.txt");
  await press("ArrowRight", "site/index.xml");
  await press("ArrowDown", "site/b.xml.gz");
  await press("ArrowDown", "site/a.xml.gz");
  await opened.keyboard.press("Enter");
  await opened.waitForFunction(() => document.querySelector(".bar-name bdi").textContent === "site/a.xml.gz");
  await press("ArrowLeft", "site/index.xml");
  await press("End", "site/orphan.xml");
  await opened.keyboard.press(" ");
  await opened.waitForFunction(() => document.querySelector(".bar-name bdi").textContent === "site/orphan.xml");
  await press("Home", "site/robots.txt");
  await press("ArrowRight", "site/index.xml");
  await press("ArrowLeft", "site/index.xml");
  await opened.waitForFunction(() => document.activeElement.ariaExpanded === "false");
  assert.equal((await tree(opened)).length, 3);
  await press("ArrowRight", "site/index.xml");
  await opened.waitForFunction(() => document.activeElement.ariaExpanded === "true");
  assert.equal((await tree(opened)).length, 6);
  assertClean(opened);
});

test("addresses by hand change what is found", async () => {
  const opened = await open();
  await dropFiles(opened, [
    { name: "a.xml", text: sitemap(loc("shop/a")) },
    { name: "b.xml", text: sitemap(loc("shop/b")) },
  ]);
  await setVerdict(opened, "Valid");
  const base = opened.getByLabel("URL of the folder");
  await base.fill("https://shop.tidepool.page/blog/");
  await setVerdict(opened, "1 error (2 places) in both files.");
  await look(opened, "b.xml");
  await verdict(opened, "Not valid");
  assert.equal(await rule(opened), "scope-outside-directory");

  // Its own address counts instead of the folder's, and the field keeps the focus.
  await unfold(opened, ".file-result details.site");
  const own = opened.locator("#file-address");
  assert.equal(await own.getAttribute("placeholder"), "https://shop.tidepool.page/blog/b.xml");
  await own.pressSequentially("https://shop.tidepool.page/b.xml");
  await setVerdict(opened, "1 error in 1 of 2 files.");
  await verdict(opened, "Valid");
  assert.equal(await own.inputValue(), "https://shop.tidepool.page/b.xml");
  assert.equal(await opened.evaluate(() => document.activeElement.id), "file-address");
  await base.fill("https://shop.tidepool.page/");
  await setVerdict(opened, "Valid");
  assertClean(opened);
});

test("a robots.txt and verified hosts change what is found", async () => {
  const opened = await open();
  await dropFiles(opened, [
    { name: "a.xml", text: sitemap(loc("search/a"), "<loc>https://blog.tidepool.page/b</loc>") },
    { name: "b.xml", text: sitemap(loc("b")) },
  ]);
  await setVerdict(opened, "Valid");
  await opened.getByLabel("URL of the folder").fill("https://shop.tidepool.page/");
  await setVerdict(opened, "1 error in 1 of 2 files.");
  await look(opened, "a.xml");
  assert.equal(await rule(opened), "scope-different-host");

  await opened.getByText("Robots.txt and Search Console").click();
  await opened.getByLabel("Verified hosts").fill("blog.tidepool.page");
  await setVerdict(opened, "Valid");
  const robots = opened.getByLabel("The site’s robots.txt");
  await robots.fill("User-agent: *\nDisallow: /search\n");
  await opened.getByRole("treeitem", { name: /robots\.txt/ }).waitFor();
  await opened.locator(".group .title", { hasText: "robots.txt" }).first().waitFor();
  assert.equal(await opened.evaluate(() => document.activeElement.id), "robots");

  // The lines to be added to it stand ready.
  await opened.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await opened.getByRole("button", { name: "Copy", exact: true }).click();
  await opened.locator(".toast").getByText("Copied", { exact: true }).waitFor();
  const lines = ["a.xml", "b.xml"].map((name) => `Sitemap: ${at(name)}\n`).join("");
  assert.equal(await copied(opened), lines);
  assertClean(opened);
});

test("typing into a field goes on when one file becomes a set", async () => {
  const opened = await open();
  await type(opened, sitemap(loc("a")));
  await verdict(opened, "Valid.");
  await opened.getByText("Robots.txt and Search Console").click();
  const robots = opened.getByLabel("The site’s robots.txt");
  await robots.pressSequentially("User-agnt: *\n");
  await setVerdict(opened, "Valid, with 1 warning");
  await opened.keyboard.type("Disallow: /search");
  await setVerdict(opened, "Valid, with 1 warning");
  assert.equal(await robots.inputValue(), "User-agnt: *\nDisallow: /search");
  assertClean(opened);
});

test("one file of a set is repaired, and the report holds all", async () => {
  const opened = await open();
  await dropFiles(opened, SITE);
  await setVerdict(opened, "Not valid");
  await look(opened, "site/b.xml.gz");
  await verdict(opened, "1 error.");
  await button(opened, "Fix this").click();
  await verdict(opened, "Valid");
  const [fixed] = await Promise.all([opened.waitForEvent("download"), menu(opened, "Fixed file", ".bar")]);
  assert.equal(fixed.suggestedFilename(), "b-fixed.xml");
  const [download] = await Promise.all([opened.waitForEvent("download"), menu(opened, "Report as JSON")]);
  const report = JSON.parse(await readFile(await download.path(), "utf8"));
  assert.equal(report.files.length, 5);
  assert.ok(report.set.diagnostics.length >= 2);
  assert.equal(report.set.entries, 5);
  assertClean(opened);
});

test("hundreds of children stay usable", async () => {
  const opened = await open();
  const names = Array.from({ length: 220 }, (_, number) => `${String(number).padStart(3, "0")}.xml`);
  await dropFiles(opened, [
    { name: "index.xml", text: index(...names.map(at), at("gone.xml")) },
    ...names.map((name) => ({ name, text: sitemap(name === "007.xml" ? "<loc>/7</loc>" : loc(name)) })),
  ]);
  await setVerdict(opened, "Not valid", 60_000);
  assert.equal((await tree(opened)).length, 52);
  await opened.getByRole("treeitem", { name: "Show 50 more of 170" }).click();
  await opened.waitForFunction(() => document.querySelectorAll("[role=treeitem]").length === 102);
  await button(opened, "Only with errors or warnings (1 of 221)").click();
  await opened.waitForFunction(() => document.querySelectorAll("[role=treeitem]").length === 1);
  assert.deepEqual(await tree(opened), ["1 007.xml"]);
  await button(opened, "Only with errors or warnings (1 of 221)").click();
  await opened.waitForFunction(() => document.querySelectorAll("[role=treeitem]").length === 102);
  assertClean(opened);
});

/** Has each worker tell how much memory its WebAssembly has, whenever it says something. It never shrinks. */
const TELL_MEMORY = `
const teller = new BroadcastChannel("memory");
const me = String(Math.random());
const say = self.postMessage;
self.postMessage = (...what) => {
  teller.postMessage([self.name, me, wasm.memory.buffer.byteLength]);
  return say.apply(self, what);
};
`;

/** How much memory the workers had that were at work together, in bytes, at most. */
const memory = (opened) => opened.evaluate(() => Object.values(window.memory).reduce((sum, bytes) => sum + bytes, 0));

test("20 files of 50,000 URLs fit into a tab", { ...CHROMIUM, ...VOLUME, timeout: 300_000 }, async () => {
  const opened = await open({
    before: async (opened) => {
      await processors(4)(opened);
      await inWorkers(TELL_MEMORY)(opened);
      await opened.addInitScript(() => {
        window.memory = {};
        new BroadcastChannel("memory").onmessage = ({ data: [name, worker, bytes] }) => {
          window.memory[`${name} ${worker}`] = bytes;
        };
      });
    },
  });
  await opened.evaluate(async () => {
    const gzip = (text) => new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"))).blob();
    const dataTransfer = new DataTransfer();
    for (let file = 0; file < 20; file += 1) {
      const entries = Array.from(
        { length: 50_000 },
        (_, number) =>
          `<url>\n<loc>https://shop.tidepool.page/catalogue/${file}/page-${number * 7919}?lang=en&amp;sort=name</loc>\n` +
          `<lastmod>2024-05-${String(1 + (number % 28)).padStart(2, "0")}</lastmod>\n</url>\n`,
      ).join("");
      const text = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries}</urlset>\n`;
      dataTransfer.items.add(new File([await gzip(text)], `${file}.xml.gz`));
    }
    document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer }));
  });
  await opened.getByText(/file \d+ of 20/).waitFor({ timeout: 60_000 });
  const sentence = await setVerdict(opened, "Valid", 240_000);
  assert.match(sentence, /20 files, 1,000,000 URLs/);
  const after = await memory(opened);
  // The texts are 140 MB together; of each worker one is in memory. To that come hashes of a million URLs.
  const workers = Object.keys(await opened.evaluate(() => window.memory));
  assert.equal(workers.filter((name) => name.startsWith("helper")).length, 4);
  assert.equal(workers.length, 5);
  assert.ok(after < 400 * 1024 * 1024, `${Math.round(after / 1024 / 1024)} MiB`);
  console.log(`# ${Math.round(after / 1024 / 1024)} MiB: ${sentence}`);

  // Their texts are read again when somebody looks, and stay within the budget.
  for (let file = 0; file < 20; file += 1) {
    await look(opened, `${file}.xml.gz`);
    await opened.locator(".source code", { hasText: `/catalogue/${file}/page-0?` }).waitFor();
  }
  const leader = await opened.evaluate(() => Object.entries(window.memory).find(([name]) => !name.startsWith("helper"))[1]);
  assert.ok(leader < 400 * 1024 * 1024, `${Math.round(leader / 1024 / 1024)} MiB`);
  console.log(`# ${Math.round(leader / 1024 / 1024)} MiB after a look at each`);
  assertClean(opened);
});
