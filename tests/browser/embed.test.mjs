// The widget in a stranger's page.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { CHROMIUM, ENGINES, SMOKE, test } from "./engines.mjs";
import { call, events, frame, host, ORIGIN, ready, snippet } from "./host.mjs";
import { box, GOOD, menu, sitemap } from "./steps.mjs";
import { axe, BASE_URL, dropFiles, endless, foreignRequests, problems, screenshot } from "./support.mjs";

const BAD = sitemap("<loc>https://shop.tidepool.page/?a=1&b=2</loc><priority>1.5</priority>");

const headline = (inside) => inside.locator("#verdict .headline");

/** Nothing went wrong, and nobody but the host and the validator was asked. */
function assertQuiet(opened) {
  assert.deepEqual(problems(opened), []);
  assert.deepEqual(foreignRequests(opened).filter((url) => new URL(url).origin !== ORIGIN), []);
}

test("two lines make a validator in a page that allows nothing else", { ...SMOKE, ...ENGINES }, async () => {
  const opened = await host();
  const inside = await ready(opened);
  const summary = await call(opened, "validate", [BAD, "shop.xml"]);
  assert.equal(summary.verdict, "invalid");
  assert.deepEqual(summary.counts, { error: 2, warning: 0, info: 0 });
  assert.equal(summary.files[0].name, "shop.xml");
  assert.equal(summary.files[0].diagnostics, undefined);
  assert.deepEqual(await events(opened, "result"), [summary]);
  await headline(inside).getByText("2 errors.").waitFor();
  assert.equal(await inside.locator(".top").count(), 0, "no header of ours");
  const report = await call(opened, "report");
  assert.deepEqual(report.files[0].diagnostics.map(({ rule }) => rule), ["loc-unescaped-ampersand", "priority-out-of-range"]);
  await screenshot(opened, "embed");
  assertQuiet(opened);
});

test("nothing in the host's page stands in for the script", async () => {
  const elsewhere = `${ORIGIN}/elsewhere/embed.js`;
  const opened = await host(`<img name="currentScript" src="${elsewhere}" alt=""><form name="currentScript"><input name="src" value="${elsewhere}"></form>${snippet()}`);
  await ready(opened);
  const src = await opened.evaluate(() => document.querySelector("sitemap-validator").shadowRoot.querySelector("iframe").src);
  assert.equal(new URL(src).origin, new URL(BASE_URL).origin);
});

test("embed.js is small", async () => {
  const script = await (await fetch(`${BASE_URL}embed.js`)).text();
  const packed = brotliCompressSync(script).length;
  assert.ok(packed <= 3000, `${packed} bytes as brotli`);
});

test("a visitor uses it by keyboard, and nothing stands in the way of anybody", CHROMIUM, async () => {
  const opened = await host(`<a href="#">before</a>${snippet()}<a href="#">after</a>`);
  const inside = await ready(opened);
  await opened.locator("a").first().focus();
  await opened.keyboard.press("Tab");
  await inside.waitForFunction(() => document.hasFocus() && document.activeElement !== document.body);
  await box(inside).focus();
  await opened.keyboard.insertText(BAD);
  await headline(inside).getByText("2 errors.").waitFor();
  const row = inside.locator(".row").first();
  await row.focus();
  await opened.keyboard.press("Enter");
  await inside.getByRole("button", { name: "Fix this" }).first().focus();
  await opened.keyboard.press("Enter");
  await headline(inside).getByText("1 error.").waitFor();
  assert.deepEqual(await axe(inside), []);
  assertQuiet(opened);
});

test("two on one page know nothing of each other", async () => {
  const opened = await host(snippet() + snippet(`url="https://other.tidepool.page/sitemap.xml"`));
  const [first, second] = [await ready(opened, 0), await ready(opened, 1)];
  const [one, two] = await Promise.all([call(opened, "validate", [GOOD], 0), call(opened, "validate", [GOOD], 1)]);
  assert.equal(one.verdict, "valid");
  assert.equal(two.verdict, "invalid", "its URLs are of another host than the sitemap");
  await headline(first).getByText("Valid.").waitFor();
  await headline(second).getByText("The same error in 2 places.").waitFor();
  assert.deepEqual(await events(opened, "result", 0), [one]);
  assertQuiet(opened);
});

