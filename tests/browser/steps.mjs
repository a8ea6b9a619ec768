// What a visitor does and sees on the page, in words of the page.

import assert from "node:assert/strict";
import { ENGINE } from "./engines.mjs";
import { page as load, paste } from "./support.mjs";

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

/** The field that takes text: the box, or the editor of the source. */
export const box = (page) => page.locator("#text, .editor .cm-content").last();

/** Puts text into it in place of all that is there, as typing would. */
export async function type(page, text) {
  const field = box(page);
  const kind = await field.evaluate((field) => {
    const view = field.cmTile?.view;
    view?.focus();
    view?.dispatch({ selection: { anchor: 0, head: view.state.doc.length } });
    if (!field.isConnected) return "gone";
    return view ? "editor" : field.closest(".editor") && "editor to come";
  });
  // It has made way for the editor, or for the field of the app.
  if (kind === "gone") return type(page, text);
  if (kind === "editor to come") {
    await page.locator(".editor .cm-content").waitFor();
    return type(page, text);
  }
  // A frame has no keyboard of its own.
  const keyboard = page.keyboard ?? field.page().keyboard;
  if (kind !== "editor") await field.fill(text);
  else if (!text) await keyboard.press("Delete");
  else if (ENGINE === "chromium") await keyboard.insertText(text);
  // The drivers of the others insert text by a command that tells the page afterwards.
  else await paste(page, { text }, ".cm-content");
}

/** The text in it. An editor draws only the lines on screen: CodeMirror has the others. */
export const textIn = (page) => box(page).evaluate((field) => field.value ?? field.cmTile.view.state.doc.toString());

/** Waits until the editor holds this text: keys reach some browsers late. */
export const holds = (page, text) =>
  page
    .waitForFunction((text) => document.querySelector(".editor").shadowRoot.querySelector(".cm-content").cmTile.view.state.doc.toString() === text, text)
    .catch(async () => assert.equal(await textIn(page), text));

/** The field for the sitemap's own address. */
export const address = (page) => page.getByLabel("URL of the sitemap");

export const button = (page, name) => page.getByRole("button", { name });

/** Chooses from the menu of what can be saved; of several files, from that of all unless told otherwise. */
export async function menu(page, item, within = "#app") {
  await page.locator(`${within} .menu > summary`).first().click();
  await page.locator(".menu[open]").getByRole("button", { name: item }).first().click();
}

/** Waits until the verdict in an element begins like this, with the word of its sign or with the headline, and returns all of it. */
async function judged(page, id, start, timeout) {
  const heading = page.locator(id);
  await page.waitForFunction(
    ([id, start]) => {
      const heading = document.querySelector(id);
      return [heading, heading?.querySelector(".headline")].some((part) => part?.textContent.trim().startsWith(start));
    },
    [id, start],
    { timeout },
  ).catch(async () => {
    const seen = (await heading.count()) ? await heading.textContent() : "no verdict";
    assert.fail(`expected a verdict "${start}", saw "${seen}"`);
  });
  return (await heading.textContent()).trim();
}

/** Waits for the verdict on a file. */
export const verdict = (page, start, timeout = 30_000) => judged(page, "#verdict", start, timeout);

/** Waits for the verdict on several files. */
export const setVerdict = (page, start, timeout = 30_000) => judged(page, "#set-verdict", start, timeout);

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

/** Opens a part of the page that is folded. */
export async function unfold(page, details) {
  const summary = page.locator(`${details}:not([open]) > summary`);
  if ((await summary.count()) > 0) await summary.first().click();
}

/** Clicks the row of a place and waits until the source shows it. */
export async function choose(page, place) {
  await page.locator(".row", { hasText: new RegExp(`column ${place}(?!\\d)`) }).click({ timeout: 10_000 });
  const [line, column] = place.split(":").map((number) => Number(number).toLocaleString("en"));
  await page.locator(".problem-tools", { hasText: `line ${line}, column ${column}` }).waitFor({ state: "attached" });
  await page.waitForSelector(".source .here", { state: "attached" });
}

/** The rule of the problem that is looked at. */
export const rule = (page) => page.locator(".problem-tools code").textContent();

/** Line, column and text of what a selector finds in the source, in the editor or where it cannot be edited; none if nothing. */
export const placeOf = (page, selector) =>
  page.evaluate((selector) => {
    const source = document.querySelector(".source");
    const found = [...(source?.shadowRoot ?? source)?.querySelectorAll(selector) ?? []];
    if (!found.length) return;
    const text = found.map((mark) => mark.textContent).join("");
    if (source.shadowRoot) {
      const { view } = source.shadowRoot.querySelector(".cm-content").cmTile;
      const at = view.posAtDOM(found[0]);
      const line = view.state.doc.lineAt(at);
      return { line: line.number, column: [...line.text.slice(0, at - line.from)].length + 1, text };
    }
    const code = found[0].closest("code");
    const range = document.createRange();
    range.setStart(code, 0);
    range.setEndBefore(found[0]);
    const line = Number(code.closest(".line").querySelector(".gutter").textContent.trim());
    return { line, column: [...range.toString()].length + 1, text };
  }, selector);

/** What is marked in the source for the finding looked at: its rule, line, and characters. */
export const marked = async (page) => ({ rule: await rule(page), ...(await placeOf(page, ".here:not(.hit)")) });
