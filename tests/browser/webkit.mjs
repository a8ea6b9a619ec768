// WebKitGTK, by the part of Playwright's interface that the tests use: its driver speaks W3C WebDriver only. What that cannot
// do (scripts before the page's own, answers of the tests', no network) is done by a proxy of each context.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { find, Page, Place } from "./webkit-page.mjs";
import { Proxy } from "./webkit-proxy.mjs";

/** Without a graphics processor its threads for one crash now and then. */
const DRAWING = { WEBKIT_SKIA_ENABLE_CPU_RENDERING: "1" };

/** How long a command waits for what goes on in the page, in milliseconds: others wait for it. */
const TURN = 200;

/** How long the driver may take to answer, in milliseconds: when the browser has crashed, it never does. */
const PATIENCE = 30_000;

/** Runs in the page before everything else: what goes wrong is kept until the next command fetches it. */
function prelude(blocked) {
  const notes = (window.__notes = []);
  const note = (event, what) => notes.push([event, String(what)]);
  const error = console.error;
  console.error = (...what) => (note("console", what.join(" ")), error.apply(console, what));
  addEventListener("error", ({ message }) => message && note("pageerror", message));
  addEventListener("unhandledrejection", ({ reason }) => note("pageerror", reason?.message ?? reason));
  try {
    if (blocked) navigator.serviceWorker.register = async () => {};
  } catch {
    // A document of no origin has none.
  }
}

class Context {
  #proxy = new Proxy();
  scripts = this.#proxy.scripts;
  events = this.#proxy.events;
  pages = [];
  queue = Promise.resolve();
  jobs = 0;
  folder = mkdtempSync(join(tmpdir(), "webkit-"));

  constructor(options) {
    this.options = options;
    this.on = this.events.on.bind(this.events);
    for (const event of ["request", "response"]) this.on(event, (what) => this.pages.forEach((page) => page.events.emit(event, what)));
    const { serviceWorkers, locale } = options;
    this.scripts.push(`(${prelude})(${serviceWorkers === "block"});`);
    if (locale) this.scripts.push(`Object.defineProperties(Navigator.prototype, { language: { get: () => "${locale}" }, languages: { get: () => ["${locale}"] } });`);
  }

  async open(binary) {
    const httpProxy = await this.#proxy.open();
    // Downloads go where the user's folders are said to be.
    mkdirSync(join(this.folder, "downloads"));
    writeFileSync(join(this.folder, "user-dirs.dirs"), `XDG_DOWNLOAD_DIR="${this.folder}/downloads"\n`);
    const capabilities = {
      alwaysMatch: {
        proxy: { proxyType: "manual", httpProxy },
        timeouts: { script: 10_000 },
        "webkitgtk:browserOptions": { binary, args: ["--automation"] },
      },
    };
    // A port that nobody has is free for the driver, too.
    const probe = createServer().listen(0, "127.0.0.1");
    await once(probe, "listening");
    const { port } = probe.address();
    await new Promise((done) => probe.close(done));
    this.driver = spawn("WebKitWebDriver", [`--port=${port}`], { stdio: "ignore", env: { ...process.env, ...DRAWING, XDG_CONFIG_HOME: this.folder } });
    this.session = `http://127.0.0.1:${port}/session`;
    const opened = await new Place().until(() => this.#send("POST", "", { capabilities }));
    this.version = opened.capabilities.browserVersion;
    this.session += `/${opened.sessionId}`;
    return this;
  }

  async #send(method, path, body) {
    const signal = AbortSignal.timeout(PATIENCE);
    const answer = await fetch(this.session + path, { method, body: body && JSON.stringify(body), signal }).catch((error) => {
      throw Object.assign(new Error(`${method} ${path || "/"}: ${error.message}`), { final: signal.aborted });
    });
    const { value } = await answer.json();
    if (answer.ok) return value;
    throw new Error(`${value.error}: ${value.message}`);
  }