test("files are taken, gzipped ones as well", async () => {
  const opened = await host();
  const inside = await ready(opened);
  const summary = await opened.evaluate(
    (bytes) => document.querySelector("sitemap-validator").validate(new File([new Uint8Array(bytes)], "shop.xml.gz")),
    [...gzipSync(GOOD)],
  );
  assert.deepEqual([summary.verdict, summary.files[0].name], ["valid", "shop.xml.gz"]);
  await headline(inside).getByText("Valid.").waitFor();
  await call(opened, "reset");
  await box(inside).waitFor();
  assert.deepEqual(await call(opened, "report"), { failed: "InvalidStateError" }, "nothing is checked any more");
  for (const wrong of [null, 7, {}, ["x"]]) assert.deepEqual(await call(opened, "validate", [wrong]), { failed: "TypeError" });
  assertQuiet(opened);
});

test("of a large file is told how far it is, and what comes after ends it", async () => {
  const opened = await host(snippet(), { before: endless });
  await ready(opened);
  const [first, second] = await opened.evaluate(async () => {
    const element = document.querySelector("sitemap-validator");
    const entry = (at) => `<url><loc>https://shop.tidepool.page/a/long/path/to/page-${at}?x=é</loc><priority>${at % 20 / 10}</priority></url>`;
    const text = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${Array.from({ length: 6_000 }, (_, at) => entry(at)).join("\n")}</urlset>`;
    const told = new Promise((done) => element.addEventListener("progress", done, { once: true }));
    const first = element.validate(new Blob([text]), "large.xml").catch((error) => error.name);
    await Promise.race([told, first]);
    const second = element.validate("<urlset/>", "small.xml");
    return [await first, (await second).files[0].name];
  });
  assert.deepEqual([first, second], ["AbortError", "small.xml"]);
  const [{ done, total }] = await events(opened, "progress");
  assert.ok(done <= total && total > 600_000, `${done} of ${total}`);
  assertQuiet(opened);
});

test("theme, color, language and density are the host's", ENGINES, async () => {
  const opened = await host(snippet(`theme="dark" accent="#ffcc00"`), { lang: "fr", colorScheme: "light", reducedMotion: "reduce" });
  const inside = await ready(opened);
  const look = () =>
    inside.evaluate(() => {
      const style = getComputedStyle(document.documentElement);
      return { background: getComputedStyle(document.body).backgroundColor, accent: style.getPropertyValue("--accent"), lang: document.documentElement.lang };
    });
  const dark = await look();
  assert.deepEqual([dark.background, dark.accent, dark.lang], ["rgb(19, 22, 26)", "#ffcc00", "fr"], "French is the language around it");
  await call(opened, "validate", [BAD]);
  await inside.locator("#verdict").getByText("Non valide").first().waitFor();
  const set = (name, value) => opened.evaluate(([name, value]) => document.querySelector("sitemap-validator").setAttribute(name, value), [name, value]);
  await set("theme", "light");
  await inside.waitForFunction(() => getComputedStyle(document.body).backgroundColor === "rgb(255, 255, 255)");
  assert.notEqual((await look()).accent, "#ffcc00", "yellow cannot be read on white");
  await inside.locator("#verdict").getByText("Non valide").first().waitFor();
  assert.equal((await events(opened, "result")).length, 1, "another colour is no reason to check again");
  for (const theme of ["light", "dark"]) {
    await set("theme", theme);
    await inside.waitForFunction((theme) => document.documentElement.dataset.theme === theme, theme);
    assert.deepEqual(await axe(inside), [], theme);
  }
  await set("lang", "es");
  await inside.locator("#verdict").getByText("No válido").first().waitFor();
  await set("compact", "true");
  await inside.waitForFunction(() => getComputedStyle(document.querySelector(".options")).display === "none");
  await set("profile", "sitemaps.org,yandex");
  await set("url", "https://elsewhere.tidepool.page/sitemap.xml");
  await inside.waitForFunction(() => document.querySelector("#verdict .headline")?.textContent.includes("3"));
  assertQuiet(opened);
});

test("the frame is as high as what is in it, in one step", ENGINES, async () => {
  const opened = await host(`<div>${snippet()}</div>`, { viewport: { width: 1280, height: 800 } });
  const inside = await ready(opened);
  const content = () => inside.evaluate(() => Math.ceil(document.querySelector("main").getBoundingClientRect().height));
  await opened.evaluate(() => {
    const frame = document.querySelector("sitemap-validator").shadowRoot.querySelector("iframe");
    window.heights = [frame.style.height];
    new MutationObserver(() => frame.style.height !== window.heights.at(-1) && window.heights.push(frame.style.height)).observe(frame, { attributeFilter: ["style"] });
  });
  /** The heights of the frame since the last call, until it is as high as its content ten frames later. */
  const settled = async () => {
    for (;;) {
      const heights = await opened.evaluate(async () => {
        for (let frames = 0; frames < 10; frames += 1) await new Promise(requestAnimationFrame);
        return window.heights;
      });
      if (heights.length <= 20 && heights.at(-1) !== `${await content()}px`) continue;
      await opened.evaluate(() => window.heights.splice(0, window.heights.length - 1));
      return heights;
    }
  };
  await settled();
  for (const width of [1280, 700, 320]) {
    await opened.setViewportSize({ width, height: 800 });
    for (const text of ["", BAD]) {
      await (text ? call(opened, "validate", [text]) : call(opened, "reset"));
      if (text) await headline(inside).waitFor();
      const heights = await settled();
      assert.ok(heights.length <= 8, `${width}: ${heights}`);
      assert.equal(heights.at(-1), `${await content()}px`, `${width}: ${heights}`);
      const sideways = await inside.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(sideways <= 0, `${width}: ${sideways} px too wide`);
    }
    await screenshot(opened, `embed-${width}`);
  }
  await opened.evaluate(() => document.querySelector("sitemap-validator").setAttribute("height", "300"));
  await opened.waitForFunction(() => document.querySelector("sitemap-validator").shadowRoot.querySelector("iframe").style.height === "300px");
  await inside.waitForFunction(() => "scroll" in document.documentElement.dataset);
  assert.equal(await inside.evaluate(() => getComputedStyle(document.documentElement).overflowY), "visible");
  await opened.evaluate(() => document.querySelector("sitemap-validator").removeAttribute("height"));
  await inside.waitForFunction(() => !("scroll" in document.documentElement.dataset));
  assert.equal((await settled()).at(-1), `${await content()}px`, "as high as its content again");
  await opened.evaluate(() => document.querySelector("sitemap-validator").setAttribute("height", "100%"));
  assert.equal((await settled()).at(-1), `${await content()}px`, "no pixels, no height");
  assertQuiet(opened);
});

test("messages that are none are passed over, wherever they come from", async () => {
  const opened = await host(`${snippet()}<iframe name="stranger" src="${BASE_URL}embed.html"></iframe>`);
  const inside = await ready(opened);
  await call(opened, "validate", [BAD]);
  await headline(inside).getByText("2 errors.").waitFor();
  const before = await opened.evaluate(() => document.querySelector("sitemap-validator").events.length);
  await opened.evaluate(async () => {
    // A generator of our own: the same messages every time.
    let seed = 12345;
    const random = (below) => ((seed = (seed * 1103515245 + 12345) % 2147483648), seed % below);
    const any = () =>
      [undefined, null, true, -1, 1, 2, NaN, 1e300, "", "1", "options", "validate", "x".repeat(9000), "#theme=dark&lang=fr", [], {}, [1], new Date(0), new Blob(["<x"]), new Map(), /x/, new Uint8Array(9), { toString: "x" }][random(23)];
    const types = ["options", "validate", "reset", "report", "ready", "size", "result", "progress", "error", "__proto__", "constructor"];
    const message = () => {
      if (random(4) === 0) return any();
      const made = { type: random(3) ? types[random(types.length)] : any() };
      // Of those that look right up to here, none has the version.
      made["sitemap-validator"] = [0, 2, "1", true, null, NaN, [1], { valueOf: 1 }][random(8)];
      for (const key of ["id", "input", "name", "options", "report", "summary", "height"]) if (random(2)) made[key] = any();
      return made;
    };
    const element = document.querySelector("sitemap-validator");
    const frame = element.shadowRoot.querySelector("iframe").contentWindow;
    // Of the right version: what has an id has none that counts, and options say nothing.
    const near = () => {
      const id = [undefined, null, true, -1, 1.5, NaN, Infinity, "1", "", 4294967296, 1e300, {}, [1], new Date(0)][random(14)];
      const noise = Array.from({ length: random(60) }, () => "&=#%<>+;xé\0\u{1f41a}"[random(12)]).join("");
      const options = random(2) ? noise : any();
      const type = [...types.slice(4), "options", "validate", "report", any()][random(11)];
      return { "sitemap-validator": 1, type, id, input: any(), name: any(), options: options === "#theme=dark&lang=fr" ? noise : options };
    };
    for (let at = 0; at < 3000; at += 1) {
      frame.postMessage(at % 3 ? message() : near(), "*");
      window.postMessage(at % 3 ? message() : near(), "*");
    }
    // Of the right version, from the right window, and not whole.
    const broken = [{}, { type: "validate" }, { type: "validate", id: 1 }, { type: "validate", id: "1", input: "x" }, { type: "validate", id: 1.5, input: "x" }, { type: "validate", id: -1, input: "x" }, { type: "validate", id: 1, input: {} }, { type: "options" }, { type: "options", options: "x".repeat(5000) }, { type: "report", id: {} }, { type: ["reset"] }, { type: "ready" }];
    for (const part of broken) frame.postMessage({ "sitemap-validator": 1, ...part }, "*");
    // What only the frame may say, said by the host's own page.
    for (const type of ["ready", "result", "error", "progress"]) window.postMessage({ "sitemap-validator": 1, type, id: 1, summary: {}, done: 1 }, "*");
    window.postMessage({ "sitemap-validator": 1, type: "size", height: 7 }, "*");
  });
  // A window that is not the frame's host, though of the validator's own origin.
  const stranger = await (await opened.locator("iframe[name=stranger]").elementHandle()).contentFrame();
  const finished = opened.evaluate(() => new Promise((done) => addEventListener("message", ({ data }) => data === "high tide" && done())));
  await stranger.evaluate(() => {
    for (const type of ["reset", "validate", "options"]) {
      for (let at = 0; at < parent.length; at += 1) {
        parent[at].postMessage({ "sitemap-validator": 1, type, id: 9, input: "<x", options: "#lang=fr" }, "*");
      }
      parent.postMessage({ "sitemap-validator": 1, type: "result", id: 9, summary: {} }, "*");
    }
    parent.postMessage("high tide", "*");
  });
  await finished;
  // What is asked now is answered after all of these were heard.
  const report = await call(opened, "report");
  assert.equal(report.files[0].counts.error, 2);
  await headline(inside).getByText("2 errors.").waitFor();
  assert.equal(await opened.evaluate(() => document.querySelector("sitemap-validator").events.length), before);
  assert.equal(await inside.evaluate(() => document.documentElement.lang), "en");
  assertQuiet(opened);
});

test("whatever is asked is answered", CHROMIUM, async () => {
  const opened = await host(snippet(), { before: endless });
  const inside = await ready(opened);
  assert.deepEqual(await call(opened, "validate", ["https://shop.tidepool.page/sitemap.xml"]), { failed: "AbortError" }, "an address is no sitemap");
  // The visitor takes over while the host waits.
  const waiting = opened.evaluate(async () => {
    const element = document.querySelector("sitemap-validator");
    const told = new Promise((done) => element.addEventListener("progress", done, { once: true }));
    const entry = "<url><loc>https://shop.tidepool.page/?a=1&b=2</loc></url>\n";
    const root = ['<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">', "</urlset>"];
    const asked = element.validate(new Blob([root.join(entry.repeat(12_000))]), "large.xml").catch((error) => error.name);
    await Promise.race([told, asked]);
    return asked;
  });
  await opened.waitForFunction(() => document.querySelector("sitemap-validator").events.some(({ type }) => type === "progress"));
  await dropFiles(inside, [{ name: "mine.xml", text: GOOD }]);
  assert.equal(await waiting, "AbortError");
  await headline(inside).getByText("Valid.").waitFor();
  assert.deepEqual((await events(opened, "result")).map(({ files }) => files[0].name), ["mine.xml"]);
  assert.deepEqual(await events(opened, "error"), [], "nothing is wrong with the validator");
  // Reports that are asked for and overtaken leave the visitor's own alone.
  const reports = await opened.evaluate(async () => {
    const element = document.querySelector("sitemap-validator");
    const [first, summary, second] = await Promise.all([element.report(), element.validate("<urlset/>", "a.xml"), element.report()].map((asked) => asked.catch((error) => error.name)));
    return [first.files?.[0].name ?? first, summary.files[0].name, second.files[0].name];
  });
  assert.deepEqual(reports.slice(1), ["a.xml", "a.xml"]);
  const [saved] = await Promise.all([opened.waitForEvent("download"), menu(inside, /CSV/)]);
  assert.equal(saved.suggestedFilename(), "a-report.csv");
  assertQuiet(opened);
});

test("it comes and goes at run time", async () => {
  const opened = await host("<main></main>" + snippet());
  await ready(opened);
  const gone = opened.evaluate(async () => {
    const element = document.querySelector("sitemap-validator");
    const waiting = element.validate(new Blob(["<urlset>".repeat(1000)])).catch((error) => error.name);
    element.remove();
    return [await waiting, await element.validate("x").catch((error) => error.name)];
  });
  assert.deepEqual(await gone, ["AbortError", "InvalidStateError"]);
  // As frameworks do it: made in script, filled in before and after it is in the page, and moved.
  await opened.evaluate(async () => {
    const element = document.createElement("sitemap-validator");
    element.setAttribute("theme", "dark");
    document.querySelector("main").append(element);
    document.body.append(element);
  });
  const inside = await ready(opened);
  assert.equal((await call(opened, "validate", [GOOD])).verdict, "valid");
  assert.equal(await inside.evaluate(() => document.documentElement.dataset.theme), "dark");
  assert.equal(await opened.locator("iframe").count(), 1);
  // The script a second time changes nothing.
  await opened.evaluate((src) => new Promise((done) => document.body.append(Object.assign(document.createElement("script"), { src, onload: done }))), `${BASE_URL}embed.js`);
  // A frame that is moved is loaded anew: what it was loading is left.
  assert.deepEqual(problems(opened).filter((problem) => !/(net::ERR_ABORTED|NS_BINDING_ABORTED)$/.test(problem)), []);
});

test("a frame that is not in view waits until it is, or until it is needed", ENGINES, async () => {
  const opened = await host(`<p>top</p>${"<br>".repeat(600)}${snippet()}`, { viewport: { width: 800, height: 600 } });
  await opened.evaluate(() => customElements.whenDefined("sitemap-validator"));
  await opened.waitForLoadState("load");
  assert.ok(!foreignRequests(opened).some((url) => url.includes("embed.html")), "not loaded yet");
  assert.equal((await call(opened, "validate", [GOOD])).verdict, "valid");
  assertQuiet(opened);
});

test("what happens below the window is as high as it will be when one comes to it", async () => {
  const opened = await host(`<p>top</p>${"<br>".repeat(600)}${snippet()}`, { viewport: { width: 800, height: 600 } });
  await opened.evaluate(() => customElements.whenDefined("sitemap-validator"));
  await call(opened, "validate", [BAD]);
  const inside = await frame(opened);
  const content = () => inside.evaluate(() => Math.ceil(document.querySelector("main").getBoundingClientRect().height));
  await inside.locator(".groups .row").first().waitFor({ state: "attached" });
  await opened.waitForFunction((height) => Math.abs(document.querySelector("sitemap-validator").getBoundingClientRect().height - height) <= 1, await content());
  assertQuiet(opened);
});

test("a sheet opens where its button is, however high the frame", CHROMIUM, async () => {
  for (const viewport of [{ width: 1280, height: 700 }, { width: 390, height: 700 }]) {
    const opened = await host(`<p>top</p>${snippet()}`, { viewport });
    const inside = await ready(opened);
    await call(opened, "validate", [BAD]);
    const share = inside.getByRole("button", { name: "Share" });
    if (viewport.width < 640) await inside.locator(".menu > summary", { hasText: "More" }).click();
    await share.scrollIntoViewIfNeeded();
    await share.click();
    const { y } = await inside.getByRole("dialog").boundingBox();
    assert.ok(y >= 0 && y < 400, `${y} px below the top of the window`);
    await opened.keyboard.press("Escape");
    // At the end of the frame, too, which has no more below it.
    await call(opened, "validate", [sitemap(...Array.from({ length: 9 }, (_, at) => `<loc>https://shop.tidepool.page/?a=${at}&b=2</loc>`))]);
    await inside.locator(".editor .cm-content").waitFor({ state: "attached" });
    await inside.locator(".fix-tools:visible").last().getByRole("button", { name: "Preview" }).press("Enter");
    const within = await inside.getByRole("dialog").evaluate((sheet) => [sheet.getBoundingClientRect().top, innerHeight - sheet.getBoundingClientRect().bottom]);
    assert.ok(within.every((space) => space >= 0), String(within));
    assertQuiet(opened);
    await opened.context().close();
  }
});

test("in a narrow frame, the source is scrolled to", CHROMIUM, async () => {
  const opened = await host(`<p>top</p>${snippet()}${"<p>bottom</p>".repeat(60)}`, { viewport: { width: 390, height: 700 } });
  const inside = await ready(opened);
  await call(opened, "validate", [BAD]);
  const side = inside.locator(".side");
  const top = async () => (await side.boundingBox()).y;
  for (const show of [() => inside.getByRole("button", { name: "Show in the source" }).click(), () => inside.locator(".row").last().click()]) {
    await opened.evaluate(() => scrollTo(0, 0));
    assert.ok((await top()) > 700, "it is below the window");
    await show();
    await opened.waitForFunction(() => scrollY > 0);
    const y = await top();
    assert.ok(y >= 0 && y < 350, `${y} px below the top of the window`);
  }
  assertQuiet(opened);
});

test("without scripts there is a link, and a frame alone needs no script of the host", CHROMIUM, async () => {
  const bare = await host(snippet(), { javaScriptEnabled: false });
  await bare.getByRole("link", { name: "Check your sitemap" }).waitFor();
  const opened = await host(`<iframe src="${BASE_URL}embed.html#lang=es&amp;theme=dark&amp;scroll=1" title="Sitemap validator" width="100%" height="600"></iframe>`, {
    policy: `default-src 'none'; frame-src ${ORIGIN}`,
  });
  const inside = await (await opened.locator("iframe").elementHandle()).contentFrame();
  await box(inside).fill(BAD);
  await inside.locator("#verdict").getByText("No válido").first().waitFor();
  assert.equal(await inside.evaluate(() => document.documentElement.dataset.theme), "dark");
  assertQuiet(opened);
});

test("storage that the browser forbids is not missed, and none is used", async () => {
  const opened = await host(snippet(), {
    before: (page) =>
      page.addInitScript(() => {
        for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"]) {
          Object.defineProperty(window, name, { get: () => { window.touched = name; throw new DOMException("no", "SecurityError"); } });
        }
      }),
  });
  const inside = await ready(opened);
  await call(opened, "validate", [BAD]);
  await headline(inside).getByText("2 errors.").waitFor();
  assert.equal(await inside.evaluate(() => window.touched), undefined);
  assertQuiet(opened);
});

test("the widget's documentation shows what is there", async () => {
  const text = await readFile(new URL("../../docs/widget.md", import.meta.url), "utf8");
  const script = await readFile(new URL("../../web/site/embed.js", import.meta.url), "utf8");
  const [, names] = /const OPTIONS = \[(.*?)\]/s.exec(script);
  for (const name of names.match(/[a-z-]+/g)) assert.ok(text.includes(`\`${name}\``), name);
  for (const name of ["ready", "progress", "result", "error", "validate", "report", "reset"]) assert.ok(text.includes(`\`${name}`), name);
});
