// The list of findings: filters, order, numbers under caps, and a list far longer than the screen.

import assert from "node:assert/strict";
import { SMOKE, VOLUME, test } from "./engines.mjs";
import { groups, look, open, setVerdict, sitemap, type, unfold, verdict } from "./steps.mjs";
import { assertClean, axe, drawsOften, dropFiles, screenshot } from "./support.mjs";

const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 360, height: 740 };

/** Five faults an entry: a fragment, a date, a frequency, a priority, and an element that is unknown. */
const faulty = (index) =>
  `<loc>https://shop.tidepool.page/page-${index}#top</loc>\n` +
  `    <lastmod>2024-02-30</lastmod>\n    <changefreq>mothly</changefreq>\n    <priority>1.5</priority>\n    <colour>red</colour>`;

/** Drops a sitemap of so many entries with five faults each. */
const drop = (opened, entries) =>
  dropFiles(opened, [{ name: "large.xml", text: sitemap(...Array.from({ length: entries }, (_, index) => faulty(index))) }]);

const search = (opened) => opened.getByRole("searchbox", { name: "Search the problems" });
const pick = (opened, name) => opened.getByRole("combobox", { name, exact: true });
const counted = (opened) => opened.locator(".count output").textContent();
const waitForCount = (opened, text) =>
  opened.waitForFunction((text) => document.querySelector(".count output").textContent === text, text);

/** A relative URL, two fragments, and a priority out of range. */
const MIXED = sitemap(
  "<loc>https://shop.tidepool.page/#blue</loc>",
  "<loc>/about</loc>",
  "<loc>https://shop.tidepool.page/red#a</loc>",
  "<loc>https://shop.tidepool.page/</loc>\n    <priority>7</priority>",
);

test("filters and an order combine, count what they leave, and are cleared", SMOKE, async () => {
  const opened = await open({ viewport: WIDE });
  await type(opened, MIXED);
  await verdict(opened, "2 errors.");
  const all = (await groups(opened)).reduce((sum, group) => sum + Number(group.number), 0);
  assert.equal(await counted(opened), "");

  await unfold(opened, "details.more-filters");
  const fragments = await pick(opened, "Rule").locator("option", { hasText: "(2)" }).getAttribute("value");
  await pick(opened, "Rule").selectOption(fragments);
  await waitForCount(opened, `2 of ${all} findings`);
  assert.equal((await groups(opened)).length, 1);
  await search(opened).fill("blue");
  await waitForCount(opened, `1 of ${all} findings`);
  assert.equal((await groups(opened))[0].number, "1 of 2");
  await opened.getByRole("button", { name: "Clear filters" }).click();
  await waitForCount(opened, "");
  assert.equal(await search(opened).inputValue(), "");
  assert.equal(await pick(opened, "Rule").inputValue(), "");

  await search(opened).fill("nothing says this");
  await opened.getByText("No problems match these filters").waitFor();
  await waitForCount(opened, `0 of ${all} findings`);
  await search(opened).fill("ABOUT");
  await opened.waitForFunction(() => document.querySelectorAll(".group").length === 1);
  assert.deepEqual((await groups(opened))[0].rows, ["7:10"]);
  await search(opened).fill("");
  await waitForCount(opened, "");

  await opened.getByRole("button", { name: "2 errors" }).click();
  await opened.waitForFunction(() => document.querySelectorAll(".group .row").length === 2);
  assert.ok((await groups(opened)).some(({ rows }) => rows.includes("7:10")));
  await opened.getByRole("button", { name: "2 errors" }).click();
  await waitForCount(opened, "");
  const schema = await pick(opened, "Rule source").locator("option", { hasText: "XML schema" }).getAttribute("value");
  await pick(opened, "Rule source").selectOption(schema);
  await opened.waitForFunction(() => ![...document.querySelectorAll(".group .title")].some((title) => /about/.test(title.textContent)));
  await opened.getByRole("button", { name: "Clear filters" }).click();
  await waitForCount(opened, "");
  await pick(opened, "Sort by").selectOption("Count");
  await opened.waitForFunction(() => document.querySelector(".group-head .number").textContent === "2");
  assertClean(opened);
});

test("what an engine does wraps on a phone", async () => {
  const opened = await open({ viewport: { width: 390, height: 844 } });
  const text = sitemap("<loc>https://shop.tidepool.page/a/../b</loc><lastmod>2024-13-40</lastmod>");
  await dropFiles(opened, [{ name: "bad.xml", text }]);
  await opened.locator(".authority", { hasText: "ignores 1 value, documents nothing about 1 other finding" }).waitFor();
  const [width, ...ends] = await opened.evaluate(() => [innerWidth, ...[...document.querySelectorAll(".authority")].map((chip) => chip.getBoundingClientRect().right)]);
  assert.ok(ends.length === 3 && ends.every((end) => end <= width), `${ends} of ${width}`);
  assertClean(opened);
});

