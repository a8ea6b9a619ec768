import assert from "node:assert/strict";
import { CHROMIUM, ENGINES, SMOKE, test } from "./engines.mjs";
import { STATES } from "./states.mjs";
import { box, button, GOOD, sitemap, started, type } from "./steps.mjs";
import { assertClean, axe, BASE_URL, CONTRAST_ONLY, darkContrast, dropFiles, page, screenshot, STRUCTURE_ONLY } from "./support.mjs";

const LANGUAGES = {
  en: { locale: "en-GB", title: /^Sitemap validator/, heading: "Sitemap validator", drop: /^Paste a sitemap/, about: "What is checked", choose: "Choose files" },
  fr: { locale: "fr-CA", title: /^Validateur de sitemaps/, heading: "Validateur de sitemaps", drop: /^Collez ici un sitemap/, about: "Ce qui est vérifié", choose: "Choisir des fichiers" },
  es: { locale: "es-MX", title: /^Validador de sitemaps/, heading: "Validador de sitemaps", drop: /^Pegue aquí un sitemap/, about: "Qué se comprueba", choose: "Elegir archivos" },
};

const NARROW = { width: 320, height: 640 };

async function open(options) {
  const opened = await page(options);
  await started(opened);
  return opened;
}

/** What a visitor on the narrowest screen sees: nothing for axe to find, nothing wider than the window. */
async function look(opened, name) {
  assert.deepEqual(await axe(opened, undefined, STRUCTURE_ONLY), [], name);
  const overhang = await opened.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(overhang <= 0, `${name}: ${overhang} px too wide`);
  await screenshot(opened, name, { fullPage: true });
}

/** Waits until the validator is there and has answered: nothing that the page needs is on its way any more. */
async function settled(opened) {
  await type(opened, GOOD);
  await opened.waitForSelector(".next");
}

/** Comes back to the empty page: with text in it, that would be restored. */
async function again(opened) {
  await button(opened, /^(Clear|Effacer|Borrar)$/).click();
  await opened.waitForSelector(".next", { state: "detached" });
  await opened.goto(new URL("?again", opened.url()).href.split("#")[0]);
}

/** Waits until the whole page is in a language, the fixed texts included. */
async function speaks(opened, tag) {
  const { title, heading, drop, about, choose } = LANGUAGES[tag];
  await opened.getByRole("heading", { name: about, exact: true }).waitFor({ state: "attached" });
  assert.equal(await opened.evaluate(() => document.documentElement.lang), tag);
  assert.match(await opened.title(), title);
  assert.equal(await opened.locator("h1").textContent(), heading);
  assert.match(await box(opened).getAttribute("placeholder"), drop);
  await opened.getByRole("button", { name: choose }).waitFor();
}

for (const [tag, { locale }] of Object.entries(LANGUAGES)) {
  test(`the browser's language is the page's: ${locale}`, async () => {
    const opened = await open({ locale });
    await speaks(opened, tag);
    assert.equal(await opened.locator(".about").count(), 1);
    assert.equal(await opened.locator(".language select").inputValue(), tag);
    assertClean(opened);
  });

  test(`${tag}: nothing for axe to find, nothing wider than the window`, CHROMIUM, async () => {
    const opened = await open({ locale, viewport: NARROW });
    await speaks(opened, tag);
    /** Words have the same colors in each language. */
    const lookAt = async (name) => {
      await look(opened, `${tag}-${name}`);
      if (tag !== "en") return;
      assert.deepEqual(await axe(opened, undefined, CONTRAST_ONLY), [], `${name}, light`);
      assert.deepEqual(await darkContrast(opened), [], `${name}, dark`);
      await opened.emulateMedia({ colorScheme: "light" });
    };
    await lookAt("empty");
    await opened.locator("details.settings summary").click();
    await lookAt("settings");
    await opened.locator(".samples button").last().click();
    await opened.waitForSelector(".next");
    await lookAt("good");
    await opened.locator(".bar-tools .menu > summary").last().click();
    await opened.locator(".bar-tools button", { hasText: /Share|Partager|Compartir/ }).click();
    await opened.waitForSelector("dialog[open]");
    await lookAt("share");
    await opened.keyboard.press("Escape");
    await opened.keyboard.press("?");
    await opened.waitForSelector("dialog#help[open]");
    await lookAt("keys");
    await opened.keyboard.press("Escape");
    await type(opened, "https://shop.tidepool.page/sitemap.xml");
    await opened.waitForSelector(".lone");
    await lookAt("address");
    assertClean(opened);
  });

  // In English each state is looked at in visual.test.mjs.
  if (tag === "en") continue;
  test(`${tag}: nothing for axe to find in results either, nothing wider than the window`, CHROMIUM, async () => {
    const opened = await open({ locale, viewport: NARROW });
    await speaks(opened, tag);
    await STATES.plan(opened);
    await look(opened, `${tag}-plan`);
    await opened.keyboard.press("Escape");
    await opened.locator("dialog").waitFor({ state: "detached" });
    await look(opened, `${tag}-broken`);
    for (const state of ["perfect", "set"]) {
      await STATES[state](opened);
      await look(opened, `${tag}-${state}`);
    }
    assertClean(opened);
  });
}

