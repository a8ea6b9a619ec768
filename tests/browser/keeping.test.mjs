// Nothing that was handed in, typed or fixed is lost: before the app is there, by replacements, by reloads.

import assert from "node:assert/strict";
import { ENGINES, SMOKE, test } from "./engines.mjs";
import { box, button, GOOD, look, menu, open, sitemap, started, textIn, type, verdict } from "./steps.mjs";
import { assertClean, BASE_URL, dropFiles, page, paste } from "./support.mjs";

const BROKEN = sitemap("<loc>/about</loc>");
const FIXABLE = sitemap("<loc>https://shop.tidepool.page/?a&b</loc>");
const toast = (opened) => opened.locator(".toast");

/** A page whose app does not come before `release` is called. */
async function early(act, options) {
  let release;
  const released = new Promise((resolve) => (release = resolve));
  const opened = await page({
    before: (page) => page.route(/web.*_bg\.wasm|sitemap-validator-web.*\.wasm/, async (route) => {
      await released;
      await route.continue();
    }),
    ...options,
  });
  assert.equal(await app(opened).count(), 1, "the app is not there yet");
  await act(opened);
  release();
  await app(opened).waitFor({ state: "detached" });
  return opened;
}

/** What only the document has, and not the app. */
const app = (opened) => opened.locator("#loading");

test("a file dropped before the app is there is checked when it is", async () => {
  const opened = await early(async (opened) => {
    assert.ok(await dropFiles(opened, [{ name: "early.xml", text: BROKEN }]), "a browser would leave the page");
  });
  await verdict(opened, "1 error.");
  assert.match(await opened.locator(".bar-name").textContent(), /^early\.xml/);
  assertClean(opened);
});

test("text and files pasted before the app is there are checked when it is", async () => {
  const text = await early((opened) => paste(opened, { text: BROKEN }));
  await verdict(text, "1 error.");
  assert.equal(await textIn(text), BROKEN);
  const files = await early((opened) => paste(opened, { files: [{ name: "a.xml", text: GOOD }] }));
  await verdict(files, "Valid.");
  assertClean(files);
});

test("text that is typed before all of the document is there stays when the language comes", async () => {
  let release;
  const released = new Promise((resolve) => (release = resolve));
  const document = (await (await fetch(new URL("embed.html", BASE_URL))).text()).replace("<template", `<script src="late.js"></script>$&`);
  const begun = await new Promise((resolve) => {
    const loaded = page({
      path: "embed.html",
      locale: "fr-FR",
      before: async (opened) => {
        await opened.route(/embed\.html/, (route) => route.fulfill({ contentType: "text/html", body: document }));
        await opened.route(/late\.js/, (route) => released.then(() => route.fulfill({ contentType: "text/javascript", body: "" })));
        resolve({ opened, loaded });
      },
    });
  });
  await box(begun.opened).fill(BROKEN);
  assert.equal(await begun.opened.locator("html").getAttribute("lang"), "en", "the other languages are not there yet");
  release();
  await begun.loaded;
  await verdict(begun.opened, "1 erreur.");
  assert.equal(await textIn(begun.opened), BROKEN);
  assertClean(begun.opened);
});

test("a file that is picked after the app came, in a dialog from before, is checked", async () => {
  const opened = await early((opened) => opened.evaluate(() => void (window.field = document.querySelector("input[type=file]"))));
  await opened.evaluate((text) => {
    const files = new DataTransfer();
    files.items.add(new File([text], "late.xml"));
    window.field.files = files.files;
    window.field.dispatchEvent(new Event("change", { bubbles: true }));
  }, GOOD);
  await verdict(opened, "Valid.");
  assertClean(opened);
});

test("what the browser puts back into a field was not typed", async () => {
  const opened = await early((opened) => opened.locator("#address").evaluate((field) => void (field.value = "https://old.example/")));
  assert.equal(await opened.locator("#address").inputValue(), "");
  assertClean(opened);
});