test("pages about rules are found from the pages of other languages too", async () => {
  for (const path of ["fr/", "es/"]) {
    const opened = await open({ path, viewport: WIDE });
    await type(opened, MIXED);
    const link = opened.locator(".group[data-rule='loc-relative'] .rule-page");
    await link.waitFor();
    const leads = async (language) => {
      const answer = await opened.request.get(await link.evaluate((link) => link.href));
      assert.equal(answer.status(), 200, answer.url());
      assert.ok((await answer.text()).includes(`<html lang="${language}"`), answer.url());
    };
    await leads(path.slice(0, 2));
    await opened.locator(".language select").selectOption("en");
    await opened.waitForFunction(() => document.documentElement.lang === "en");
    await leads("en");
    assertClean(opened);
  }
});

test("another file of as many rows is listed from its start", async () => {
  const opened = await open({ viewport: WIDE });
  const text = sitemap(...Array.from({ length: 500 }, (_, at) => `<loc>/page-${at}</loc>`));
  await dropFiles(opened, ["a.xml", "b.xml"].map((name) => ({ name, text })));
  await setVerdict(opened, "Not valid");
  for (const name of ["a.xml", "b.xml"]) {
    await look(opened, name);
    await opened.locator(".bar-name", { hasText: name }).waitFor();
    await opened.getByRole("button", { name: "450 more" }).click();
    await opened.locator(".rows[data-size='500']").waitFor();
  }
  await opened.locator(".problems .groups").evaluate((list) => (list.scrollTop = 28 * 250));
  await opened.locator(".rows > li[aria-posinset='255']").waitFor();
  await look(opened, "a.xml");
  await opened.locator(".bar-name", { hasText: "a.xml" }).waitFor();
  await opened.waitForFunction(() => {
    const list = document.querySelector(".problems .groups");
    const { top, bottom } = list.getBoundingClientRect();
    const seen = ({ top: from, bottom: to }) => from < bottom && to > top;
    return [...list.querySelectorAll(".rows > li")].filter((row) => seen(row.getBoundingClientRect())).length > 5;
  });
  assertClean(opened);
});

test("250,000 findings are all counted, and the list says what is kept", VOLUME, async () => {
  const opened = await open({ viewport: WIDE });
  await drop(opened, 50_000);
  await verdict(opened, "Not valid");
  const [first] = await groups(opened);
  assert.equal(first.number, "50,000");
  assert.match(await counted(opened), /^25\d,\d{3} findings in total; the first 5,\d{3} are listed here and marked in the source$/);
  await opened.getByRole("button", { name: "950 more" }).first().click();
  await opened.locator(".group", { hasText: "The first 1,000 of 50,000 are listed" }).first().waitFor();

  await search(opened).fill("page-999#");
  await opened.waitForFunction(() => /found among/.test(document.querySelector(".count output").textContent));
  assert.match(await counted(opened), /^1 found among the first 5,\d{3} of 25\d,\d{3} findings$/);
  const [found] = await groups(opened);
  assert.equal(found.number, "1 of 50,000");
  assert.equal(found.rows.length, 1);
  assertClean(opened);
});

/** Opens all groups and lists all that is kept; returns how many rows there are. */
async function listAll(opened) {
  await unfold(opened, "details.more-filters");
  await opened.getByRole("button", { name: "Collapse all" }).click();
  await opened.getByRole("button", { name: "Expand all" }).click();
  await opened.waitForFunction(() => !document.querySelector(".group-head[aria-expanded=false]"));
  const more = opened.locator("button.more:not([aria-disabled])");
  while ((await more.count()) > 0) await more.evaluateAll(([button]) => button?.click());
  await opened.waitForFunction(() => document.querySelectorAll("button.more").length === 0);
  return opened.locator(".rows").evaluateAll((rows) =>
    rows.reduce((sum, list) => sum + Number(list.dataset.size ?? list.children.length), 0),
  );
}

const current = (opened) =>
  opened.evaluate(() => {
    const row = document.querySelector(".row[aria-current=true]");
    const { top, bottom } = row.getBoundingClientRect();
    return {
      place: row.querySelector(".place").lastChild.textContent,
      position: `${row.parentElement.ariaPosInSet} of ${row.parentElement.ariaSetSize}`,
      focused: document.activeElement === row,
      seen: top >= 0 && bottom <= innerHeight,
      rows: document.querySelectorAll(".row").length,
    };
  });

/** For `before`: the window is not in front. It can be scrolled all the same. */
const behind = (opened) => opened.addInitScript(() => (Document.prototype.hasFocus = () => false));

