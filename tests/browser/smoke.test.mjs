import assert from "node:assert/strict";
import { SMOKE, test } from "./engines.mjs";
import { BASE_URL, SUB_PATH_URL, assertClean, page, screenshot } from "./support.mjs";

/** Until the app has taken the place of the static page, and its worker had time to start. */
async function ready(opened) {
  await opened.waitForSelector("h1");
  await opened.waitForLoadState("networkidle");
}

test("the page loads under the policy of production", SMOKE, async () => {
  const answer = await fetch(BASE_URL);
  assert.match(answer.headers.get("content-security-policy") ?? "", /default-src 'none'/);
  assert.equal(answer.headers.get("x-content-type-options"), "nosniff");

  const opened = await page();
  await ready(opened);
  assert.match(await opened.title(), /sitemap/i);
  await screenshot(opened, "smoke");
  assertClean(opened);
});

test("the page works from any path", { ...SMOKE, skip: SUB_PATH_URL ? false : "SUB_PATH_URL is not set" }, async () => {
  const opened = await page({ url: SUB_PATH_URL });
  await ready(opened);
  assertClean(opened);
});

test("the build is stamped, so that a new version's worker is not mixed with an old one's", SMOKE, async () => {
  const opened = await page();
  assert.match(await opened.getAttribute('meta[name="build"]', "content"), /^[0-9a-f]{16}$/);
});
