// Visits the built page over a slow line with a slow processor, and prints what a visitor waits for: see `take` in
// protocol.mjs.

import { join } from "node:path";
import { launch } from "./launch.mjs";
import { take } from "./protocol.mjs";
import { serveSlowly } from "./slow.mjs";

const rounds = Number(process.env.ROUNDS ?? 3);
const SLOWER = 4;

const SMALL = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  <url><loc>https://tidepool.page/</loc><lastmod>2026-13-01</lastmod><priority>2</priority></url>
</urlset>`;

const server = await serveSlowly(process.env.DIST);
const browser = await launch();

/** Notes when the field is there, and when the verdict is. */
function watch() {
  window.visit = {};
  const look = () => {
    if (document.querySelector("#text")) window.visit.usable ??= performance.now();
    if (/^(Valid|Not valid)/.test(document.querySelector("#verdict .headline")?.textContent ?? "")) {
      window.visit.verdict ??= performance.now();
    }
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
}

const paste = (page) =>
  page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData }));
  }, SMALL);

const pick = (page) => page.setInputFiles("input[type=file]", join(process.env.INPUT_FOLDER, "plain.xml"));

/** From the navigation until the field is there, and until the verdict on what `hand` hands in at once. */
async function visit(context, hand) {
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await page.addInitScript(watch);
  await page.goto(server.url, { waitUntil: "commit" });
  await page.waitForSelector("#text");
  await hand(page);
  await page.waitForFunction(() => window.visit.verdict);
  return page.evaluate(() => window.visit);
}

async function cold(hand) {
  const context = await browser.newContext();
  try {
    return await visit(context, hand);
  } finally {
    await context.close();
  }
}

async function again(hand) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    await page.goto(server.url);
    await page.waitForFunction(() => navigator.serviceWorker.controller, undefined, { polling: 200 });
    await page.close();
    return await visit(context, hand);
  } finally {
    await context.close();
  }
}

const CANDIDATES = {
  "cold, field": async () => (await cold(paste)).usable,
  "cold, small": async () => (await cold(paste)).verdict,
  "cold, plain": async () => (await cold(pick)).verdict,
  "again, field": async () => (await again(paste)).usable,
  "again, small": async () => (await again(paste)).verdict,
  "again, plain": async () => (await again(pick)).verdict,
};

try {
  if (process.env.ROWS.split(",").includes("page-visit")) {
    await take("page-visit", rounds, Object.keys(CANDIDATES), (name) => CANDIDATES[name]());
  }
} finally {
  await browser.close();
  server.close();
}