test("what is typed, picked, pressed and chosen before the app is there counts when it is", async () => {
  const typed = await early(async (opened) => {
    await type(opened, BROKEN);
    await box(opened).evaluate((box) => box.setSelectionRange(3, 5));
    await opened.getByText("The validator is loading.").waitFor();
  });
  await verdict(typed, "1 error.");
  await typed.locator(".cm-content").waitFor();
  assert.equal(await textIn(typed), BROKEN);
  const selected = await box(typed).evaluate(({ cmTile: { view } }) => [view.hasFocus, view.state.selection.main.from, view.state.selection.main.to]);
  assert.deepEqual(selected, [true, 3, 5]);

  const picked = await early((opened) =>
    opened.setInputFiles("input[type=file]", { name: "a.xml", mimeType: "text/xml", buffer: Buffer.from(GOOD) }));
  await verdict(picked, "Valid.");

  const pressed = await early((opened) => button(opened, "a broken sitemap").click());
  await verdict(pressed, "Not valid");

  const chosen = await early(async (opened) => {
    await opened.locator("#address").fill("https://tidepool.page/sitemap.xml");
    await opened.locator("summary").click();
    await opened.locator("input[name=yandex]").check();
    await opened.locator("#theme").click();
    assert.equal(await opened.locator("html").getAttribute("data-theme"), "dark");
    await opened.locator("select").selectOption("fr");
  });
  await chosen.getByText("Vérifié selon sitemaps.org, Google, Bing et Yandex").waitFor();
  assert.equal(await chosen.locator("#address").inputValue(), "https://tidepool.page/sitemap.xml");
  assert.equal(await chosen.locator("details.settings").getAttribute("open"), "");
  assert.equal(await chosen.locator("html").getAttribute("data-theme"), "dark");
  for (const opened of [typed, picked, pressed, chosen]) assertClean(opened);
});

for (const locale of ["en-GB", "fr-FR", "es-ES"]) {
  test(`nothing moves when the app takes over, ${locale}`, async () => {
    const outline = (opened) => opened.evaluate(() => {
      const all = [...document.querySelectorAll("header *, main *")].filter((element) => element.offsetWidth && !element.matches(".unseen"));
      return all.map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [element.tagName, x, y, width, height, element.children.length ? "" : element.textContent].join(" ");
      });
    });
    const seen = [];
    const opened = await early(async (opened) => {
      await opened.waitForFunction((inEnglish) => document.title.startsWith("Sitemap validator") === inEnglish, locale === "en-GB");
      seen.push(...await outline(opened));
    }, { locale });
    assert.ok(seen.length > 40);
    assert.deepEqual(await outline(opened), seen);
    assertClean(opened);
  });
}

test("what was fixed is there again after a drop and Undo", async () => {
  const opened = await open();
  await type(opened, FIXABLE);
  await verdict(opened, "Not valid");
  await button(opened, /^Apply all safe fixes/).first().click();
  await verdict(opened, "Valid");
  const fixed = await textIn(opened);
  await dropFiles(opened, [{ name: "a.xml", text: GOOD }]);
  await toast(opened).getByText("Replaced: Pasted text").waitFor();
  await toast(opened).getByRole("button", { name: "Undo" }).click();
  await opened.locator(".cm-line", { hasText: "?a&amp;b" }).waitFor();
  assert.equal(await textIn(opened), fixed);
  await verdict(opened, "Valid");
  assertClean(opened);
});

/** Waits until the browser keeps so many inputs, with so many files each. */
async function keeps(opened, numbers) {
  await opened.evaluate(
    (wanted) =>
      new Promise((done, fail) => {
        const opening = indexedDB.open("sitemap-validator");
        opening.onerror = fail;
        opening.onsuccess = () => {
          const look = () => {
            const asked = opening.result.transaction("inputs").objectStore("inputs").getAll();
            asked.onerror = fail;
            asked.onsuccess = () => {
              if (String(asked.result.map(({ bodies }) => bodies.length).sort()) !== wanted) return setTimeout(look, 20);
              opening.result.close();
              done();
            };
          };
          look();
        };
      }),
    String(numbers),
  );
}

