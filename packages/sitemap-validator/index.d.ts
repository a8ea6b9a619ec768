import type { Progress, Report } from "./report.js";

export type * from "./report.js";

/** What a file may be given as. Streams are read to their end before the check begins. */
export type Content = Piece | Blob | ReadableStream<Piece> | AsyncIterable<Piece>;

/** What a stream may bring. */
export type Piece = string | ArrayBuffer | SharedArrayBuffer | ArrayBufferView;

/** A file of several. */
export interface Input {
  /** Its name, with the folders it lies in: `maps/a.xml`. May be absent for a `File`, which has one. */
  name?: string | undefined;
  content: Content;
  /** Where it is served, when known. Else an index or a robots.txt among the files may tell, or `base`. */
  address?: string | URL | undefined;
}

/** Whose word counts. `sitemaps.org` always does. */
export type Profile = "sitemaps.org" | "google" | "bing" | "yandex" | "baidu" | "legacy";

export interface Options {
  /** The name of the only file; that of a `File` if absent. Its ending is compared with the content. */
  name?: string | undefined;
  /** Where the only file is served. Turns on the rules about scope: host, scheme, port, folder. */
  address?: string | URL | undefined;
  /** The folder the files are served from, when that is all that is known. */
  base?: string | URL | undefined;
  /** Who is to be pleased beside `sitemaps.org`: nobody if empty; `google` and `bing` if absent. */
  profiles?: readonly Profile[] | undefined;
  /** Also what is only a matter of taste. */
  pedantic?: boolean | undefined;
  /** Also what the schemas of sitemaps.org forbid and no engine minds. */
  strictSchema?: boolean | undefined;
  /** The sitemap is submitted through Search Console, with all its hosts verified. */
  searchConsole?: boolean | undefined;
  /** Hosts on which the sitemap may list URLs too. */
  verifiedHosts?: readonly string[] | undefined;
  /** The time to compare dates with, the present if absent; `null` for no such rules. A number is in milliseconds. */
  now?: Date | number | null | undefined;
  /** The language of messages and help; English if absent. */
  language?: "en" | "es" | "fr" | undefined;
  /** Ends the reading of streams and the check: the promise is rejected with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Called some times a second, for checks that take longer than a blink. */
  onProgress?: ((progress: Progress) => void) | undefined;
}

/**
 * Checks a sitemap, an index, a text list, a feed or a robots.txt, plain or gzip, or several files together.
 *
 * Whatever is wrong with them is in the report. The promise is rejected with a `TypeError` for an input or an option that
 * is none, with the reason of an aborted `signal`, with the error of a stream, and with an `Error` when the validator
 * could not run.
 */
export function validate(input: Content, options?: Options): Promise<Report>;
export function validate(input: Content | readonly Input[], options?: Omit<Options, "name" | "address">): Promise<Report>;

/** Ends the workers that wait for the next call. There is no need to: they do not keep a process from ending. */
export function dispose(): void;

/** The version of the validator. */
export const version: string;
