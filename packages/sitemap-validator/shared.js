// What is the same in browsers and in Node: `validate`, and the talk with the worker.

import { files, leave, unlessAborted, wellFormed, whole } from "./given.js";
import { settings, understood } from "./options.js";
import { Pool } from "./pool.js";
import { version } from "./version.js";

// A worker never gives memory back; one that had more text than this, in bytes, is not kept for the next call.
const KEPT = 32 * 1024 * 1024;

/** `validate` and `dispose` by what `platform`, a browser or Node, does in its own way. */
export function api(platform) {
  const pool = new Pool(() => new Program(platform), platform.processors);

  async function validate(input, options = {}) {
    const given = understood(options, Array.isArray(input));
    const { signal, onProgress, language = "en" } = given;
    const wanted = files(input, given);
    const check = { settings: settings(given), ...(await read(wanted, platform, signal)) };
    const words = language === "en" ? undefined : await unlessAborted(platform.words(language), signal);
    signal?.throwIfAborted();
    await pool.turn(signal);
    let worker;
    try {
      worker = pool.hire();
      const processors = platform.hasHelpers ? pool.share() : 1;
      const report = await unlessAborted(worker.check({ ...check, processors }, words, onProgress), signal);
      if (size(report) > KEPT) worker.end();
      else pool.keep(worker);
      return report;
    } catch (error) {
      // What it was doing is of no use any more, and it may be computing still.
      worker?.end();
      throw error;
    } finally {
      pool.done();
    }
  }

  return { validate, dispose: () => pool.dispose() };
}

/** How much text was read. */
const size = (report) => report.files.reduce((sum, file) => sum + file.decompressedBytes, 0);

/** All there is to check, read: what the worker is told of it, and what travels beside. */
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

/** The name of what has none: without an ending, so that it promises nothing; but packed content is called so. */
async function unnamed(parcel) {
  const head = parcel?.slice(0, 2) ?? [];
  const [first, second] = new Uint8Array("arrayBuffer" in head ? await head.arrayBuffer() : head);
  return first === 0x1f && second === 0x8b ? "sitemap.gz" : "sitemap";
}

/** The validator in its worker: one run after the other. */
class Program {
  #worker;
  #ready;
  #run = 0;
  /** What is to happen with the next answer, and when the worker is gone. */
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
    // Whoever waits for it hears of it; when nobody does, it is no news.
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

  /** The report on `inputs`, whole. */
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

  /** It has something to do. */
  work() {
    this.#worker.work();
  }

  /** It has nothing to do; `gone` is called when it goes away meanwhile. */
  rest(gone) {
    this.#hear = () => {};
    this.#fail = gone;
    this.#worker.rest();
  }

  /** Ends it at once. */
  end() {
    this.#isGone = true;
    // Not there yet when it fails while it is being started.
    this.#worker?.end();
  }
}
