// The communication with the worker.

import { version } from "./version.js";

/** The validator in its worker; runs one call at a time. */
export class Program {
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

  /** Begins a call. `words` are the messages of its language, unless that is English. */
  async begin(language, words) {
    await this.#ready;
    this.#run += 1;
    if (words === undefined || this.#speaks.has(language)) return;
    this.#speaks.add(language);
    this.#post({ words: { lang: language, text: words } });
  }

  /** Lets `search` fetch the files of a site. Returns its result. */
  search(search) {
    const run = this.#run;
    // The files are needed again for the check.
    const post = (step, files) => this.#post({ site: { run, step } }, files, true);
    return this.#talk({ site: { run, step: search.begin() } }, [], ({ requests, resolved, site }, { resolve, reject }) => {
      if (requests) search.fetch(requests, post, reject);
      if (resolved) search.judged(resolved);
      if (site) resolve(search.found(site.files));
    });
  }

  /** Checks the inputs, with the folder of the built site if there is one, and returns the complete report. */
  check({ files, ...check }, onProgress, pages) {
    const run = this.#run;
    const send = async (wanted) => {
      const { files, contents } = await pages.read(wanted);
      // A caller may use its bytes again.
      this.#post({ folder: { run, files } }, contents, true);
    };
    return this.#talk({ check: { run, ...check } }, files, ({ progress, wanted, done, exported }, { resolve, reject }, texts) => {
      if (wanted) send(wanted).catch(reject);
      if (progress) {
        const { run: _, ...how } = progress;
        onProgress?.(how);
      }
      if (done) this.#post({ export: { run, format: "json" } });
      if (exported) resolve(JSON.parse(new TextDecoder().decode(texts[0])));
    });
  }

  /** Compares an earlier version with the files of a check and returns the result as text. */
  compare({ files, ...check }, old, names, file) {
    const run = this.#run;
    return this.#talk({ check: { run, ...check } }, files, ({ done, exported }, { resolve }, texts) => {
      if (done) this.#post({ compare: { run, number: run, names, inputs: old.inputs, file } }, old.files);
      if (exported) resolve(new TextDecoder().decode(texts[0]));
    });
  }

  /** Posts a message and passes the answers to `hear`, which settles the promise. */
  #talk(message, files, hear) {
    return new Promise((resolve, reject) => {
      this.#fail = reject;
      this.#hear = (answer, texts) => {
        try {
          if (answer.failed) throw new Error(answer.failed.message);
          hear(answer, { resolve, reject }, texts);
        } catch (error) {
          reject(error);
        }
      };
      this.#post(message, files);
    });
  }

  #post(message, files = [], areKept = false) {
    this.#worker.post(JSON.stringify(message), files, areKept);
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
