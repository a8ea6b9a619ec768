// The page and its elements in WebKitGTK, by the part of Playwright's interface that the tests use, over W3C WebDriver.

import { EventEmitter } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { download } from "./downloads.mjs";

const TIMEOUT = 30_000;
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
const KEYS = {
  Tab: "\ue004", Enter: "\ue007", Shift: "\ue008", Control: "\ue009", ControlOrMeta: "\ue009", Alt: "\ue00a", Escape: "\ue00c", End: "\ue010", Home: "\ue011",
  ArrowLeft: "\ue012", ArrowUp: "\ue013", ArrowRight: "\ue014", ArrowDown: "\ue015", Backspace: "\ue003", Delete: "\ue017", PageUp: "\ue00e", PageDown: "\ue00f",
  F3: "\ue033", "\n": "\ue007",
};

/** Runs in the page: the elements to which the steps of a locator lead, and whether something is seen of the first. */
export function find(steps) {
  const roots = (root) => [root, ...[root, ...root.querySelectorAll("*")].flatMap(({ shadowRoot }) => (shadowRoot ? roots(shadowRoot) : []))];
  // What a selector finds whose first words are about elements around the shadow root.
  const below = (root, css) =>
    (root.host ? css.split(", ") : []).flatMap((one) => {
      const words = one.split(" ");
      const inside = (_, at) => {
        const [outer, inner] = [words.slice(0, at + 1), words.slice(at + 1)];
        // Combinators stay within a tree.
        if ([outer.at(-1), inner[0]].some((word) => /^[>+~]$/.test(word))) return [];
        return root.host.closest(outer.join(" ")) ? [...root.querySelectorAll(inner.join(" "))] : [];
      };
      return words.slice(1).flatMap(inside);
    });
  const plain = (text) => (text ?? "").replace(/\s+/g, " ").trim();
  const fits = (text, wanted, exact) =>
    wanted.source !== undefined
      ? new RegExp(wanted.source, wanted.flags).test(plain(text))
      : exact
        ? plain(text) === plain(wanted)
        : plain(text).toLowerCase().includes(plain(wanted).toLowerCase());
  const spoken = (node) =>
    node.nodeType === 3 ? node.data : node.ariaHidden === "true" || node.localName === "select" ? "" : (node.ariaLabel ?? [...node.childNodes].map(spoken).join(""));
  const name = (element) =>
    element.ariaLabel ??
    spoken((element.getAttribute("aria-labelledby")?.split(" ").map((id) => document.getElementById(id)) ?? element.labels ?? "")[0] ?? element);
  const seen = (element) => element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width > 0;
  const native = { button: "button, summary", heading: "h1, h2, h3, h4", link: "a[href]", checkbox: "[type=checkbox]", dialog: "dialog", combobox: "select", searchbox: "[type=search]" };
  const step = (found, { css, role, label, text, exact, hasText, has, or, nth }) => {
    const all = (css) => [...new Set(found.flatMap((element) => roots(element).flatMap((root) => [...root.querySelectorAll(css), ...below(root, css)])))];
    if (css?.endsWith(":visible")) return all(css.replace(/:visible$/, "")).filter(seen);
    if (css) return all(css);
    if (role) return all(`[role=${role}], ${native[role] ?? ":not(*)"}`).filter((element) => seen(element) && (label === undefined || fits(name(element), label, exact)));
    if (label !== undefined) return all("input, select, textarea, [aria-label]").filter((element) => fits(name(element), label, exact));
    if (text !== undefined) {
      const says = (element) => !element.matches("script, style") && fits(element.textContent, text, exact);
      const inside = [...found.filter((element) => element !== document), ...all("*")].filter((element) => !element.closest("head"));
      return inside.filter((element) => element !== document.documentElement && says(element) && ![...element.children].some(says));
    }
    if (hasText !== undefined) return found.filter((element) => fits(element.textContent, hasText));
    if (has) return found.filter((element) => has.reduce(step, [element]).length);
    if (or) return [...found, ...or.reduce(step, [document])];
    return found.slice(nth, nth + 1 || undefined);
  };
  const elements = steps.reduce(step, [document]);
  return { elements, seen: Boolean(elements[0] && seen(elements[0])) };
}

const plain = (wanted) => (wanted instanceof RegExp ? { source: wanted.source, flags: wanted.flags } : wanted);

/** Where elements are looked for: a page, a frame, or what a locator has found. */
export class Place {
  constructor(page, frames = [], steps = []) {
    Object.assign(this, { page, frames, steps });
  }

