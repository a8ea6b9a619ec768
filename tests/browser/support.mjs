// What the browser tests share: one Chromium per test file, a fresh page per test, and an account
// of everything on it that went wrong.
//
// `cargo xtask test` serves the built page with the headers of production and says where in
// BASE_URL (at the root) and SUB_PATH_URL (under a path); CHROMIUM names the browser.
// By hand: `cargo xtask serve --static` in one terminal, `node --test tests/browser/` in another.

import assert from "node:assert/strict";
import { mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { after, afterEach } from "node:test";
import { fileURLToPath } from "node:url";
import { download } from "./downloads.mjs";
import { ENGINE, launch } from "./engines.mjs";

export const BASE_URL = process.env.BASE_URL ?? "http://127.0.0.1:8080/";
/** The same page under a path, or undefined when no such server runs. */
export const SUB_PATH_URL = process.env.SUB_PATH_URL;

const OUT = fileURLToPath(new URL("out/", import.meta.url));
const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

// Every browser started from here inherits it.
process.env.FONTCONFIG_FILE = fileURLToPath(new URL("fonts.conf", import.meta.url));

let launched;
let told = false;
const browser = () => (launched ??= launch());

const contexts = new Set();

afterEach(async () => {
  const close = async (context) => {
    // An answer that a test changes may still be on its way.
    await context.unrouteAll?.({ behavior: "ignoreErrors" });
    await context.close();
  };
  await Promise.all([...contexts].map((context) => close(context).catch(() => {})));
  contexts.clear();
});

after(async () => {
  if (launched) await (await launched).close();
});

const accounts = new WeakMap();

// Not problems of the page: Firefox requests an icon for each page, and reports a violation of the policy as an error too.
const IGNORED = /^policy: img-src blocked .*\/favicon\.ico$|^uncaught: The page’s settings blocked/;

/** What browsers say of a request that was under way when its page was left, among others. */
export const ABORTED = /\b(net::ERR_ABORTED|NS_BINDING_ABORTED)$/;

/** What a helper worker of the page requests. The page may end the helper before the answer. */
const HELPER = /\/sitemap-validator-worker_rest[^/]*$/;

/** For `before`: a machine of so many processors. */
export const processors = (number) => (opened) =>
  opened.addInitScript((number) => {
    Object.defineProperty(Navigator.prototype, "hardwareConcurrency", { get: () => number });
  }, number);

/** For `before`: each look at the clock of the page is late, so that Yew lets the browser draw whenever it can. */
export const drawsOften = (opened) =>
  opened.addInitScript(() => {
    const { now } = Date;
    let looks = 0;
    Date.now = () => now() + (looks += 20);
  });

/** For `before`: runs a script in each worker of the page, and in the workers of these, before the validator; with `times`, in the first ones only. */
export const inWorkers = (script, options) => async (opened) => {
  await opened.context().route(/sitemap-validator-worker\.js/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: `${script}\n${await answer.text()}` });
  }, options);
};

/** A script of a worker: waits so many milliseconds, without computing where there is shared memory: WebKit has none even in an isolated page. */
const SLEEP = `const sleep = (milliseconds) => {
  if (self.SharedArrayBuffer) return void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
  for (const end = Date.now() + milliseconds; Date.now() < end; );
};`;

/** A script of a worker: its clock runs so fast that it reports progress early. */
export const FAST_CLOCK = "let looks = 0; performance.now = () => (looks += 1) * 200;";

/** A script of a worker: after so many looks at its clock it stops for ever. By then it has reported progress. */
const stoppingAfter = (looks) => `${SLEEP} let looks = 0; performance.now = () => { while (looks >= ${looks}) sleep(1e9); return (looks += 1) * 200; };`;

/** For `before`: a check of half a megabyte or more by the first worker reports progress, and ends only with the worker. */
export const endless = inWorkers(stoppingAfter(5), { times: 1 });

/**
 * For `before`: the same for the first two helpers of the first worker, which passes on what they report however early it
 * is. `more` is a script for all workers.
 */
export const endlessHelpers = (more = "") => async (opened) => {
  await inWorkers(more)(opened);
  await inWorkers(`if (self.name === "helper") { ${stoppingAfter(3)} } else { ${FAST_CLOCK} }\n${more}`, { times: 3 })(opened);
};

