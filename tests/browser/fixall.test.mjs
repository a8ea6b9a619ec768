import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { SMOKE, test } from "./engines.mjs";
import { crc32, gunzipSync, gzipSync, inflateRawSync } from "node:zlib";
import { index, look, menu, open, setVerdict, sitemap, verdict } from "./steps.mjs";
import { assertClean, axe, dropFiles, inWorkers, screenshot } from "./support.mjs";

const at = (path) => `https://shop.tidepool.page/${path}`;
const A = sitemap(`<loc>${at("?a=1&b=2")}</loc>`, `<loc>${at("?c=3&d=4")}</loc>`);
const B = sitemap(`<loc>${at("?e=5&f=6")}</loc>`, "<loc>/relative</loc>");
const fixed = (text) => text.replaceAll("&", "&amp;");

/** An index and three children: two faults, one in a compressed file beside one that nobody can repair, and none. */
const SITE = [
  { name: "site/index.xml", text: index(at("a.xml"), at("b.xml.gz"), at("c.xml")) },
  { name: "site/a.xml", text: A },
  { name: "site/b.xml.gz", bytes: gzipSync(B) },
  { name: "site/c.xml", text: sitemap(`<loc>${at("c")}</loc>`) },
];

const tools = (opened, name) => opened.locator(".set-tools").getByRole("button", { name, exact: true });
const notice = (opened, text) => opened.locator(".toast p", { hasText: text }).waitFor();
/** The files of the archive that is downloaded by what is done, by their names, and the archive itself. */
async function archive(opened, act) {
  const saved = opened.waitForEvent("download");
  await act();
  const download = await saved;
  assert.equal(download.suggestedFilename(), "sitemaps-fixed.zip");
  const bytes = await readFile(await download.path());
  const files = new Map();
  const end = bytes.lastIndexOf("PK\x05\x06", undefined, "latin1");
  for (let at = bytes.readUInt32LE(end + 16), left = bytes.readUInt16LE(end + 10); left; left -= 1) {
    const [method, sum, packed] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 16), bytes.readUInt32LE(at + 20)];
    const [length, header] = [bytes.readUInt16LE(at + 28), bytes.readUInt32LE(at + 42)];
    const from = header + 30 + bytes.readUInt16LE(header + 26);
    const content = bytes.subarray(from, from + packed);
    const file = method ? inflateRawSync(content) : content;
    assert.equal(crc32(file), sum);
    files.set(bytes.toString("utf8", at + 46, at + 46 + length), file);
    at += 46 + length;
  }
  return { files, bytes };
}

test("all files of a set are repaired at once, saved, and taken back at once", SMOKE, async () => {
  const opened = await open({ viewport: { width: 1400, height: 900 } });
  await dropFiles(opened, SITE);
  await setVerdict(opened, "2 errors (4 places) in 2 of 4 files.");
  await screenshot(opened, "fix-all-wide");
  await tools(opened, "Preview").click();
  const plan = opened.getByRole("dialog");
  await plan.getByRole("button", { name: "Fix 3" }).waitFor();
  assert.deepEqual(await plan.locator("h3").allTextContents(), ["site/a.xml", "site/b.xml.gz"]);
  assert.deepEqual(await axe(opened), []);
  await opened.keyboard.press("Escape");
  await tools(opened, "Apply all safe fixes in 2 files (3)").focus();
  await opened.keyboard.press("Enter");
  await setVerdict(opened, "1 error in 1 of 4 files.");
  await notice(opened, /^3 fixed in 2 files, 1 left$/);
  await opened.waitForFunction(() => document.activeElement.id === "set-verdict");
  assert.equal(await opened.locator(".set-tools").getByRole("button", { name: /^Fix/ }).count(), 0, "nothing safe is left");
  await look(opened, "site/b.xml.gz");
  await verdict(opened, "1 error.");
  assert.deepEqual(await axe(opened), []);

  const { files } = await archive(opened, () => menu(opened, "Fixed files (2)"));
  assert.deepEqual([...files.keys()].sort(), ["site/a.xml", "site/b.xml.gz"]);
  assert.equal(files.get("site/a.xml").toString(), fixed(A));
  assert.equal(gunzipSync(files.get("site/b.xml.gz")).toString(), fixed(B));

  await tools(opened, "Undo").click();
  await setVerdict(opened, "2 errors (4 places) in 2 of 4 files.");
  await tools(opened, "Apply all safe fixes in 2 files (3)").waitFor();
  assert.equal(await tools(opened, "Undo").count(), 0);
  await opened.locator(".source .cm-line", { hasText: "?e=5&f=6" }).waitFor();

  // One rule in all files, which is shown first.
  const rules = opened.locator(".set-rules");
  await rules.getByRole("button", { name: /1 place, 1 file$/ }).click();
  await opened.locator(".file[aria-selected=true]", { hasText: "b.xml.gz" }).waitFor();
  await rules.getByRole("button", { name: /3 places, 2 files$/ }).click();
  assert.deepEqual(await rules.locator(".across-row").allTextContents(), ["site/a.xml 4:41 2 places", "site/b.xml.gz 4:41"]);
  await rules.locator(".across-row .link").first().click();
  await opened.locator(".file[aria-selected=true]", { hasText: "a.xml" }).waitFor();
  await rules.getByRole("button", { name: "Fix in 2 files…" }).click();
  await plan.getByRole("button", { name: "Fix 3" }).click();
  await notice(opened, /^3 fixed in 2 files, 1 left$/);
  assertClean(opened);
});