test("the language is switched in place, in the link, and remembered", { ...SMOKE, ...ENGINES }, async () => {
  const opened = await open({ locale: "de-DE" });
  await speaks(opened, "en");
  const choice = opened.locator(".language select");
  const names = await choice.locator("option").evaluateAll((options) => options.map((option) => [option.lang, option.textContent]));
  assert.deepEqual(names, [["en", "English"], ["fr", "Français"], ["es", "Español"]]);
  await choice.selectOption("fr");
  await speaks(opened, "fr");
  assert.match(new URL(opened.url()).hash, /^#lang=fr&/);
  await choice.selectOption("es");
  await speaks(opened, "es");
  await choice.selectOption("en");
  await speaks(opened, "en");
  await choice.selectOption("fr");
  await speaks(opened, "fr");
  await settled(opened);
  await again(opened);
  await speaks(opened, "fr");
  assertClean(opened);
});

test("in each language the links lead to the rules in that language, from a page in a folder too", async () => {
  const opened = await open({ path: "fr/" });
  for (const [tag, path] of [["es", "es/rules/"], ["en", "rules/"], ["fr", "fr/rules/"]]) {
    await opened.locator(".language select").selectOption(tag);
    await speaks(opened, tag);
    const link = opened.locator(".about a").first();
    assert.equal(await link.evaluate((element) => element.href), new URL(path, BASE_URL).href);
  }
  assertClean(opened);
});

test("a link says the language, whatever the browser's is, for this visit", async () => {
  const opened = await open({ locale: "fr-FR", path: "#lang=es" });
  await speaks(opened, "es");
  await settled(opened);
  await again(opened);
  await speaks(opened, "fr");
  await opened.evaluate(() => (location.hash = "#lang=en"));
  await speaks(opened, "en");
  assertClean(opened);
});

test("numbers, sizes and notices are written as the language writes them", ENGINES, async () => {
  const opened = await open({ locale: "fr-FR" });
  const entries = Array.from({ length: 1300 }, (_, index) => `<loc>https://shop.tidepool.page/page/${index}</loc>`);
  await dropFiles(opened, [{ name: "a.xml", text: sitemap(...entries) }, { name: "b.png", text: "x" }, { name: "c.png", text: "x" }]);
  await opened.waitForSelector(".facts");
  const facts = await opened.locator(".facts").textContent();
  assert.match(facts, /sitemap XML · \d+,\d Kio · 1\u202f300 URL · 3\u202f90\d lignes/);
  await opened.locator(".toast").getByText("2 fichiers ignorés, qui ne sont pas des sitemaps (b.png, c.png)").waitFor();
  assertClean(opened);
});

test("the page about a rule is shown in the language, and in English where there is none", async () => {
  const french = "# URL relative à la page\n\nUne URL relative.\n\n## What\n\nUn chemin sans hôte.\n\n## Why\n\nLes robots l’ignorent, dit la page.\n\n## What to do\n\nÉcrivez l’URL entière.\n";
  const asked = [];
  const opened = await open({
    locale: "fr-FR",
    before: (page) => page.context().route(/\/rules\/fr\//, (route) => {
      asked.push(new URL(route.request().url()).pathname.split("/").pop());
      const known = route.request().url().endsWith("/loc-relative.md");
      // A host may answer any address with its home page.
      return route.fulfill(known ? { contentType: "text/markdown", body: french } : { contentType: "text/html", body: "<!doctype html>" });
    }),
  });
  await type(opened, sitemap("<loc>/about</loc>", "<loc>https://shop.tidepool.page/#x</loc>"));
  await opened.getByText("Les robots l’ignorent, dit la page.").first().waitFor();
  assert.ok(asked.includes("loc-relative.md"), asked.join());
  await opened.locator(".row", { hasText: "7:" }).first().click();
  await opened.locator(".problem").getByText(/Google|fragment/).first().waitFor();
  assertClean(opened);
});

test("what the page says when it cannot start is said in the language", async () => {
  const opened = await page({
    locale: "es-ES",
    before: (page) => page.context().route(/sitemap-validator-web.*\.wasm/, (route) => route.fulfill({ contentType: "application/wasm", body: "no" })),
  });
  await opened.getByText("No se pudo cargar el validador.").waitFor();
  assert.equal(await opened.locator("html").getAttribute("lang"), "es");
});

test("a file without problems needs no English", async () => {
  const opened = await open({ locale: "es-ES" });
  await type(opened, GOOD);
  await opened.waitForSelector(".next");
  assert.match(await opened.locator(".next").textContent(), /A continuación.*Indíquelo en su robots\.txt.*Envíelo.*ping/s);
  assertClean(opened);
});