/** Resolves when the page has so many workers, and those of them too. */
export async function haveWorkers(page, number) {
  while (page.workers().length !== number) {
    await Promise.race([page.waitForEvent("worker"), ...page.workers().map((worker) => worker.waitForEvent("close"))]);
  }
}

/**
 * Opens the page in a context of its own (no storage from other tests) and returns Playwright's page.
 *
 * @param {object} [options]
 * @param {string} [options.url] where, if not at BASE_URL
 * @param {string} [options.path] what to add to the address: "?embed=1", "#…"
 * @param {(page) => Promise<void>} [options.before] runs before the page is opened
 * All other options are Playwright's for a context: viewport, colorScheme, locale, reducedMotion …
 */
export async function page({ url = BASE_URL, path = "", before, ...options } = {}) {
  const context = await (await browser()).newContext({ acceptDownloads: true, serviceWorkers: "block", ...options });
  if (!told) console.log(`# ${ENGINE} ${context.version ?? (await browser()).version()}`);
  told = true;
  contexts.add(context);
  const opened = await context.newPage();
  const account = { problems: [], aborted: [], documents: 0, requests: [] };
  accounts.set(opened, account);
  const note = (problem) => IGNORED.test(problem) || account.problems.push(problem);

  opened.on("console", (message) => {
    if (message.type() === "error") note(`console: ${message.text()}`);
  });
  opened.on("pageerror", (error) => note(`uncaught: ${error.message}`));
  opened.on("domcontentloaded", () => (account.documents += 1));
  opened.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText;
    const problem = `request failed: ${request.url()} ${reason}`;
    if (!ABORTED.test(reason)) note(problem);
    else if (!HELPER.test(request.url())) account.aborted.push(problem);
  });
  opened.on("response", (response) => {
    if (response.status() >= 400) note(`response ${response.status()}: ${response.url()}`);
  });
  context.on("request", (request) => account.requests.push(request.url()));
  await context.exposeFunction("__violated", (what) => note(`policy: ${what}`));
  await context.addInitScript(() => {
    addEventListener("securitypolicyviolation", (event) => {
      window.__violated(`${event.violatedDirective} blocked ${event.blockedURI || "inline"}`);
    });
  });

  if (ENGINE !== "chromium") {
    // Only Chromium's clipboard can be opened to a test.
    context.grantPermissions = async () => {};
    await context.addInitScript(() => {
      if (navigator.clipboard) navigator.clipboard.writeText = async (text) => void (window.__copied = text);
    });
  }
  if (ENGINE === "firefox") {
    const { downloads } = await browser();
    const waitForEvent = opened.waitForEvent.bind(opened);
    opened.waitForEvent = (event, ...rest) => (event === "download" ? download(downloads) : waitForEvent(event, ...rest));
  }

  await before?.(opened);
  await opened.goto(new URL(path, url).href);
  return opened;
}

/**
 * What went wrong on a page so far: console errors, uncaught errors, failed requests, policy violations. A request may be aborted
 * when the page was left or loaded again.
 */
export function problems(page) {
  const { problems, aborted, documents } = accounts.get(page);
  return documents > 1 ? [...problems] : [...problems, ...aborted];
}

/** Addresses the page asked for that are not its own. The promise is that there are none. */
export function foreignRequests(page) {
  const own = new URL(page.url()).origin;
  return accounts.get(page).requests.filter((url) => /^(https?|wss?):/.test(url) && new URL(url).origin !== own);
}

/** Fails when anything went wrong on the page or it asked another address. */
export function assertClean(page) {
  assert.deepEqual(problems(page), [], "nothing went wrong on the page");
  assert.deepEqual(foreignRequests(page), [], "the page asked no other address");
}

/**
 * Drops files on the page as a person would: enter, over, drop.
 *
 * @param {Array<{name: string, text?: string, bytes?: Uint8Array, type?: string}>} files
 * @param {object} [options]
 * @param {string} [options.target] a selector; the whole page if absent
 * @param {boolean} [options.hover] stop before the drop, to look at the overlay
 * @returns whether the page took the drop (if not, a browser would leave the page)
 */
