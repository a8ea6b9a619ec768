import assert from "node:assert/strict";
import { ENGINES, SMOKE, test } from "./engines.mjs";
import { address, choose, groups, marked, open, sitemap, type, verdict } from "./steps.mjs";
import { assertClean } from "./support.mjs";

test("a finding is shown where it is", SMOKE, async () => {
  const opened = await open();
  await address(opened).fill("https://shop.tidepool.page/sitemap.xml");
  await type(opened, sitemap("<loc>https://shop.tidepool.page/c?item=12&desc=madrid</loc>", "<loc>https://outlet.tidepool.page/a</loc>"));
  await verdict(opened, "2 errors.");
  await choose(opened, "4:46");
  assert.deepEqual(await marked(opened), { rule: "loc-unescaped-ampersand", line: 4, column: 46, text: "&" });
  await choose(opened, "7:18");
  await opened.locator(".source .here", { hasText: "outlet" }).waitFor();
  assert.deepEqual(await marked(opened), { rule: "scope-different-host", line: 7, column: 18, text: "outlet.tidepool.page" });
  assertClean(opened);
});

test("international hosts are converted by the browser as the command line converts them", ENGINES, async () => {
  const opened = await open();
  const hosts = ["bücher.tidepool.page", "xn--bcher-kva.tidepool.page", "xn--a.tidepool.page"];
  await type(opened, sitemap(...hosts.map((host) => `<loc>https://${host}/</loc>`)));
  await verdict(opened, "1 error.");
  assert.deepEqual(
    (await groups(opened)).map((group) => group.title),
    [
      "xn--a.tidepool.page is not a host: its international characters cannot be converted",
      "https://xn--bcher-kva.tidepool.page/ is another spelling of a URL that is already listed",
      "The host bücher.tidepool.page has characters outside ASCII",
    ],
  );
  assertClean(opened);
});

test("columns are right in one long line, with wide characters and CRLF", ENGINES, async () => {
  const opened = await open();
  const entry = (path) => `<url><loc>https://shop.tidepool.page/${path}</loc></url>`;
  const wide = "<!-- 日本語 🗺 -->";
  const entries = Array.from({ length: 400 }, (_, index) => entry(index)).join("");
  const head = '<?xml version="1.0" encoding="UTF-8"?>\r\n';
  const line = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${wide}${entries}`;
  await type(opened, `${head}${line}${entry("a?b=1&c=2")}${entries}</urlset>`);
  await verdict(opened, "Not valid");
  const column = [...line].length + "<url><loc>https://shop.tidepool.page/a?b=1&".length;
  await choose(opened, `2:${column}`);
  const found = await marked(opened);
  assert.deepEqual([found.rule, found.line, found.text], ["loc-unescaped-ampersand", 2, "&"]);
  assertClean(opened);
});

test("a problem says why, what to do, and who says so", SMOKE, async () => {
  const opened = await open();
  await type(opened, sitemap("<loc>/about</loc>"));
  await verdict(opened, "1 error.");
  const problem = opened.locator(".problem");
  await problem.locator(".why p").first().waitFor();
  assert.ok((await problem.locator(".chip").count()) > 0);
  await problem.getByText("More about this rule").click();
  assert.ok((await problem.locator(".guide p").first().textContent()).length > 10);
  for (const link of await problem.locator("a").all()) {
    assert.match(await link.getAttribute("href"), /^https:|^\.\/rules\/loc-relative\.html$/);
    assert.match(await link.getAttribute("rel"), /noopener/);
  }
  assertClean(opened);
});

test("a mark in the source selects its problem in the list", async () => {
  const opened = await open();
  await type(opened, sitemap("<loc>/about</loc>", "<loc>https://shop.tidepool.page/</loc>\n    <priority>7</priority>"));
  await verdict(opened, "2 errors.");
  await opened.locator(".source .mark", { hasText: "7" }).click();
  await opened.waitForFunction(() => document.querySelector(".row[aria-current=true] .place")?.textContent.includes("8:15"));
  assert.equal((await marked(opened)).rule, "priority-out-of-range");
  assertClean(opened);
});