  at(...steps) {
    return new Place(this.page, this.frames, [...this.steps, ...steps]);
  }
  locator(css, { hasText, has } = {}) {
    const more = [hasText === undefined ? [] : { hasText: plain(hasText) }, has ? { has: has.steps } : []].flat();
    return typeof css === "string" ? this.at({ css }, ...more) : this.at(...css.steps, ...more);
  }
  filter({ hasText }) {
    return this.at({ hasText: plain(hasText) });
  }
  getByRole(role, { name, exact } = {}) {
    return this.at({ role, label: plain(name), exact });
  }
  getByLabel(label, { exact } = {}) {
    return this.at({ label: plain(label), exact });
  }
  getByText(text, { exact } = {}) {
    return this.at({ text: plain(text), exact });
  }
  or(other) {
    return this.at({ or: other.steps });
  }
  first() {
    return this.at({ nth: 0 });
  }
  last() {
    return this.at({ nth: -1 });
  }
  nth(nth) {
    return this.at({ nth });
  }
  frameLocator(css) {
    return new Place(this.page, [...this.frames, this.at({ css }).steps]);
  }
  async elementHandle() {
    await this.waitFor({ state: "attached" });
    return this;
  }
  contentFrame() {
    return new Place(this.page, [...this.frames, this.steps]);
  }

  /** Runs a function in the page, on the elements found. */
  evaluateAll(what, given) {
    return this.page.context().run(this, `const { elements } = (${find})(${JSON.stringify(this.steps)}); return (${what})(elements, ...given);`, given);
  }
  /** Runs a function in the page; of a locator, on the first element, as soon as there is one. */
  async evaluate(what, given) {
    // Text is a program, as it is for Playwright.
    if (typeof what === "string") return this.page.context().run(this, what);
    if (!this.steps.length) return this.page.context().run(this, `return (${what})(...given);`, given);
    const once = `([element], given) => element && Promise.resolve((${what})(element, given)).then((value) => ({ value }))`;
    return (await this.until((place) => place.evaluateAll(once, given))).value;
  }
  async all() {
    const count = await this.count();
    return Array.from({ length: count }, (_, nth) => this.nth(nth));
  }
  /** Asks again until the answer is one. */
  async until(ask, timeout = TIMEOUT) {
    let problem = "nothing was found";
    for (const end = Date.now() + timeout; Date.now() < end; await sleep(40)) {
      try {
        const answer = await ask(this);
        if (answer) return answer;
      } catch (error) {
        if (error.final) throw error;
        problem = error.message;
      }
    }
    throw new Error(`${JSON.stringify(this.steps)}: ${problem}, ${timeout} ms long`);
  }
  /** What the driver does with the element, again while that is not there, not seen, or moves. */
  async act(verb, body = {}, { timeout, seen = true } = {}) {
    const script = `const { elements: [element], seen } = (${find})(${JSON.stringify(this.steps)});
      if (!element || (${seen} && !seen)) return [];
      element.scrollIntoView({ block: "nearest", behavior: "instant" });
      const place = () => new Promise((done) => requestAnimationFrame(() => done(JSON.stringify(element.getBoundingClientRect()))));
      return (await place()) === (await place()) ? [true, element] : [];`;
    await this.until(async () => {
      const [still, element] = await this.page.context().run(this, script);
      if (still) await this.page.context().command("POST", `/element/${element[ELEMENT]}/${verb}`, body, this);
      return still;
    }, timeout);
  }

  waitFor({ state = "visible", timeout } = {}) {
    const wanted = { visible: "found.seen", attached: "found.elements.length > 0", detached: "!found.elements.length", hidden: "!found.seen" }[state];
    return this.until(() => this.page.context().run(this, `const found = (${find})(${JSON.stringify(this.steps)}); return ${wanted};`), timeout);
  }
  waitForSelector(css, options) {
    return this.locator(css).waitFor(options);
  }
  waitForFunction(what, given, { timeout } = {}) {
    return this.until(() => this.page.context().run(this, `return (${what})(...given);`, given), timeout);
  }
  /** A click at a position within the element, or one that is only tried: nothing covers the element. */
  async click({ position, trial, ...options } = {}) {
    if (position) {
      const { x, y } = await this.boundingBox();
      const move = { type: "pointerMove", x: Math.round(x + position.x), y: Math.round(y + position.y) };
      const actions = [move, { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }];
      return this.page.context().command("POST", "/actions", { actions: [{ type: "pointer", id: "mouse", actions }] }, this);
    }
    if (!trial) return this.act("click", {}, options);
    return this.until((place) => place.evaluateAll(([element]) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return element.contains(element.getRootNode().elementFromPoint(x + width / 2, y + height / 2));
    }));
  }
  async press(keys) {
    await this.focus();
    await this.page.keyboard.press(keys);
  }
  async pressSequentially(text) {
    await this.focus();
    await this.page.keyboard.type(text);
  }
  async setInputFiles(given, file) {
    if (file) return this.locator(given).setInputFiles(file);
    const { name, buffer } = given;
    const path = join(this.page.context().folder, name);
    writeFileSync(path, buffer);
    await this.act("value", { text: path }, { seen: false });
  }
  fill(text) {
    return this.evaluate((field, text) => {
      field.focus();
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value").set.call(field, text);
      field.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText" }));
      // A person has changed it once it is left.
      field.addEventListener("blur", () => field.dispatchEvent(new Event("change", { bubbles: true })), { once: true });
    }, text);
  }
  selectOption(value) {
    return this.evaluate((select, value) => {
      // By its value or its text.
      select.value = [...select.options].find((option) => option.value === value || option.label === value).value;
      for (const type of ["input", "change"]) select.dispatchEvent(new Event(type, { bubbles: true }));
    }, value);
  }
  async check(wanted = true) {
    if ((await this.evaluate((box) => box.checked)) !== wanted) await this.click();
  }
  uncheck() {
    return this.check(false);
  }
  isDisabled() {
    return this.evaluate((field) => field.disabled);
  }
  count() {
    return this.evaluateAll((elements) => elements.length);
  }
  focus() {
    return this.evaluate((element) => element.focus());
  }
  blur() {
    return this.evaluate((element) => element.blur());
  }
  scrollIntoViewIfNeeded() {
    return this.evaluate((element) => element.scrollIntoView({ block: "nearest" }));
  }
  textContent() {
    return this.evaluate((element) => element.textContent);
  }
  allTextContents() {
    return this.evaluateAll((elements) => elements.map((element) => element.textContent));
  }
  innerText() {
    return this.evaluate((element) => element.innerText);
  }
  allInnerTexts() {
    return this.evaluateAll((elements) => elements.map((element) => element.innerText));
  }
  boundingBox() {
    return this.evaluate((element) => element.getBoundingClientRect());
  }
  inputValue() {
    return this.evaluate((field) => field.value);
  }
  getAttribute(name, of) {
    if (of) return this.locator(name).getAttribute(of);
    return this.evaluate((element, name) => element.getAttribute(name), name);
  }
  isVisible() {
    return this.page.context().run(this, `return (${find})(${JSON.stringify(this.steps)}).seen;`);
  }
}

