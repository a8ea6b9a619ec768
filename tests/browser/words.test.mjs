import assert from "node:assert/strict";
import { SMOKE, test } from "./engines.mjs";
import { sitemap, started, type } from "./steps.mjs";
import { assertClean, page } from "./support.mjs";

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
  await type(opened, FAULTY);
  await help(opened, "fr");
  const choice = opened.locator(".language select");
  for (const tag of ["es", "en", "fr"]) {
    await choice.selectOption(tag);
    await help(opened, tag);
  }
  assert.deepEqual(asked.map((path) => path.slice(path.lastIndexOf("/"))), ["/fr.txt", "/es.txt"], "each is fetched once");
  assertClean(opened);
});

test("a language whose words do not come is English as far as findings go", async () => {
  for (const answer of [{ status: 404, body: "" }, { contentType: "text/html", body: "<!doctype html>" }]) {
    const opened = await open({ locale: "es-ES", before: (opened) => opened.context().route(/\/lang\//, (route) => route.fulfill(answer)) });
    await type(opened, FAULTY);
    await help(opened, "en");
    await opened.context().close();
  }
});