test("an archive of fixed files is opened again, and says what it does not take", async () => {
  const opened = await open();
  const names = Array.from({ length: 25 }, (_, number) => `${number}.xml`);
  await dropFiles(opened, names.map((name) => ({ name, text: sitemap(`<loc>${at(`${name}?a&b`)}</loc>`) })));
  await setVerdict(opened, "Not valid");
  await tools(opened, "Apply all safe fixes in 25 files (25)").click();
  await notice(opened, /^25 fixed in 25 files, none left$/);
  const { files, bytes } = await archive(opened, () => menu(opened, "Fixed files (25)"));
  for (const name of names) assert.match(files.get(name).toString(), /a&amp;b/, name);
  await opened.locator(".set-tools").getByRole("button", { name: "Clear" }).click();
  await opened.waitForFunction(() => document.querySelector("textarea"));
  // A file whose name is changed is no sitemap, and one whose content is cut short cannot be unpacked.
  const renamed = Buffer.from(bytes.toString("latin1").replaceAll("24.xml", "24.png"), "latin1");
  const entry = renamed.lastIndexOf("23.xml") - 46;
  renamed.writeUInt32LE(renamed.readUInt32LE(entry + 24) - 1, entry + 24);
  await dropFiles(opened, [{ name: "site.zip", bytes: renamed }]);
  await opened.waitForSelector("#set-verdict");
  await notice(opened, "2 files skipped that are not sitemaps (23.xml, 24.png)");
  assert.equal(await opened.locator(".file .name").count(), 23);
  assertClean(opened);
});

/** After the first repaired file, message 13 of the worker, nothing is heard of the first worker any more. */
const SILENT = inWorkers(
  `
    const post = self.postMessage.bind(self);
    let isSilent = false;
    self.postMessage = (data, ...rest) => {
      const isRepaired = data?.message?.[0] === 13;
      if (!isSilent) post(data, ...rest);
      isSilent ||= isRepaired;
    };
  `,
  { times: 1 },
);

test("how far it is is said when it takes long, and it can be cancelled", async () => {
  const opened = await open({ before: SILENT });
  const files = Array.from({ length: 6 }, (_, number) => ({ name: `${number}.xml`, text: A.replaceAll("c=3", `c=${number}`) }));
  await dropFiles(opened, files);
  await setVerdict(opened, "Not valid");
  await tools(opened, "Apply all safe fixes in 6 files (12)").focus();
  await opened.keyboard.press("Enter");
  const busy = opened.locator(".set-tools [aria-disabled=true]");
  await busy.filter({ hasText: /^Fixing: 1 of 6 files$/ }).waitFor();
  assert.equal(await opened.evaluate(() => document.activeElement.ariaDisabled), "true", "the focus stays");
  await opened.locator("[role=status]", { hasText: /^Fixing$/ }).waitFor({ state: "attached" });
  await tools(opened, "Cancel").click();
  await notice(opened, "Canceled: nothing was changed");
  await setVerdict(opened, "Not valid");
  await tools(opened, "Apply all safe fixes in 6 files (12)").waitFor();
  assert.equal(await tools(opened, "Undo").count(), 0);
  assertClean(opened);
});

test("it fits a narrow screen, in the dark and in French", async () => {
  const opened = await open({ viewport: { width: 320, height: 740 }, colorScheme: "dark", locale: "fr-FR" });
  await dropFiles(opened, SITE);
  await setVerdict(opened, "Non valide");
  const sideways = () =>
    opened.evaluate(() => {
      const parts = [document.documentElement, ...document.querySelectorAll(".set-tools, .bar-tools, .engines")];
      return Math.max(...parts.map((part) => part.scrollWidth - part.clientWidth));
    });
  const all = tools(opened, "Appliquer toutes les corrections sûres dans 2 fichiers (3)");
  await all.scrollIntoViewIfNeeded();
  await screenshot(opened, "fix-all-narrow");
  assert.ok((await sideways()) <= 0);
  await all.click();
  await notice(opened, "3 corrigés dans 2 fichiers, 1 restant");
  const menus = opened.locator(".set-tools .menu > summary");
  await menus.first().click();
  await opened.getByRole("button", { name: "Fichiers corrigés (2)" }).waitFor();
  assert.ok((await sideways()) <= 0);
  assert.deepEqual(await axe(opened), []);
  await screenshot(opened, "fix-all-narrow-done");
  // Shortcuts are shown to those who have a mouse.
  await opened.locator(".for-keyboards").first().waitFor();
  await menus.last().click();
  await tools(opened, "Effacer").click();
  await opened.locator("[data-state=empty]").waitFor();
  assertClean(opened);
});