export class Page extends Place {
  constructor(context, window) {
    super();
    this.page = this;
    const events = new EventEmitter();
    Object.assign(this, { window, events, on: events.on.bind(events), context: () => context, scripts: context.scripts, bound: new Map(), at_: "" });
    this.keyboard = {
      press: (keys) => {
        const all = keys.split(/(?<=.)\+/).map((key) => KEYS[key] ?? key);
        const actions = [...all.map((value) => ({ type: "keyDown", value })), ...all.reverse().map((value) => ({ type: "keyUp", value }))];
        return context.command("POST", "/actions", { actions: [{ type: "key", id: "keyboard", actions }] }, this);
      },
      type: async (text) => {
        for (const key of text) await this.keyboard.press(key);
      },
      insertText: (text) => this.evaluate((text) => document.execCommand("insertText", false, text), text),
    };
  }
  /** What the test asks for itself. */
  request = { get: async (url) => ((answer) => ({ status: () => answer.status, url: () => answer.url, text: () => answer.text() }))(await fetch(url)) };
  route(...given) {
    return this.context().route(...given);
  }
  addInitScript(what, given) {
    this.scripts.push(typeof what === "string" ? what : `(${what})(${JSON.stringify(given)});`);
  }
  async goto(url) {
    await this.context().command("POST", "/url", { url }, this);
    this.at_ = await this.context().command("GET", "/url", undefined, this);
  }
  url() {
    return this.at_;
  }
  title() {
    return this.evaluate(() => document.title);
  }
  reload() {
    return this.context().command("POST", "/refresh", {}, this);
  }
  /** A window has a smallest size: where that is larger, it is reached when the window stays as it is. */
  async setViewportSize({ width, height }) {
    const [wide, high] = await this.evaluate(() => [outerWidth - innerWidth, outerHeight - innerHeight]);
    const wanted = { width: width + wide, height: height + high };
    let before;
    // The window system drops a change that comes while it carries out another one.
    await this.until(async () => {
      await this.context().command("POST", "/window/rect", wanted, this);
      const now = await this.evaluate(() => outerWidth);
      const stays = now === before;
      before = now;
      return now === wanted.width || stays;
    });
  }
  addScriptTag({ url, type = "", content }) {
    return this.evaluate(
      ([src, type, text]) =>
        new Promise((done) => {
          const script = Object.assign(document.createElement("script"), src ? { src, type, onload: done } : { text });
          document.head.append(script);
          if (!src) done();
        }).then(() => {}),
      [url, type, content],
    );
  }
  async waitForLoadState() {
    await this.waitForFunction(() => document.readyState === "complete");
  }
  async waitForEvent(event) {
    if (event === "download") return download(join(this.context().folder, "downloads"));
    if (event !== "load") {
      let heard;
      this.events.once(event, (what) => (heard = what));
      // Whatever is asked brings what was noted.
      return this.until(async () => (await this.evaluate(() => {}), heard));
    }
    await this.evaluate(() => (window.__before = true));
    await this.waitForFunction(() => !window.__before && document.readyState === "complete");
  }
  close() {
    return this.context().command("DELETE", "/window", undefined, this);
  }
}
