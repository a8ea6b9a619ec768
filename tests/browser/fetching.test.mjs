// A URL in place of a file, where a server behind the page fetches: `sitemap-validator serve`.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import { test } from "./engines.mjs";
import { assertClean, page as load, screenshot } from "./support.mjs";
import { box, button, choose, index, look, marked, sitemap, started, tree } from "./steps.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PROGRAM = process.env.PROGRAM ?? `${ROOT}target/debug/sitemap-validator`;

const stops = [];
after(() => stops.forEach((stop) => stop()));

/** A site on this machine: paths, and what they answer. A function answers anew each time. */
async function site(pages) {
  const asked = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    const page = pages(server.origin)[request.url] ?? { status: 404 };
    const { status = 200, type = "application/xml", body = "", header = {}, hold } = typeof page === "function" ? page(asked) : page;
    response.writeHead(status, { "Content-Type": type, ...header });
    if (!hold) response.end(body);
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  server.origin = `http://127.0.0.1:${server.address().port}`;
  stops.push(() => (server.closeAllConnections(), server.close()));
  return { origin: server.origin, asked };
}

/** The URL of a server of the program, with these options. */
async function serve(...options) {
  const program = spawn(PROGRAM, ["serve", "--no-open", "--page", `${ROOT}dist`, "--listen", "127.0.0.1:0", ...options]);
  stops.push(() => program.kill());
  let said = "";
  program.stderr.on("data", (text) => (said += text));
  return new Promise((resolve, reject) => {
    program.stdout.once("data", (text) => resolve(String(text).trim()));
    program.once("exit", () => reject(new Error(said)));
  });
}

/** Opens a page of the server. */
async function open(url, options) {
  const opened = await load({ ...options, url });
  await started(opened);
  return opened;
}

const robots = (origin, ...paths) => ({
  type: "text/plain",
  body: `User-agent: *\nAllow: /\n${paths.map((path) => `Sitemap: ${origin}${path}\n`).join("")}`,
});

test("a URL is searched for sitemaps, and all of them are checked", async () => {
  let isUp = false;
  const { origin, asked } = await site((origin) => ({
    "/robots.txt": robots(origin, "/index.xml"),
    "/index.xml": { body: index(`${origin}/a.xml`, `${origin}/b.xml`, `${origin}/gone.xml`, `${origin}/busy.xml`) },
    "/a.xml": { body: sitemap(`<loc>${origin}/a&b</loc>`) },
    "/b.xml": { status: 301, header: { Location: "/moved.xml" } },
    "/moved.xml": { body: sitemap(`<loc>${origin}/b</loc>`) },
    "/busy.xml": () => (isUp ? { body: sitemap(`<loc>${origin}/c</loc>`) } : { status: 500 }),
  }));
  const page = await open(await serve("--allow-private"));
  assert.match(await box(page).getAttribute("placeholder"), /enter a URL/);
  await box(page).fill(`${origin}/`);
  await button(page, "Fetch and check").waitFor();
  await screenshot(page, "fetch-ask");
  await box(page).press("Enter");
  await page.getByText("could not be fetched", { exact: false }).first().waitFor();
  const said = await page.locator(".fetched").innerText();
  assert.match(said, /fetched 4 files\. Your browser sent it only URLs\. 2 files could not be fetched/);
  await screenshot(page, "fetched");
  assert.deepEqual(await tree(page), [
    `1 ${origin}/robots.txt`,
    `2 ${origin}/index.xml`,
    ...["a.xml", "b.xml", "gone.xml", "busy.xml"].map((name) => `3 ${origin}/${name}`),
  ]);
  // The finding in a file that was fetched is at its place.
  await look(page, `${origin}/a.xml`);
  await choose(page, "4:34");
  assert.equal((await marked(page)).rule, "loc-unescaped-ampersand");
  isUp = true;
  const before = asked.filter((path) => path === "/a.xml").length;
  await button(page, "Try again").click();
  await page.getByText(/fetched 5 files/).waitFor();
  assert.equal(asked.filter((path) => path === "/a.xml").length, before, "what is there is not fetched again");
  assertClean(page);
});

test("a search is stopped, and what has come is checked", async () => {
  const { origin } = await site((origin) => ({
    "/robots.txt": robots(origin, "/a.xml", "/slow.xml"),
    "/a.xml": { body: sitemap(`<loc>${origin}/a</loc>`) },
    "/slow.xml": { hold: true },
  }));
  const page = await open(await serve("--allow-private"));
  await box(page).fill(origin);
  await button(page, "Fetch and check").waitFor();
  await box(page).press("Enter");
  await page.getByText("a.xml").first().waitFor();
  await page.locator("progress[value='2']").waitFor();
  await screenshot(page, "fetching");
  await button(page, "Stop").click();
  await page.getByText(/fetched 2 files/).waitFor();
});

test("a URL that cannot be had is said in a sentence", async () => {
  const page = await open(await serve());
  await box(page).fill("http://127.0.0.1:9/sitemap.xml");
  await button(page, "Fetch and check").waitFor();
  await box(page).press("Enter");
  await page.getByRole("alert").getByText("private network", { exact: false }).waitFor();
  await button(page, "Try again").click();
  await page.getByRole("alert").getByText("private network", { exact: false }).waitFor();
});

test("what a URL in its field leads to is in view, and the page does not say that nothing is fetched", async () => {
  const url = await serve();
  for (const viewport of [{ width: 1366, height: 768 }, { width: 390, height: 844 }]) {
    const page = await open(url, { viewport });
    await page.getByText("Press Enter to fetch", { exact: false }).waitFor();
    assert.equal(await page.locator(".without-server:visible").count(), 0);
    assert.equal(await page.locator(".with-server:visible").count(), 1);
    await page.getByLabel("URL of the sitemap").fill("http://127.0.0.1:9/sitemap.xml");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement.textContent === "Try again");
    const { y, height } = await page.getByRole("alert").boundingBox();
    assert.ok(y >= 0 && y + height <= viewport.height, `${y} px below the top of the window, ${height} px high`);
    assertClean(page);
  }
});