for (const [name, options] of [["wide", { viewport: WIDE }], ["narrow", { viewport: NARROW, before: behind }]]) {
  test(`thousands of rows are walked by keys, and few exist: ${name}`, async () => {
    const opened = await open(options);
    await drop(opened, 1_000);
    await verdict(opened, "Not valid");
    const rows = await listAll(opened);
    assert.ok(rows >= 5000, `${rows} rows`);
    await opened.locator(".row").first().focus();
    await opened.keyboard.press("Home");
    const press = async (key, position) => {
      await opened.keyboard.press(key);
      await opened.waitForFunction(
        (position) => {
          const row = document.querySelector(".row[aria-current=true]").parentElement;
          return `${row.ariaPosInSet} of ${row.ariaSetSize}` === position && row.contains(document.activeElement);
        },
        position,
        { timeout: 10_000 },
      ).catch(async () => assert.fail(`${key} should lead to ${position}, not ${JSON.stringify(await current(opened))}`));
      const now = await current(opened);
      assert.ok(now.focused && now.seen, `${key}: ${JSON.stringify(now)}`);
      assert.ok(now.rows < 200, `${now.rows} rows exist`);
    };
    await press("ArrowDown", "2 of 1000");
    await press("ArrowUp", "1 of 1000");
    for (let page = 0; page < 4; page++) {
      const before = Number((await current(opened)).position.split(" ")[0]);
      await opened.keyboard.press("PageDown");
      await opened.waitForFunction(
        (before) => {
          const row = document.querySelector(".row[aria-current=true]");
          const { top, bottom } = row.getBoundingClientRect();
          const isSeen = top >= 0 && bottom <= innerHeight;
          return Number(row.parentElement.ariaPosInSet) > before + 5 && row === document.activeElement && isSeen;
        },
        before,
      );
      const now = await current(opened);
      assert.ok(now.focused && now.seen && now.rows < 200, JSON.stringify(now));
    }
    await opened.keyboard.press("End");
    await opened.waitForFunction(() => {
      const all = document.querySelectorAll(".row");
      return document.activeElement === all[all.length - 1];
    });
    assert.ok((await current(opened)).rows < 200);
    await press("Home", "1 of 1000");

    // Scrolled away, the row keeps the focus, and the next key leads back to it.
    await opened.evaluate(() => {
      const list = document.querySelector(".groups");
      if (list.scrollHeight > list.clientHeight) list.scrollTop = 60_000;
      else scrollTo(0, 60_000);
    });
    await opened.waitForFunction(() => document.querySelectorAll(".row[aria-current=false]").length > 10);
    await opened.waitForFunction(() => !document.querySelector(".rows li:nth-child(2)")?.ariaPosInSet?.startsWith("2"));
    assert.ok((await current(opened)).focused, "the focus is not lost");
    await press("ArrowDown", "2 of 1000");
    assert.deepEqual(await axe(opened, ".problems"), []);
    await screenshot(opened, `long-list-${name}`);
    assertClean(opened);
  });
}

test("rows are at their places as soon as they exist", async () => {
  const opened = await open({ viewport: WIDE, before: drawsOften });
  await drop(opened, 1000);
  await verdict(opened, "Not valid");
  await listAll(opened);
  const seen = await opened.locator(".groups").evaluate(async (list) => {
    const rows = () => [...list.querySelectorAll(".rows[data-size] > li")];
    const misplaced = (row) => Math.abs(row.offsetTop - row.parentElement.offsetTop - 28 * (row.ariaPosInSet - 1)) > 1;
    const seen = { changes: 0, misplaced: 0 };
    // After the page's own observer.
    const observer = new MutationObserver(() => {
      seen.changes += 1;
      seen.misplaced += rows().filter(misplaced).length;
    });
    observer.observe(list, { childList: true, subtree: true });
    for (const top of [20_000, 60_000, 40_000]) {
      list.scrollTop = top;
      const isShown = () => {
        const { top, bottom } = list.getBoundingClientRect();
        return rows().filter((row) => row.getBoundingClientRect().top < bottom && row.getBoundingClientRect().bottom > top).length > 8;
      };
      while (!isShown()) await new Promise(requestAnimationFrame);
    }
    return seen;
  });
  assert.ok(seen.changes > 0);
  assert.equal(seen.misplaced, 0);
  assertClean(opened);
});

test("the rows on screen have their excerpts, wherever the list is scrolled", async () => {
  const opened = await open({ viewport: WIDE });
  await drop(opened, 1000);
  await verdict(opened, "Not valid");
  await listAll(opened);
  for (const at of [0.5, 0.1, 0.98]) {
    await opened.locator(".groups").evaluate((list, at) => (list.scrollTop = list.scrollHeight * at), at);
    await opened.waitForFunction(() => {
      const frame = document.querySelector(".groups").getBoundingClientRect();
      const seen = [...document.querySelectorAll(".row")].filter((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return bottom > frame.top && top < frame.bottom;
      });
      return seen.length > 8 && seen.every((row) => row.querySelector("mark"));
    });
  }
  assertClean(opened);
});

test("a file without fault says what was checked and what was not", async () => {
  const opened = await open({ viewport: WIDE });
  await type(opened, sitemap("<loc>https://shop.tidepool.page/</loc><lastmod>2024-05-01</lastmod>"));
  await verdict(opened, "Valid.");
  const done = opened.locator(".perfect .done li");
  assert.ok((await done.allTextContents()).some((fact) => fact.startsWith("1 URL on 1 host: ")));
  assert.ok((await done.allTextContents()).includes("1 date in lastmod: 2024-05-01"));
  assert.match((await opened.locator(".perfect .undone li").allTextContents()).join(), /Status codes/);
  await opened.locator(".perfect").getByRole("button", { name: "enter the URL of the sitemap" }).click();
  assert.equal(await opened.evaluate(() => document.activeElement.id), "address");
  assertClean(opened);
});
