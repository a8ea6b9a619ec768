// What a visitor does and sees on the page, in words of the page.

import assert from "node:assert/strict";
import { page as load } from "./support.mjs";

/** Opens the page and waits until it takes files and text; the options are those of `page`. */
export async function open(options) {
  const opened = await load(options);
  await started(opened);
  return opened;
}

/** Waits until the app has taken over from the first view. */
export const started = (page) => page.waitForFunction(() => document.querySelector("textarea") && !document.querySelector("#loading"));

/** A sitemap around these entries; the first `<url>` is on line 3. */
export const sitemap = (...entries) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n` +
  entries.map((entry) => `  <url>\n    ${entry}\n  </url>\n`).join("") +
  "</urlset>\n";

/** A sitemap index of these addresses; the first `<sitemap>` is on line 3. */
export const index = (...addresses) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n` +
  addresses.map((address) => `  <sitemap>\n    <loc>${address}</loc>\n  </sitemap>\n`).join("") +
  "</sitemapindex>\n";

export const GOOD = sitemap("<loc>https://shop.tidepool.page/</loc>", "<loc>https://shop.tidepool.page/a</loc>");

/** The box that takes text. */
export const box = (page) => page.getByLabel("Sitemap text");

/** Puts text into the box as typing would. */
export const type = (page, text) => box(page).fill(text);

/** The field for the sitemap's own address. */
export const address = (page) => page.getByLabel("URL of the sitemap");

export const button = (page, name) => page.getByRole("button", { name });

/** Chooses from the menu of what can be saved; of several files, from that of all unless told otherwise. */
export async function menu(page, item, within = "#app") {
  await page.locator(`${within} .menu > summary`).first().click();
  await page.locator(".menu[open]").getByRole("button", { name: item }).first().click();
}

/** Waits for a verdict and checks that it begins like this. */
export async function verdict(page, start) {
  const heading = page.locator("#verdict .headline");
  await page.waitForFunction(
    (start) => document.querySelector("#verdict .headline")?.textContent.startsWith(start),
    start,
    { timeout: 30_000 },
  ).catch(async () => {
    const seen = (await heading.count()) ? await heading.textContent() : "no verdict";
    assert.fail(`expected a verdict "${start}", saw "${seen}"`);
  });
  return (await page.locator("#verdict").textContent()).trim();
}

/** Waits for the verdict on several files and gives it. */
export async function setVerdict(page, start, timeout = 30_000) {
  await page.waitForFunction(
    (start) => document.querySelector("#set-verdict .headline")?.textContent.startsWith(start),
    start,
    { timeout },
  );
  return (await page.locator("#set-verdict").textContent()).trim();
}

/** The lines of the tree of files: level and name of each. */
export const tree = (page) =>
  page.locator("[role=treeitem]").evaluateAll((lines) =>
    lines.map((line) => `${line.ariaLevel} ${line.querySelector(".name").title || line.textContent.trim()}`),
  );

/** Looks at one of several files. */
export const look = (page, name) => page.locator("[role=treeitem]", { has: page.locator(`.name[title="${name}"]`) }).click();

/** The groups of the list: [{ title, number, rows: ["line:column", …] }]. */
export const groups = (page) =>
  page.locator(".group").evaluateAll((groups) =>
    groups.map((group) => ({
      title: group.querySelector(".title").textContent,
      number: group.querySelector(".group-head .number").textContent,
      rows: [...group.querySelectorAll(".row .place")].map((place) => place.lastChild.textContent),
    })),
  );

/** Clicks the row of a place and waits until the source shows it. */
export async function choose(page, place) {
  await page.locator(".row", { hasText: new RegExp(`column ${place}(?!\\d)`) }).click({ timeout: 10_000 });
  await page.waitForSelector(".source .here");
}

/** What is marked in the source for the finding looked at: its rule, line, and characters. */
export const marked = (page) =>
  page.evaluate(() => {
    const here = [...document.querySelectorAll(".source .here")];
    const line = here[0].closest(".line").querySelector(".gutter").textContent.trim();
    const code = here[0].closest("code");
    const range = document.createRange();
    range.setStart(code, 0);
    range.setEndBefore(here[0]);
    return {
      rule: document.querySelector(".problem-meta code").textContent,
      line: Number(line),
      column: [...range.toString()].length + 1,
      text: here.map((mark) => mark.textContent).join(""),
    };
  });
