import assert from "node:assert/strict";
import { ENGINES, test } from "./engines.mjs";
import { button, open, sitemap, verdict } from "./steps.mjs";
import { assertClean, axe, dropFiles, screenshot } from "./support.mjs";

const urls = (start, names) => sitemap(...names.map((name) => `<loc>${start}${name}</loc>`));
const OLD = { name: "sitemap.xml", text: urls("http://shop.tidepool.page/blog/", ["kelp", "urchin", "crab", "limpet", "whelk"]) };
const NEW = { name: "sitemap.xml", text: urls("https://shop.tidepool.page/news/", ["kelp", "urchin", "crab", "limpet", "mussel"]) };

test("a second version is compared with the one that it replaces", ENGINES, async () => {
  const opened = await open();
  await dropFiles(opened, [OLD]);
  await verdict(opened, "Valid.");
  await dropFiles(opened, [NEW]);
  await opened.locator(".toast").getByText("Replaced: sitemap.xml").waitFor();
  await opened.locator(".toast").getByRole("button", { name: "Compare" }).click();
  const dialog = opened.getByRole("dialog", { name: "What changed" });
  await dialog.getByText("Gone: 1, new: 1, moved: 4, unchanged: 0.").waitFor();
  await dialog.getByText("4 URLs: http → https, /blog/ → /news/").waitFor();
  await dialog.getByText("http://shop.tidepool.page/blog/whelk").waitFor();
  assert.deepEqual(await axe(opened, "dialog"), []);
  await screenshot(opened, "compared-wide");
  await dialog.getByText("Redirects").click();
  const [download] = await Promise.all([opened.waitForEvent("download"), button(dialog, "nginx").click()]);
  assert.equal(download.suggestedFilename(), "redirects.conf");
  await opened.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  assertClean(opened);
});

test("an earlier version is chosen, in the language of the page", ENGINES, async () => {
  const opened = await open({ locale: "fr" });
  await dropFiles(opened, [NEW]);
  await verdict(opened, "Valide");
  await opened.locator("input[name=earlier]").setInputFiles({ name: "old.xml", mimeType: "text/xml", buffer: Buffer.from(OLD.text) });
  const dialog = opened.getByRole("dialog", { name: "Ce qui a changé" });
  await dialog.getByText("Disparues : 1, nouvelles : 1, déplacées : 4, inchangées : 0.").waitFor();
  await dialog.getByText("Ancienne : old.xml, 5 URL dans 1 fichier").waitFor();
  assertClean(opened);
});
