// The code shared by browsers and Node: `validate`, `validateSite` and `compare`.

import { files, isGzip, leave, unlessAborted, wellFormed, whole } from "./given.js";
import { FORMATS, isUrl, settings, understood } from "./options.js";
import { Pages } from "./pages.js";
import { Pool } from "./pool.js";
import { Program } from "./program.js";
import { Search } from "./site.js";

// A worker never frees WebAssembly memory. After more than this many bytes of text, it is not reused.
const KEPT = 32 * 1024 * 1024;

/** Creates the functions of the package for a platform (browser or Node). */
export function api(platform) {
  const pool = new Pool(() => new Program(platform), platform.processors);
  const processors = () => (platform.hasHelpers ? pool.share() : 1);

  async function validate(input, options = {}) {
    const given = understood("validate", options, Array.isArray(input));
    const wanted = files("validate", input, given);
    const order = { settings: settings(given) };
    return limited(given, async (given) => {
      const inputs = await read(wanted, platform, given.signal);
      const pages = given.pages && new Pages(given.pages, platform, given.signal);
      const check = { ...order, ...inputs, folder: pages?.folder };
      return employ(given, (worker) => worker.check({ ...check, processors: processors() }, given.onProgress, pages));
    });
  }

  async function validateSite(url, options = {}) {
    if (!isUrl(url)) throw new TypeError("What `validateSite` checks is a URL that begins with http:// or https://.");
    const given = understood("validateSite", options);
    if (!given.fetch && !platform.request) {
      const help = "Pass the option `fetch`, such as a function that makes the requests through a server of yours.";
      throw new TypeError(`A page cannot read the files of other sites. ${help}`);
    }
    const order = { settings: settings(given) };
    const search = new Search(url, given, platform, order.settings.lang);
    try {
      return await limited(given, (given) =>
        employ(given, async (worker) => {
          const inputs = await worker.search(search);
          return worker.check({ ...order, ...inputs, processors: processors() }, given.onProgress);
        }),
      );
    } finally {
      search.end();
    }
  }

  async function compare(old, now, options = {}) {
    const { format = "json", ...given } = understood("compare", options);
    const versions = [old, now].map((version) => files("compare", version));
    const names = versions.map((files) => (files.length === 1 ? (files[0].name ?? "sitemap") : `${files.length} files`));
    const order = { settings: settings(given) };
    const text = await limited(given, async (given) => {
      const before = await read(versions[0], platform, given.signal);
      const after = await read(versions[1], platform, given.signal);
      const job = (worker) => worker.compare({ ...order, ...after, processors: 1 }, before, names, FORMATS[format]);
      // It has read the texts of both versions.
      return employ(given, job, () => Infinity);
    });
    return format === "json" ? JSON.parse(text) : text;
  }

  /** Returns what `job` gets from a worker, and ends a worker that has read much: `size` is the number of bytes. */
  async function employ({ signal, lang = "en" }, job, size = bytesRead) {
    const words = lang === "en" ? undefined : await unlessAborted(platform.words(lang), signal);
    signal?.throwIfAborted();
    await pool.turn(signal);
    let worker;
    try {
      worker = pool.hire();
      const report = await unlessAborted(worker.begin(lang, words).then(() => job(worker)), signal);
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

  return { validate, validateSite, compare, dispose: () => pool.dispose() };
}

/** Calls `check` with options whose signal is also aborted after the timeout. */
async function limited(given, check) {
  if (given.timeout === undefined) return check(given);
  const limit = new Limit(given);
  try {
    return await check({ ...given, signal: limit.signal });
  } finally {
    limit.end();
  }
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
const bytesRead = (report) => report.files.reduce((sum, file) => sum + file.decompressedBytes, 0);

/** Reads all files. Returns their descriptions for the message to the worker, and the contents sent with it. */
async function read(wanted, platform, signal) {
  const inputs = [];
  const parcels = [];
  try {
    for (const { name, url, content } of wanted) {
      signal?.throwIfAborted();
      const all = await whole(content, signal);
      const isText = typeof all === "string";
      const parcel = isText ? undefined : await unlessAborted(platform.parcel(all), signal);
      inputs.push({
        name: wellFormed(name ?? (await unnamed(parcel))),
        url: url === undefined ? null : wellFormed(String(url)),
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
  return parcel && (await isGzip(parcel)) ? "sitemap.gz" : "sitemap";
}
