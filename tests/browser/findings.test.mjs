import assert from "node:assert/strict";
import { ENGINES, SMOKE, test } from "./engines.mjs";
import { address, choose, groups, marked, open, sitemap, type, verdict } from "./steps.mjs";
import { assertClean } from "./support.mjs";

/** One fault each, and where a person would point at it. */
const FAULTS = [
  {
    what: "a raw & in a URL",
    tags: SMOKE,
    text: sitemap("<loc>https://shop.tidepool.page/c?item=12&desc=madrid</loc>"),
    rule: "loc-unescaped-ampersand",
    place: "4:46",
    marked: "&",
  },
  {
    what: "a raw & elsewhere",
    text: sitemap("<loc>https://shop.tidepool.page/</loc>\n    <changefreq>daily & weekly</changefreq>"),
    rule: "xml-unescaped-ampersand",
    place: "5:23",
    marked: "&",
  },
  {
    what: "a day that does not exist",
    text: sitemap("<loc>https://shop.tidepool.page/</loc>\n    <lastmod>2024-02-30</lastmod>"),
    rule: "lastmod-invalid-calendar",
    place: "5:22",
    marked: "30",
  },
  {
    what: "a priority above 1",
    text: sitemap("<loc>https://shop.tidepool.page/</loc>\n    <priority>1.5</priority>"),
    rule: "priority-out-of-range",
    place: "5:15",
    marked: "1.5",
  },
  {
    what: "a misspelt change frequency",
    text: sitemap("<loc>https://shop.tidepool.page/</loc>\n    <changefreq>mothly</changefreq>"),
    rule: "changefreq-invalid-value",
    place: "5:17",
    marked: "mothly",
  },
  {
    what: "a URL on another host",
    at: "https://shop.tidepool.page/sitemap.xml",
    text: sitemap("<loc>https://shop.tidepool.page/</loc>", "<loc>https://outlet.tidepool.page/a</loc>"),
    rule: "scope-different-host",
    place: "7:18",
    marked: "outlet.tidepool.page",
  },
  {
    what: "a relative URL",
    text: sitemap("<loc>/about</loc>"),
    rule: "loc-relative",
    place: "4:10",
    marked: "/about",
  },
];

for (const fault of FAULTS) {
  test(`${fault.what} is shown where it is`, { ...fault.tags }, async () => {
    const opened = await open();
    if (fault.at) await address(opened).fill(fault.at);
    await type(opened, fault.text);
    await verdict(opened, "Not valid: ");
    await choose(opened, fault.place);
    const [line, column] = fault.place.split(":").map(Number);
    assert.deepEqual(await marked(opened), { rule: fault.rule, line, column, text: fault.marked });
    assertClean(opened);
  });
}

test("international hosts are converted by the browser as the command line converts them", ENGINES, async () => {
  const opened = await open();
  const hosts = ["bücher.tidepool.page", "xn--bcher-kva.tidepool.page", "xn--a.tidepool.page"];
  await type(opened, sitemap(...hosts.map((host) => `<loc>https://${host}/</loc>`)));
  await verdict(opened, "Not valid: 1 error in 1 rule.");
  assert.deepEqual(
    (await groups(opened)).map((group) => group.title),
    [
      "xn--a.tidepool.page is not a host: its international characters cannot be converted",
      "https://xn--bcher-kva.tidepool.page/ is another spelling of a URL listed already",
      "bücher.tidepool.page is a host with characters beyond ASCII",
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
  await verdict(opened, "Not valid: ");
  const column = [...line].length + "<url><loc>https://shop.tidepool.page/a?b=1&".length;
  await choose(opened, `2:${column}`);
  const found = await marked(opened);
  assert.deepEqual([found.rule, found.line, found.text], ["loc-unescaped-ampersand", 2, "&"]);
  assertClean(opened);
});

test("findings are grouped by rule, the gravest first, and counted", async () => {
  const opened = await open();
  const entries = Array.from({ length: 120 }, (_, index) => `<loc>https://shop.tidepool.page/?a=${index}&b=1</loc>`);
  await type(opened, sitemap(...entries, "<loc>https://shop.tidepool.page/#top</loc>"));
  const sentence = await verdict(opened, "Not valid: 120 errors in 1 rule.");
  assert.match(sentence, /crawlers stop reading at line 4/);
  const [first, second] = await groups(opened);
  assert.equal(first.number, "120");
  assert.equal(first.rows.length, 50);
  assert.equal(second.number, "1");

  await opened.getByRole("button", { name: "70 more" }).click();
  await opened.waitForFunction(() => document.querySelectorAll(".group:first-child .row").length === 120);
  assertClean(opened);
});

test("a problem says why, what to do, and who says so", SMOKE, async () => {
  const opened = await open();
  await type(opened, sitemap("<loc>/about</loc>"));
  await verdict(opened, "Not valid: 1 error in 1 rule.");
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
  await verdict(opened, "Not valid: 2 errors");
  await opened.locator(".source mark", { hasText: "7" }).click();
  await opened.waitForFunction(() => document.querySelector(".row[aria-current=true] .place")?.textContent.includes("8:15"));
  assert.equal((await marked(opened)).rule, "priority-out-of-range");
  assertClean(opened);
});

test("severities can be left out", async () => {
  const opened = await open();
  await type(opened, sitemap("<loc>/about</loc>", "<loc>https://shop.tidepool.page/#a</loc>"));
  await verdict(opened, "Not valid: 1 error");
  assert.equal((await groups(opened)).length, 2);
  await opened.getByRole("button", { name: "1 error" }).click();
  await opened.waitForFunction(() => document.querySelectorAll(".group").length === 1);
  assertClean(opened);
});

test("a character that cannot be seen is named", async () => {
  const opened = await open();
  await type(opened, sitemap("<loc>https://shop.tidepool.page/a\u202eb</loc>"));
  await verdict(opened, "");
  assert.equal(await opened.locator(".source .named").first().textContent(), "U+202E");
  assert.ok(!(await opened.locator("#app").textContent()).includes("\u202e"));
  assertClean(opened);
});
