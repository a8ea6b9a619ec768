// The code shared by browsers and Node: `validate`, and the communication with the worker.

import { files, leave, unlessAborted, wellFormed, whole } from "./given.js";
import { settings, understood } from "./options.js";
import { Pool } from "./pool.js";
import { version } from "./version.js";

// A worker never frees WebAssembly memory. After more than this many bytes of text, it is not reused.
const KEPT = 32 * 1024 * 1024;

/** Creates `validate` and `dispose` for a platform (browser or Node). */
export function api(platform) {
  const pool = new Pool(() => new Program(platform), platform.processors);

  async function validate(input, options = {}) {
    const given = understood(options, Array.isArray(input));
    const wanted = files(input, given);
    if (given.timeout === undefined) return check(wanted, given);
    const limit = new Limit(given);
    try {
      return await check(wanted, { ...given, signal: limit.signal });
    } finally {
      limit.end();
    }
  }

  async function check(wanted, given) {
    const { signal, onProgress, language = "en" } = given;
    const order = { settings: settings(given), ...(await read(wanted, platform, signal)) };
    const words = language === "en" ? undefined : await unlessAborted(platform.words(language), signal);
    signal?.throwIfAborted();
    await pool.turn(signal);
    let worker;
    try {
      worker = pool.hire();
      const processors = platform.hasHelpers ? pool.share() : 1;
      const report = await unlessAborted(worker.check({ ...order, processors }, words, onProgress), signal);
      if (size(report) > KEPT) worker.end();
      else pool.keep(worker);
      return report;
    } catch (error) {
      // The result is no longer needed, and the worker may still be busy.
      worker?.end();
      throw error;
    } finally {
      pool.done();
    }
  }

  return { validate, dispose: () => pool.dispose() };
}

// The maximum delay of a timer.
const LONGEST = 2 ** 31 - 1;

/** A signal that is aborted with the caller's signal or after the timeout. */
class Limit {
  #timer;
  #ended;
  #controller = new AbortController();

  constructor({ signal, timeout }) {
    const late = () => this.#controller.abort(new DOMException(`The check was not done within ${timeout} ms.`, "TimeoutError"));
    this.#timer = setTimeout(late, Math.min(timeout, LONGEST));
    const ended = new Promise((resolve) => (this.#ended = resolve));
    unlessAborted(ended, signal)?.catch((reason) => this.#controller.abort(reason));
  }

  get signal() {
    return this.#controller.signal;
  }

  end() {
    clearTimeout(this.#timer);
    this.#ended();
  }
}

/** The number of bytes of text that were read. */
const size = (report) => report.files.reduce((sum, file) => sum + file.decompressedBytes, 0);

/** Reads all files. Returns their descriptions for the message to the worker, and the contents sent with it. */
async function read(wanted, platform, signal) {
  const inputs = [];
  const parcels = [];
  try {
    for (const { name, address, content } of wanted) {
      signal?.throwIfAborted();
      const all = await whole(content, signal);
      const isText = typeof all === "string";
      const parcel = isText ? undefined : await unlessAborted(platform.parcel(all), signal);
      inputs.push({
        name: wellFormed(name ?? (await unnamed(parcel))),
        address: address === undefined ? null : wellFormed(String(address)),
        text: isText ? all : null,
      });
      if (!isText) parcels.push(parcel);
    }
  } catch (error) {
    for (const { content } of wanted.slice(inputs.length)) leave(content, error);
    throw error;
  }
  return { inputs, files: parcels };
}

/** A name for unnamed content: without an extension that could contradict the content, except `.gz` for gzip data. */
async function unnamed(parcel) {
  const head = parcel?.slice(0, 2) ?? [];
  const [first, second] = new Uint8Array("arrayBuffer" in head ? await head.arrayBuffer() : head);
  return first === 0x1f && second === 0x8b ? "sitemap.gz" : "sitemap";
}

/** The validator in its worker; runs one check at a time. */
class Program {
  #worker;
  #ready;
  #run = 0;
  /** Handlers for the next message, and for the end of the worker. */
  #hear;
  #fail;
  #isGone = false;
  #speaks = new Set();

  constructor(platform) {
    this.#ready = new Promise((resolve, reject) => {
      this.#hear = ({ ready }) => {
        if (ready?.version === version) return resolve();
        this.#down(`it is of version ${ready?.version} and not ${version}; an older one may lie in a cache`);
      };
      this.#fail = reject;
    });
    // Callers await `#ready`; without one, avoid an unhandled rejection.
    this.#ready.catch(() => {});
    this.#worker = platform.start(
      (data) => this.#heard(data),
      (why) => this.#down(why),
    );
  }

  #heard(data) {
    const { message, texts = [] } = typeof data === "string" ? { message: data } : data;
    if (!this.#isGone) this.#hear(JSON.parse(message), texts);
  }

  #down(why) {
    if (this.#isGone) return;
    this.end();
    this.#fail(new Error(`The validator's worker could not be started, or stopped${why ? `: ${why}` : ""}.`));
  }

  /** Checks the inputs and returns the complete report. */
  async check({ files, ...check }, words, onProgress) {
    await this.#ready;
    const run = ++this.#run;
    const { language } = check.settings;
    if (words !== undefined && !this.#speaks.has(language)) {
      this.#speaks.add(language);
      this.#post({ words: { language, text: words } });
    }
    return new Promise((resolve, reject) => {
      this.#fail = reject;
      this.#hear = ({ progress, done, exported, failed }, texts) => {
        try {
          if (progress) {
            const { run: _, ...how } = progress;
            onProgress?.(how);
          }
          if (done) this.#post({ export: { run, format: "json" } });
          if (exported) resolve(JSON.parse(new TextDecoder().decode(texts[0])));
          if (failed) reject(new Error(failed.message));
        } catch (error) {
          reject(error);
        }
      };
      this.#post({ check: { run, ...check } }, files);
    });
  }

  #post(message, files = []) {
    this.#worker.post(JSON.stringify(message), files);
  }

  /** Marks the worker as busy. */
  work() {
    this.#worker.work();
  }

  /** Marks the worker as idle. `gone` is called if it ends in the meantime. */
  rest(gone) {
    this.#hear = () => {};
    this.#fail = gone;
    this.#worker.rest();
  }

  /** Ends the worker immediately. */
  end() {
    this.#isGone = true;
    // Not set yet if starting the worker fails.
    this.#worker?.end();
  }
}
