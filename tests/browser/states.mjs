// The states of the page, and how a visitor comes to each: in any language, so no words of the page are used.

import { GOOD, index, sitemap, type } from "./steps.mjs";
import { dropFiles, paste } from "./support.mjs";

/** An index with two children and one that is missing, a sitemap that nothing lists, and a robots.txt. */
const SET = [
  { name: "index.xml", text: index("https://shop.tidepool.page/a.xml", "https://shop.tidepool.page/b.xml", "https://shop.tidepool.page/c.xml") },
  { name: "a.xml", text: GOOD },
  { name: "b.xml", text: sitemap("<loc>/a</loc>", "<loc>https://shop.tidepool.page/a</loc>") },
  { name: "orphan.xml", text: sitemap("<loc>https://shop.tidepool.page/b</loc>") },
  { name: "robots.txt", text: "User-agent: *\nDisallow: /search\nSitemap: https://shop.tidepool.page/index.xml\n" },
];

const BROKEN = sitemap(
  "<loc>https://shop.tidepool.page/?kind=lamp&colour=red</loc><lastmod>2024-02-30</lastmod>",
  "<loc>/chairs</loc><priority>1.5</priority>",
  "<loc>https://shop.tidepool.page/tables</loc><changefreq>dayly</changefreq><lastmod>2024-06-01T12:00:00</lastmod>",
  "<loc>https://shop.tidepool.page/sofas</loc><lastmod>01/06/2024</lastmod>",
);

const PERFECT = sitemap(
  ...[...Array(40).keys()].map(
    (at) =>
      `<loc>https://shop.tidepool.page/${["lamps", "chairs", "tables"][at % 3]}/${at}</loc><lastmod>2024-0${1 + (at % 9)}-1${at % 10}</lastmod>`,
  ),
);

/** 40,000 URLs, and something wrong with each. */
const huge = () => sitemap(...[...Array(40_000).keys()].map((at) => `<loc>/page/${at}?a=1&b=2</loc><priority>${at}</priority>`));

const judged = (opened) => opened.locator("#verdict .headline").waitFor({ timeout: 30_000 });

/** What comes after the verdict: the explanation of the problem shown, and the pictures of the file. */
async function complete(opened, { problem = true, pictures = false, editor = true } = {}) {
  if (problem) await opened.locator(".problem .why").first().waitFor({ state: "attached" });
  if (pictures) await opened.locator(".pictures").first().waitFor({ state: "attached" });
  if (editor) await opened.locator(".cm-content").first().waitFor({ state: "attached" });
}

/** By name: what brings the page there. What is drawn later than the verdict is waited for. */
export const STATES = {
  empty: async () => {},
  broken: async (opened) => {
    await paste(opened, { text: BROKEN });
    await judged(opened);
    await opened.locator(".row mark").first().waitFor();
    await complete(opened);
  },
  plan: async (opened) => {
    await STATES.broken(opened);
    await opened.locator(".bar button.primary + button").first().click();
    await opened.locator("dialog#plan[open]").waitFor();
  },
  perfect: async (opened) => {
    await dropFiles(opened, [{ name: "sitemap.xml", text: PERFECT }]);
    await judged(opened);
    await complete(opened, { problem: false, pictures: true });
  },
  hopeless: async (opened) => {
    await dropFiles(opened, [{ name: "sitemap.xml", text: "<!doctype html><title>Log in</title><p>Log in" }]);
    await opened.locator(".hopeless").waitFor();
  },
  huge: async (opened) => {
    await dropFiles(opened, [{ name: "huge.xml", text: huge() }]);
    await judged(opened);
    await opened.locator(".row").first().waitFor();
    await complete(opened, { pictures: true, editor: false });
  },
  set: async (opened) => {
    await dropFiles(opened, SET);
    await opened.locator("#set-verdict .headline").waitFor();
    await judged(opened);
    await complete(opened);
  },
  site: async (opened) => {
    await STATES.set(opened);
    await opened.locator(".options details.site:not(.settings) summary").click();
    await opened.locator(".options details[open] textarea").first().waitFor();
  },
  good: async (opened) => {
    await opened.locator(".samples button").last().click();
    await judged(opened);
    await opened.locator(".next").waitFor();
    await complete(opened, { problem: false });
  },
  address: async (opened) => {
    await type(opened, "https://shop.tidepool.page/sitemap.xml");
    await opened.locator(".lone").waitFor();
  },
  loading: async (opened) => {
    await dropFiles(opened, [{ name: "slow.xml", text: GOOD }]);
    await opened.locator("progress").waitFor();
  },
  error: async (opened) => {
    await dropFiles(opened, [{ name: "sitemap.xml", text: GOOD }]);
    await opened.locator("[role=alert]").waitFor();
  },
};

/** What has to be so before the page is opened, for states that come of trouble. */
export const BEFORE = {
  // The validator never arrives: the page waits for it.
  loading: (opened) => opened.context().route(/_validator-worker_bg\.wasm|sitemap-validator-worker_bg\.wasm/, () => {}),
  error: (opened) => opened.context().route(/sitemap-validator-worker_bg\.wasm/, (route) => route.fulfill({ status: 503 })),
};