  /** A command to the driver, in the window and the frame of a place; one after the other, for the driver looks at one at a time. */
  command(method, path, body, place) {
    const work = async () => {
      if (this.window !== place.page.window) await this.#send("POST", "/window", { handle: place.page.window });
      this.window = place.page.window;
      if (place.frames.length || this.framed) await this.#send("POST", "/frame", { id: null });
      this.framed = place.frames.length > 0;
      for (const steps of place.frames) {
        const frame = await this.#send("POST", "/execute/sync", { script: `return (${find})(${JSON.stringify(steps)}).elements[0]`, args: [] });
        await this.#send("POST", "/frame", { id: frame });
      }
      return this.#send(method, path, body);
    };
    return (this.queue = this.queue.then(work, work));
  }

  /**
   * Runs the body of a function in the page and gives what it returns; what the page has noted meanwhile is told. A body that
   * takes its time goes on in the page and is asked for its end now and then, so that other commands have their turn. Its answer
   * stays in the page: the driver gives up on a busy one, and asks again.
   */
  async run(place, body, ...given) {
    const number = (this.jobs += 1);
    const script = (body) => `const [given, done] = arguments;
      const jobs = (window.__jobs ??= new Map());
      const failure = (error) => String(error?.stack && error.message ? error.name + ": " + error.message : error);
      if (${body !== undefined}) jobs.set(${number}, (async () => { ${body} })().then((value) => ({ value }), (error) => ({ failed: failure(error) })));
      const later = new Promise((resolve) => setTimeout(resolve, ${TURN}, { later: true }));
      Promise.race([jobs.get(${number}) ?? { left: true }, later]).then((answer) => {
        if (Array.isArray(answer.value) && answer.value[1] instanceof Element) return done(answer);
        done(JSON.parse(JSON.stringify({ at: location.href, notes: window.__notes?.splice(0), ...answer })));
      });`;
    let args = [given.filter((one) => one !== undefined)];
    for (let next = body; ; next = undefined, args = [[]]) {
      const answer = await this.command("POST", "/execute/async", { script: script(next), args }, place).catch((error) => {
        // The page was left while it was asked, or is busy.
        if (/^script timeout/.test(error.message)) return { later: true };
        throw error;
      });
      if (answer.at && !place.frames.length) place.page.at_ = answer.at;
      for (const [event, text, ...more] of answer.notes ?? []) {
        if (event === "call") place.page.bound.get(text)?.(...more);
        else place.page.events.emit(event, { message: text, type: () => "error", text: () => text });
      }
      if (answer.left) throw new Error("the page was left");
      if (answer.failed !== undefined) throw Object.assign(new Error(answer.failed), { final: true });
      if (!answer.later) return answer.value;
    }
  }

  async newPage() {
    const first = this.pages.length === 0;
    // A tab that is not in front draws nothing.
    const handle = first ? await this.#send("GET", "/window") : (await this.#send("POST", "/window/new", { type: "window" })).handle;
    const page = new Page(this, handle);
    this.pages.push(page);
    await page.setViewportSize(this.options.viewport ?? { width: 1280, height: 720 });
    return page;
  }
  async exposeFunction(name, done) {
    for (const page of this.pages) page.bound.set(name, done);
    this.scripts.push(`window["${name}"] = (...what) => __notes.push(["call", "${name}", ...what]);`);
  }
  async addInitScript(what, given) {
    this.scripts.push(typeof what === "string" ? what : `(${what})(${JSON.stringify(given)});`);
  }
  async route(pattern, handler, options) {
    this.#proxy.route(pattern, handler, options);
  }
  async unroute(pattern) {
    this.#proxy.unroute(pattern);
  }
  async setOffline(offline) {
    this.#proxy.setOffline(offline);
  }

  async close() {
    await Promise.race([this.#send("DELETE", "").catch(() => {}), sleep(5000)]);
    this.driver.kill();
    this.#proxy.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** What Playwright calls a browser: each context is a driver of its own, with a browser of its own. */
export function launch(binary) {
  const contexts = [];
  return {
    newContext: (options) => {
      const context = new Context(options);
      contexts.push(context);
      return context.open(binary);
    },
    close: () => Promise.all(contexts.map((context) => context.close())),
  };
}
