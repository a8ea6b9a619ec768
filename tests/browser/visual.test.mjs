// How each state of the page looks: nothing for axe to find, nothing wider than the window, and no other picture than
// the one that was looked at last. Of each picture a coarse print is kept in looks.json: 32 cells across, the mean
// brightness of each. UPDATE_LOOKS=1 keeps those of this run, after a look at tests/browser/out.

import assert from "node:assert/strict";
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { after } from "node:test";
import { CHROMIUM, test } from "./engines.mjs";
import { fileURLToPath } from "node:url";
import { BEFORE, STATES } from "./states.mjs";
import { open } from "./steps.mjs";
import { assertClean, axe, CONTRAST_ONLY, screenshot, settled, STRUCTURE_ONLY } from "./support.mjs";

const KEPT = fileURLToPath(new URL("looks.json", import.meta.url));
const kept = JSON.parse(await readFile(KEPT, "utf8").catch(() => "{}"));
const now = {};

/** The picture in README.md, and the state that it shows. */
const README = fileURLToPath(new URL("../../docs/screenshot.png", import.meta.url));
const IN_README = "broken-wide-light";

/** The page is loaded at two widths; at the one between them it is shown in a window that was wide. */
const WIDTHS = { wide: { width: 1400, height: 900 }, middle: { width: 820, height: 1100 }, narrow: { width: 320, height: 640 } };
const DEFAULT = { colorScheme: "light", forcedColors: "none" };
const LOOKS = { light: { colorScheme: "light" }, dark: { colorScheme: "dark" }, forced: { forcedColors: "active" } };
/** A cell is another one when its brightness differs by more than this, of 255. */
const APART = 8;
/** Fonts are those of fonts.conf, but browsers differ: this many of the cells with something in them may differ, of 100. */
const MOST = 8;

after(async () => {
  if (process.env.UPDATE_LOOKS) {
    const all = Object.fromEntries(Object.entries({ ...kept, ...now }).sort(([a], [b]) => (a < b ? -1 : 1)));
    await writeFile(KEPT, `${JSON.stringify(all, null, 1)}\n`);
  }
});

/** 32 cells across and as many down as fit: two hexadecimal digits of brightness each. */
const print = (opened, path) =>
  readFile(path, "base64").then((data) =>
    opened.evaluate(async (data) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const [width, height] = [32, Math.round((32 * image.height) / image.width)];
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext("2d");
      context.imageSmoothingQuality = "high";
      context.drawImage(image, 0, 0, width, height);
      const { data: pixels } = context.getImageData(0, 0, width, height);
      let cells = "";
      for (let at = 0; at < pixels.length; at += 4) {
        const brightness = Math.round(0.299 * pixels[at] + 0.587 * pixels[at + 1] + 0.114 * pixels[at + 2]);
        cells += brightness.toString(16).padStart(2, "0");
      }
      return cells;
    }, data),
  );

const cells = (print) => print.match(/../g).map((cell) => parseInt(cell, 16));

/** How much of what stands in either picture is another in the other, of 100. The empty ground does not count. */
function unlike(before, after) {
  assert.equal(after.length, before.length, "as many cells");
  const often = new Map();
  for (const cell of before) often.set(cell, (often.get(cell) ?? 0) + 1);
  const [[ground]] = [...often].sort(([, a], [, b]) => b - a);
  const apart = (a, b) => Math.abs(a - b) > APART;
  const ink = before.filter((cell, at) => apart(cell, ground) || apart(after[at], ground)).length;
  const others = before.filter((cell, at) => apart(cell, after[at])).length;
  return Math.round((100 * others) / Math.max(ink, 1));
}

/** Takes out what differs from run to run. */
const still = (opened) =>
  opened.evaluate(() => {
    for (const part of document.querySelectorAll(".ground")) {
      for (const text of part.childNodes) if (text.data) text.data = text.data.replace(/[\d,]+ ms/, "… ms");
    }
    // Without a value it moves.
    for (const progress of document.querySelectorAll("progress:indeterminate")) progress.value = 0;
  });

/** The names of the pictures that are not what was looked at, with how much of them differs. */
async function changed(opened, state, width) {
  const others = [];
  for (const [look, media] of Object.entries(LOOKS)) {
    // One state that has all colors of the page is enough of forced ones.
    if (look === "forced" && state !== "broken") continue;
    const name = `${state}-${width}-${look}`;
    await opened.emulateMedia({ ...DEFAULT, ...media });
    assert.deepEqual(await axe(opened, undefined, CONTRAST_ONLY), [], name);
    await opened.evaluate(() => scrollTo(0, 0));
    await settled(opened);
    const picture = await screenshot(opened, name);
    now[name] = await print(opened, picture);
    if (process.env.UPDATE_LOOKS) {
      if (name === IN_README) await copyFile(picture, README);
      continue;
    }
    assert.ok(kept[name], `nobody has looked at ${name} yet: UPDATE_LOOKS=1`);
    const share = unlike(cells(kept[name]), cells(now[name]));
    if (share > MOST) others.push(`${share}% of tests/browser/out/${name}.png`);
    if (name === IN_README && unlike(cells(await print(opened, README)), cells(now[name])) > MOST) others.push("docs/screenshot.png");
  }
  return others;
}

/** Nothing for axe to find that does not depend on colors, and nothing wider than the window. */
async function wellBuilt(opened) {
  assert.deepEqual(await axe(opened, undefined, STRUCTURE_ONLY), []);
  const overhang = await opened.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(overhang <= 0, `${overhang} px too wide`);
}

for (const state of Object.keys(STATES)) {
  for (const width of ["wide", "narrow"]) {
    test(`${state}, ${width}: as it was looked at, and nothing for axe to find`, CHROMIUM, async () => {
      const opened = await open({ viewport: WIDTHS[width], ...DEFAULT, reducedMotion: "reduce", before: BEFORE[state] });
      await STATES[state](opened);
      await settled(opened);
      await still(opened);
      assert.doesNotMatch(await opened.locator("#app").innerText(), /\d ms\b/);
      await wellBuilt(opened);
      const others = await changed(opened, state, width);
      if (width === "wide") {
        await opened.setViewportSize(WIDTHS.middle);
        await wellBuilt(opened);
        others.push(...(await changed(opened, state, "middle")));
      }
      if (!BEFORE[state]) assertClean(opened);
      assert.deepEqual(others, [], "these are other pictures");
    });
  }
}