export async function dropFiles(page, files, { target = "body", hover = false } = {}) {
  const sent = files.map(({ name, text, bytes, type = "" }) => ({
    name,
    type,
    data: Buffer.from(bytes ?? text ?? "").toString("base64"),
  }));
  return page.locator(target).first().evaluate(
    (element, { sent, hover }) => {
      const dataTransfer = new DataTransfer();
      for (const { name, type, data } of sent) {
        const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
        dataTransfer.items.add(new File([bytes], name, { type }));
      }
      // dispatchEvent returns false when the page has prevented what the browser would do.
      const send = (type) =>
        !element.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, composed: true, dataTransfer }));
      send("dragenter");
      const accepted = send("dragover");
      // A browser repeats it while something hovers.
      const over = hover && setInterval(() => (document.querySelector(".overlay") ? clearInterval(over) : send("dragover")), 50);
      addEventListener("drop", () => clearInterval(over), { once: true });
      return hover ? accepted : send("drop") && accepted;
    },
    { sent, hover },
  );
}

/**
 * Pastes into an element, or into the page when `target` is absent: text, files, or both.
 * (Typing goes through Playwright: `page.locator("textarea").fill(…)`.)
 */
export async function paste(page, { text, files = [] }, target = "body") {
  const sent = files.map(({ name, text, bytes, type = "" }) => ({
    name,
    type,
    data: Buffer.from(bytes ?? text ?? "").toString("base64"),
  }));
  return page.locator(target).first().evaluate(
    (element, { text, sent }) => {
      const clipboardData = new DataTransfer();
      if (text !== undefined) clipboardData.setData("text/plain", text);
      for (const { name, type, data } of sent) {
        const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
        clipboardData.items.add(new File([bytes], name, { type }));
      }
      const event = new ClipboardEvent("paste", { bubbles: true, cancelable: true, composed: true });
      // Firefox makes one that is empty of what the constructor is given.
      Object.defineProperty(event, "clipboardData", { value: clipboardData });
      return !element.dispatchEvent(event);
    },
    { text, sent },
  );
}

/** Waits until fonts are loaded and two frames are drawn in which nothing moves or fades. */
export const settled = (page) =>
  page.evaluate(async () => {
    // Ended, not waited for: out of view, Firefox does not go on with them.
    const end = () => {
      const moving = document.getAnimations().filter(({ playState, effect }) => playState === "running" && effect.getComputedTiming().endTime < Infinity);
      moving.forEach((animation) => animation.finish());
      return moving.length > 0;
    };
    await document.fonts.ready;
    for (let frames = 0; frames < 2; frames += 1) {
      await new Promise(requestAnimationFrame);
      if (end()) frames = -1;
    }
  });

/** The text that the page has copied last. In Chromium the test asks for the permissions of the clipboard. */
export const copied = (page) => page.evaluate(() => window.__copied ?? navigator.clipboard.readText());

/** The only rule of axe whose result depends on the colors. */
const CONTRAST = "color-contrast";
/** Parts of axe: what depends on the theme, and what does not. */
export const CONTRAST_ONLY = { runOnly: { type: "rule", values: [CONTRAST] } };
export const STRUCTURE_ONLY = { rules: { [CONTRAST]: { enabled: false } } };

/** axe-core's findings: an array, empty when all is well. `selector` names a part of the page, `options` are axe's. */
export async function axe(page, selector, options = {}) {
  await settled(page);
  // Evaluated, not added as a script: the page's policy stays as it is.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(await readFile(AXE, "utf8"));
  const run = ([selector, options]) => globalThis.axe.run(selector ?? document, options);
  const { violations } = await page.evaluate(run, [selector, options]);
  return violations.map(({ id, impact, help, nodes }) => ({
    id,
    impact,
    help,
    nodes: nodes.map((node) => `${node.target.join(" ")}: ${node.failureSummary ?? ""}`),
  }));
}

/** axe's findings about contrast in the dark theme, to which a page in the light one is switched. */
export async function darkContrast(page, selector) {
  await page.emulateMedia({ colorScheme: "dark" });
  return axe(page, selector, CONTRAST_ONLY);
}

/** Keeps a picture of the page in tests/browser/out, for people to look at. */
export async function screenshot(page, name, options = {}) {
  // Elsewhere Playwright's own style would break the page's policy.
  if (ENGINE !== "chromium") return;
  await mkdir(OUT, { recursive: true });
  const path = `${OUT}${name}.png`;
  await page.screenshot({ path, ...options });
  return path;
}