// A WebKit that a driver has started stores no files.
test("what is on the page is there again after a reload, and offered in another tab", { ...SMOKE, ...ENGINES, engines: ["chromium", "firefox"] }, async () => {
  const opened = await open();
  await type(opened, BROKEN);
  await keeps(opened, [1]);
  await opened.reload();
  await verdict(opened, "1 error.");
  assert.equal(await textIn(opened), BROKEN);
  await dropFiles(opened, [{ name: "one.xml", text: GOOD }, { name: "two.xml", text: BROKEN }]);
  await opened.waitForSelector("#set-verdict");
  await keeps(opened, [2]);
  await look(opened, "one.xml");
  await verdict(opened, "Valid.");
  await opened.reload();
  await verdict(opened, "Valid.");
  const names = await opened.locator(".file .name").evaluateAll((names) => names.map((name) => name.title));
  assert.deepEqual(names.sort(), ["one.xml", "two.xml"]);

  const other = await opened.context().newPage();
  await other.goto(BASE_URL);
  await type(other, GOOD);
  await keeps(other, [1, 2]);
  await other.reload();
  await verdict(other, "Valid.");
  await button(other, "Clear").click();
  await other.reload();
  await button(other, "Restore Pasted text").waitFor();
  assert.equal(await button(other, "Restore 2 files").count(), 0, "that tab is open");
  assertClean(opened);
  await opened.close();
  await button(other, "Delete it").click();
  await keeps(other, [2]);
  await other.reload();
  await button(other, "Restore 2 files").waitFor();
  assert.equal(await textIn(other), "");
  await button(other, "Delete it").click();
  await other.waitForFunction(() => !document.querySelector(".way-back"));
  await keeps(other, []);
  await other.reload();
  await started(other);
  assert.equal(await other.locator(".way-back").count(), 0);
  assertClean(opened);
});

/** The driver of WebKit answers the question whether to leave a page, and does not report it. */
const LEAVING = { engines: ["chromium", "firefox"] };

test("leaving is warned of only where the browser keeps nothing", LEAVING, async () => {
  for (const blocked of [false, true]) {
    const opened = await open({
      before: (page) => page.addInitScript((blocked) => {
        if (blocked) Object.defineProperty(globalThis, "indexedDB", { value: null });
      }, blocked),
    });
    const asked = [];
    opened.on("dialog", (dialog) => {
      asked.push(dialog.type());
      dialog.accept();
    });
    await opened.getByText(blocked ? /does not let the page keep your input/ : /keeps your input for a week/).waitFor();
    await type(opened, FIXABLE);
    await verdict(opened, "Not valid");
    await button(opened, /^Apply all safe fixes/).first().click();
    await verdict(opened, "Valid");
    if (!blocked) await keeps(opened, [1]);
    await opened.reload();
    await started(opened);
    assert.deepEqual(asked, blocked ? ["beforeunload"] : []);
  }
});

/** Answers the worker's messages of a kind late: each check takes as long as the test wants. */
const slowChecks = (page) => page.addInitScript(() => {
  const post = Worker.prototype.postMessage;
  globalThis.hold = false;
  const held = [];
  Worker.prototype.postMessage = function (parcel, ...rest) {
    const send = () => post.call(this, parcel, ...rest);
    if (globalThis.hold) held.push(send);
    else send();
  };
  globalThis.letGo = () => {
    globalThis.hold = false;
    held.splice(0).forEach((send) => send());
  };
});

test("a download asked for while the file is checked again comes when that is over", async () => {
  const opened = await open({ before: slowChecks });
  await type(opened, BROKEN);
  await verdict(opened, "1 error.");
  await opened.locator("details.settings summary").click();
  await opened.evaluate(() => (globalThis.hold = true));
  await opened.getByRole("checkbox", { name: "Pedantic" }).check();
  await menu(opened, /Report as CSV/);
  await toast(opened).getByText("This will run when the check is finished").waitFor();
  const saved = opened.waitForEvent("download");
  await opened.evaluate(() => globalThis.letGo());
  assert.match((await saved).suggestedFilename(), /\.csv$/);
  assertClean(opened);
});

test("after a crash a download, a conversion and a search bring the check back", async () => {
  const opened = await open({
    before: (page) => page.addInitScript(() => {
      const start = globalThis.Worker;
      globalThis.Worker = class extends start {
        constructor(...given) {
          super(...given);
          globalThis.worker = this;
        }
      };
    }),
  });
  const crash = async () => {
    await opened.evaluate(() => globalThis.worker.dispatchEvent(new ErrorEvent("error", { message: "gone", cancelable: true })));
    await opened.getByText("The validator stopped unexpectedly").waitFor();
  };
  await dropFiles(opened, [{ name: "a.xml", text: sitemap("<loc>/about</loc>", "<loc>https://shop.tidepool.page/</loc>") }]);
  await verdict(opened, "1 error.");
  for (const item of [/Report as CSV/, /List of URLs/]) {
    await crash();
    const saved = opened.waitForEvent("download");
    await menu(opened, item);
    await saved;
    await opened.waitForFunction(() => !document.querySelector(".trouble"));
  }
  await crash();
  await opened.getByRole("searchbox", { name: /source/i }).fill("about");
  await opened.locator(".source .hit").first().waitFor();
  await opened.waitForFunction(() => !document.querySelector(".trouble"));
});
