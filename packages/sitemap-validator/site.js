// The search for the sitemaps of a site: makes the requests that the worker asks for.

import { isGzip, unlessAborted, wellFormed, whole } from "./given.js";

/** The maximum duration of a request in milliseconds. */
const LONGEST = 120_000;

const ACCEPT = "application/xml, text/xml, text/plain, */*;q=0.5";

/** The search that begins at `start`. A `Program` calls it. */
export class Search {
  #start;
  #given;
  #platform;
  /** Header fields of the caller. */
  #headers;
  /** The contents of files, by the numbers of their requests. */
  #contents = new Map();
  /** The requests under way, as `AbortController`s. */
  #underWay = new Set();
  /** Those that wait for the worker to judge addresses, by the numbers of their requests. */
  #judging = new Map();
  #timer;
  #language;

  constructor(start, given, platform, language) {
    this.#start = wellFormed(String(start));
    this.#given = given;
    this.#platform = platform;
    this.#language = language;
    this.#headers = Object.fromEntries(new Headers(given.headers));
  }

  /** The first step. */
  begin() {
    const { allowPrivate = false } = this.#given;
    return { begin: { start: this.#start, now: Date.now(), private: allowPrivate, lang: this.#language } };
  }

  /** Makes requests, and posts the answers. Calls `fail` if a function of the caller is at fault. */
  fetch({ requests, wait, finished, known }, post, fail) {
    clearTimeout(this.#timer);
    if (wait !== null) this.#timer = setTimeout(post, wait, "goOn");
    for (const [id, url] of requests) this.#answer(id, url, post).catch(fail);
    this.#given.onProgress?.({ finished, known });
  }

  /** Passes on what the worker thinks of addresses. */
  judged({ id, isPublic }) {
    this.#judging.get(id)?.(isPublic);
    this.#judging.delete(id);
  }

  /** Returns the inputs of the check. */
  found(files) {
    const contents = [];
    const inputs = files.map(({ id, http }) => {
      const content = http.status === 200 && http.error === null ? this.#contents.get(id) : undefined;
      if (content) contents.push(content);
      return { name: http.requested, http, text: content ? null : "" };
    });
    return { inputs, files: contents };
  }

  /** Ends all requests. */
  end() {
    clearTimeout(this.#timer);
    for (const controller of this.#underWay) controller.abort();
    this.#underWay.clear();
    this.#contents.clear();
  }

  async #answer(id, url, post) {
    const controller = new AbortController();
    const late = () => controller.abort(new DOMException(`No complete answer within ${LONGEST} ms.`, "TimeoutError"));
    const timer = setTimeout(late, LONGEST);
    this.#underWay.add(controller);
    try {
      const { answer, content } = await this.#get(id, url, post, controller.signal);
      // Otherwise the search has ended.
      if (!this.#underWay.has(controller)) return;
      if (content) this.#contents.set(id, content);
      post({ fetched: { id, answer } }, content ? [content] : []);
    } finally {
      clearTimeout(timer);
      this.#underWay.delete(controller);
      // Closes the connection if the content was not read to its end.
      controller.abort();
    }
  }

  /** Makes one request. Returns the answer for the worker, and the content if the status is 200. */
  async #get(id, url, post, signal) {
    let response;
    try {
      response = await unlessAborted(this.#request(id, url, post, signal), signal);
    } catch (error) {
      return { answer: { error: reason(error) } };
    }
    const { status, headers, body } = usable(response, url);
    const header = Object.fromEntries([...headers].map(([name, value]) => [name.toLowerCase(), decoded(value)]));
    if (status !== 200) return { answer: { status, header } };
    try {
      const content = await this.#content(body, signal);
      // The function has decompressed the content, unless it still is a gzip file.
      if (this.#given.fetch && !(await isGzip(content))) {
        delete header["content-encoding"];
        delete header["content-length"];
      }
      return { answer: { status, header }, content };
    } catch (error) {
      return { answer: { error: reason(error) } };
    }
  }

  async #request(id, url, post, signal) {
    const { fetch, allowPrivate } = this.#given;
    const own = new URL(url).origin === new URL(this.#start).origin ? this.#headers : {};
    const headers = { accept: ACCEPT, ...this.#platform.headers, ...own };
    if (fetch) return fetch(url, { redirect: "manual", signal, headers });
    const judge = (addresses) =>
      new Promise((resolve) => {
        this.#judging.set(id, resolve);
        post({ resolved: { id, addresses } });
      });
    return this.#platform.request(url, { signal, headers, arePublic: allowPrivate ? undefined : judge });
  }

  async #content(body, signal) {
    const all = await whole(body ?? new Uint8Array(), signal);
    return this.#platform.parcel(typeof all === "string" ? [new TextEncoder().encode(all)] : all);
  }
}

/** Returns the response. Throws an error if it is none, or if its content is not accessible. */
function usable(response, url) {
  if (!Number.isInteger(response?.status) || typeof response.headers?.[Symbol.iterator] !== "function") {
    throw new TypeError("The function `fetch` has to return a Response.");
  }
  if (response.status === 0) {
    const why = response.type === "opaqueredirect" ? "where it redirects to" : "its answer";
    throw new Error(`${url} cannot be checked: the browser does not show ${why}.`);
  }
  return response;
}

/** The text of a header field in UTF-8, of which each character is a byte. */
const decoded = (value) => new TextDecoder().decode(Uint8Array.from(value, (character) => character.charCodeAt(0)));

/** Codes and names of errors, by the reason that the report gives. */
const REASONS = {
  private: /^ERR_PRIVATE_ADDRESS$/,
  dns: /^(ENOTFOUND|ENODATA|EAI_\w+)$/,
  refused: /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)$/,
  timeout: /^(ETIMEDOUT|UND_ERR_\w+_TIMEOUT|TimeoutError)$/,
  tls: /CERT|CRL|SSL|TLS|^UNABLE_TO_|^(EPROTO|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED)$/,
};

/** Why a request failed. */
function reason(error) {
  const marks = [error?.cause?.code, error?.code, error?.name].map(String);
  return Object.keys(REASONS).find((name) => marks.some((mark) => REASONS[name].test(mark))) ?? "cut";
}
