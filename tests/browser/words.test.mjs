import assert from "node:assert/strict";
import { SMOKE, test } from "./engines.mjs";
import { index, sitemap, started } from "./steps.mjs";
import { assertClean, dropFiles, page, processors } from "./support.mjs";

const at = (path) => `https://shop.tidepool.page/${path}`;
const FAULTY = sitemap("<loc>/about</loc>");

async function open(options) {
  const opened = await page(options);
  await started(opened);
  return opened;
}

/** What to do about a relative URL, in each language. */
const HELP = {
  en: "Begin it with a scheme and a host",
  fr: "Commencez-la par un schéma d’URL et un hôte",
  es: "Empiécela con un esquema de URL y un host",
};

const help = (opened, tag) => opened.locator(".problem .help").getByText(HELP[tag]).first().waitFor();

test("findings are in the language of the page, and change with it", SMOKE, async () => {
  const asked = [];
  const opened = await open({
    locale: "fr-FR",
    before: (opened) => opened.on("request", (request) => /\/lang\//.test(request.url()) && asked.push(new URL(request.url()).pathname)),
  });
  await opened.locator("textarea").first().fill(FAULTY);
  await help(opened, "fr");
  const choice = opened.locator(".language select");
  for (const tag of ["es", "en", "fr"]) {
    await choice.selectOption(tag);
    await help(opened, tag);
  }
  assert.deepEqual(asked.map((path) => path.slice(path.lastIndexOf("/"))), ["/fr.txt", "/es.txt"], "each is fetched once");
  assertClean(opened);
});

test("helpers speak the language too, and so do findings across files", async () => {
  const opened = await open({ locale: "fr-FR", before: processors(2) });
  const part = (file) => sitemap(...Array.from({ length: 9_000 }, (_, page) => `<loc>${at(`${file}/${page}`)}</loc>`), "<loc>/about</loc>");
  const files = [0, 1, 2, 3].map((file) => ({ name: `${file}.xml`, text: part(file) }));
  await dropFiles(opened, [...files, { name: "index.xml", text: index(at("0.xml"), at("gone.xml")) }]);
  await opened.locator(".across").getByText(/listé ici n’a pas été fourni/).first().waitFor();
  await opened.getByRole("treeitem", { name: /2\.xml/ }).click();
  await opened.locator(".groups").getByText(/n’est pas une URL complète/).first().waitFor();
  const words = await opened.locator(".across").innerText();
  assert.doesNotMatch(words, /\b(is|the|of|not)\b/, words);
  assertClean(opened);
});

test("a language whose words do not come is English as far as findings go", async () => {
  for (const answer of [{ status: 404, body: "" }, { contentType: "text/html", body: "<!doctype html>" }]) {
    const opened = await open({ locale: "es-ES", before: (opened) => opened.context().route(/\/lang\//, (route) => route.fulfill(answer)) });
    await opened.locator("textarea").first().fill(FAULTY);
    await help(opened, "en");
    await opened.context().close();
  }
});
