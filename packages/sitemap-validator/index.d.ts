import type { Comparison, Progress, Report } from "./report.js";

export type * from "./report.js";

/** The content of a file. Streams are read to the end before the check starts. */
export type Content = Piece | Blob | ReadableStream<Piece> | AsyncIterable<Piece>;

/** A chunk of a stream. */
export type Piece = string | ArrayBuffer | SharedArrayBuffer | ArrayBufferView;

/** One of several files. */
export interface Input {
  /** The file's name, including its folders: `maps/a.xml`. Default: the name of a `File`. */
  name?: string | undefined;
  content: Content;
  /** The file's URL. Default: the one in an index or a robots.txt of the set, or else one derived from `base`. */
  url?: string | URL | undefined;
}

/** An engine to check against. `sitemaps.org` is always included. */
export type Profile = "sitemaps.org" | "google" | "bing" | "yandex" | "baidu" | "legacy";

export interface Options {
  /** The file's name. Its extension is compared with the content. Default: the name of a `File`. */
  name?: string | undefined;
  /** The file's URL. Enables the rules about scope: host, scheme, port, folder. */
  url?: string | URL | undefined;
  /** The URL of the folder that contains the files, if their own URLs are not known. */
  base?: string | URL | undefined;
  /** Engines to check against in addition to `sitemaps.org`. Default: `google` and `bing`. */
  profile?: readonly Profile[] | undefined;
  /** Include style advice. */
  pedantic?: boolean | undefined;
  /** Also report what the sitemaps.org XSD rejects but search engines accept. */
  strictSchema?: boolean | undefined;
  /** The sitemap is submitted through Search Console, and all its hosts are verified. */
  searchConsole?: boolean | undefined;
  /** Other hosts whose URLs the sitemap may list. */
  verifiedHosts?: readonly string[] | undefined;
  /** The time to compare dates with, as a `Date` or in milliseconds; `null` turns these rules off. Default: now. */
  now?: Date | number | null | undefined;
  /** The language of messages and help. Default: English. */
  lang?: "en" | "es" | "fr" | undefined;
  /** Cancels the call: stops reading streams and rejects the promise with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Maximum duration of the call in milliseconds, including waiting. After that, it is rejected with a `TimeoutError`. */
  timeout?: number | undefined;
  /** Called several times a second during longer checks. */
  onProgress?: ((progress: Progress) => void) | undefined;
  /** The folder of the built site, to compare its pages with the sitemaps. */
  pages?: Pages | undefined;
}

/** The folder of a built site. */
export interface Pages {
  /** The names of all files in the folder, in the form of the names of the inputs. */
  files: readonly string[];
  /**
   * Returns the content of a file, of which at most `limit` bytes are needed. Called for HTML files and those that set up
   * the host, such as `_redirects`. A file for which it throws an error is named in `built` of the report.
   */
  read: (name: string, limit: number) => Content | Promise<Content>;
}

/**
 * Checks a sitemap, an index, a text sitemap, a feed or a robots.txt, with or without gzip, or several files together.
 *
 * Problems in the files are in the report. The promise is rejected with a `TypeError` for an invalid input or option, with
 * the reason of an aborted `signal`, with the error of a stream, and with an `Error` if the validator cannot run.
 */
export function validate(input: Content, options?: Options): Promise<Report>;
export function validate(input: Content | readonly Input[], options?: Omit<Options, "name" | "url">): Promise<Report>;

/** The options of `validateSite`: those of `validate` that are not about one file, and those of the requests. */
export interface SiteOptions extends Omit<Options, "name" | "url" | "base" | "onProgress" | "pages"> {
  /** Makes the requests. Required in a browser. Default in Node: requests that the package makes itself. */
  fetch?: Fetch | undefined;
  /** Header fields of requests to the origin of the URL. Requests to other origins do not have them. */
  headers?: Headers | Readonly<Record<string, string>> | undefined;
  /** Allow hosts of private networks, such as localhost. */
  allowPrivate?: boolean | undefined;
  /** Called after each answer while files are fetched, and then as by `validate`. */
  onProgress?: ((progress: FetchProgress | Progress) => void) | undefined;
}

/** A function like the global `fetch`. Has to return the answer to this one request, without following redirects. */
export type Fetch = (
  url: string,
  init: { redirect: "manual"; signal: AbortSignal; headers: Record<string, string> },
) => Promise<Response>;

/** How many files have been requested, of those that are known so far. */
export interface FetchProgress {
  finished: number;
  known: number;
}

/**
 * Fetches the sitemaps of a site and checks them together. The URL is that of the site, or of a sitemap, an index or a
 * robots.txt.
 *
 * Files that cannot be fetched are in the report. The promise is rejected with an `Error` if the URL itself cannot be
 * fetched, or if `fetch` hides its answer, and otherwise as by `validate`.
 */
export function validateSite(url: string | URL, options?: SiteOptions): Promise<Report>;

/** The options of `compare`. */
export interface CompareOptions extends Pick<Options, "lang" | "signal" | "timeout"> {
  /** The format of the result. Default: `json`, an object. The names of servers stand for a list of redirects. */
  format?: "json" | "html" | "markdown" | "csv" | "netlify" | "nginx" | "apache" | undefined;
}

/**
 * Compares two versions of a site's sitemaps: which URLs are gone, new, moved or renamed, and what else changed. Each version
 * is one file or several.
 *
 * The promise is rejected as by `validate`.
 */
export function compare(
  old: Content | readonly Input[],
  now: Content | readonly Input[],
  options?: CompareOptions & { format?: "json" | undefined },
): Promise<Comparison>;
export function compare(
  old: Content | readonly Input[],
  now: Content | readonly Input[],
  options: CompareOptions,
): Promise<Comparison | string>;

/** Ends idle workers. This is optional: idle workers do not keep a process alive. */
export function dispose(): void;

/** The version of the validator. */
export const version: string;
