// The folder of a built site, whose pages the worker compares with the sitemaps.

import { unlessAborted, wellFormed, whole } from "./given.js";

/** The folder that the option `pages` describes. A `Program` calls it. */
export class Pages {
  #given;
  #platform;
  #signal;

  constructor(given, platform, signal) {
    this.#given = given;
    this.#platform = platform;
    this.#signal = signal;
  }

  /** The description for the worker. */
  get folder() {
    return { files: this.#given.files.map(wellFormed), option: "`base`" };
  }

  /** Reads the files that the worker asks for. Those that cannot be read have an error, and no content. */
  async read({ files, most }) {
    const read = await Promise.all(files.map((file) => this.#file(file, most)));
    const contents = read.flatMap(({ content }) => content ?? []);
    return { files: read.map(({ file, error }) => ({ file, error })), contents };
  }

  async #file(file, most) {
    try {
      const given = await unlessAborted(this.#given.read(this.#given.files[file], most), this.#signal);
      const all = await whole(given, this.#signal, most);
      const parts = typeof all === "string" ? [new TextEncoder().encode(all)] : all;
      return { file, content: (await unlessAborted(this.#platform.parcel(parts), this.#signal)).slice(0, most) };
    } catch (error) {
      this.#signal?.throwIfAborted();
      return { file, error: wellFormed(error?.message || String(error)) };
    }
  }
}
