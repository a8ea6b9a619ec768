// Every page of the site, as its own sitemap lists them: all are there, and their links lead somewhere.

import assert from "node:assert/strict";
import { test } from "./engines.mjs";
import { open, verdict } from "./steps.mjs";
import { BASE_URL, assertClean, dropFiles } from "./support.mjs";

const at = (path) => new URL(path, BASE_URL).href;

test("our own sitemap is valid, and no link of the site leads nowhere", async () => {
  const text = await (await fetch(at("sitemap.xml"))).text();
  const listed = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url);
  const root = listed[0];
  assert.ok(listed.length > 850, `${listed.length} pages`);
  const opened = await open();
  // A server for trying things out has an address that no sitemap should have.
  await dropFiles(opened, [{ name: "sitemap.xml", text: text.replaceAll(root, "https://tidepool.page/") }]);
  assert.match(await verdict(opened, "Valid"), /no errors, no warnings/);
  assertClean(opened);

  // The addresses in it are those of the site as it will be served; the files are the same here.
  const pages = new Map();
  for (const url of listed) {
    assert.ok(url.startsWith(root), url);
    const here = at(url.slice(root.length));
    const answer = await fetch(here);
    assert.equal(answer.status, 200, here);
    pages.set(here, await answer.text());
  }
  const missing = new Set();
  const seen = new Set(pages.keys());
  for (const [here, html] of pages) {
    for (const [, href] of html.matchAll(/\s(?:href|src)="([^"]*)"/g)) {
      const url = new URL(href.replaceAll("&amp;", "&"), here);
      url.hash = "";
      if (url.origin !== new URL(BASE_URL).origin || seen.has(url.href)) continue;
      seen.add(url.href);
      if ((await fetch(url, { method: "HEAD" })).status !== 200) missing.add(`${here}: ${href}`);
    }
  }
  assert.deepEqual([...missing], []);
});
