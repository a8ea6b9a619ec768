// Validates the input of `validate`, and reads streams.

import { isAddress, isName } from "./options.js";

// The maximum size that the worker reads of a file. One more byte of a stream is passed on, so that the report says `partial`.
const MOST = 512 * 1024 * 1024;

const KINDS = "a string, a Uint8Array, an ArrayBuffer, a Blob, a ReadableStream or an async iterable";

/** What each method does with its input. */
const VERBS = { validate: "checks", compare: "compares" };

const isFile = (content) => tag(content) === "File" && isName(content.name);
const isBlob = (content) => tag(content) === "Blob" || tag(content) === "File";
const isBuffer = (content) => tag(content) === "ArrayBuffer" || tag(content) === "SharedArrayBuffer";
const isStream = (content) => typeof content?.getReader === "function";
const isIterable = (content) => typeof content?.[Symbol.asyncIterator] === "function";

/** The object's `Symbol.toStringTag`, which also works for objects of another window. */
function tag(value) {
  return typeof value === "object" && value !== null ? value[Symbol.toStringTag] : undefined;
}

function isContent(content) {
  const kinds = [isBlob, isBuffer, isStream, isIterable, ArrayBuffer.isView];
  return typeof content === "string" || kinds.some((is) => is(content));
}

/** Returns the files of `input` of `method` as `{ name, url, content }`. Throws a `TypeError` for invalid input. */
export function files(method, input, { name, url, base } = {}) {
  if (!Array.isArray(input)) {
    if (!isContent(input)) throw new TypeError(`What \`${method}\` ${VERBS[method]} is ${KINDS}, or an array of { name, content }.`);
    return [only({ name, url, content: input }, base)];
  }
  if (input.length === 0) throw new TypeError(`The array given to \`${method}\` is empty.`);
  const files = input.map((file, at) => {
    const { content } = Object(file);
    const name = file?.name ?? (isFile(content) ? content.name : undefined);
    if (!isName(name)) throw new TypeError(`Input ${at} of \`${method}\` has no \`name\`; an array holds { name, content }.`);
    if (!isContent(content)) throw new TypeError(`The \`content\` of "${name}" has to be ${KINDS}.`);
    if (file.url !== undefined && !isAddress(file.url)) {
      throw new TypeError(`The \`url\` of "${name}" has to begin with http:// or https://.`);
    }
    return { name, url: file.url, content };
  });
  return files.length === 1 ? [only(files[0], base)] : files.map((file) => ({ ...file, content: asItIs(file.content) }));
}

/** Copies bytes, because the caller may overwrite them while the call waits. */
const asItIs = (content) => (isBuffer(content) || ArrayBuffer.isView(content) ? bytes(content).slice() : content);

/** Completes a single file: no other file can provide its URL. */
function only({ name, url, content }, base) {
  const known = name ?? (isFile(content) ? content.name : undefined);
  const served = url ?? (base === undefined ? undefined : join(String(base), known ?? ""));
  return { name: known, url: served, content: asItIs(content) };
}

/** The URL of the file `name` in the folder `base`. As for sets, the first folder in `name` stands for `base` itself. */
function join(base, name) {
  const path = encodeURI(wellFormed(name.replace(/^[^/]*\//, ""))).replace(/[?#]/g, encodeURIComponent);
  return base.endsWith("/") ? base + path : `${base}/${path}`;
}

/** Replaces lone surrogates, which UTF-8 cannot encode. */
export function wellFormed(text) {
  return /\p{Surrogate}/u.test(text) ? text.replace(/\p{Surrogate}/gu, "\ufffd") : text;
}

/**
 * Returns the complete content of a file as a string, a `Blob` or an array of byte arrays. Reads streams to the end, or a
 * little more than `most` bytes.
 */
export async function whole(content, signal, most = MOST) {
  if (typeof content === "string") return wellFormed(content);
  if (isBlob(content)) return content;
  if (isBuffer(content) || ArrayBuffer.isView(content)) return [bytes(content)];
  const pieces = [];
  let size = 0;
  for await (const piece of isStream(content) ? ofStream(content, signal) : ofIterable(content, signal)) {
    if (typeof piece !== "string" && !isBuffer(piece) && !ArrayBuffer.isView(piece)) {
      throw new TypeError("A stream has to bring bytes (Uint8Array) or strings.");
    }
    // Copy the piece: some iterables reuse one buffer for all pieces.
    const own = typeof piece === "string" ? piece.slice(0, most + 1 - size) : bytes(piece).slice(0, most + 1 - size);
    pieces.push(own);
    size += own.length;
    if (size > most) break;
  }
  // A stream of strings only is text, whatever encoding it declares.
  if (pieces.length > 0 && pieces.every((piece) => typeof piece === "string")) return wellFormed(pieces.join(""));
  const encoder = new TextEncoder();
  return pieces.map((piece) => (typeof piece === "string" ? encoder.encode(piece) : piece));
}

/** Returns true for a `Blob` or bytes that begin like a gzip file. */
export async function isGzip(parcel) {
  const head = parcel.slice(0, 2);
  const [first, second] = "arrayBuffer" in head ? new Uint8Array(await head.arrayBuffer()) : head;
  return first === 0x1f && second === 0x8b;
}

/** Returns a view of the bytes without copying them. */
function bytes(content) {
  const { buffer = content, byteOffset = 0, byteLength } = content;
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** All pending waits on one signal. They share one listener, because Node warns about more than ten. */
class Waiting extends Set {
  handleEvent() {
    for (const stop of this) stop();
  }
}

const waiting = new WeakMap();

/** Settles like `promise`, or rejects with the reason of `signal` as soon as it is aborted. */
export function unlessAborted(promise, signal) {
  if (!signal) return promise;
  const all = waiting.get(signal) ?? new Waiting();
  waiting.set(signal, all);
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    if (all.size === 0) signal.addEventListener("abort", all);
    all.add(stop);
    Promise.resolve(promise)
      .then(resolve, reject)
      .finally(() => {
        all.delete(stop);
        if (all.size === 0) signal.removeEventListener("abort", all);
      });
  });
}

async function* ofStream(stream, signal) {
  const reader = stream.getReader();
  let ended = false;
  try {
    for (;;) {
      // Request the next piece only after this one has been read (backpressure).
      const { done, value } = await unlessAborted(reader.read(), signal);
      ended = done;
      if (done) return;
      yield value;
    }
  } finally {
    if (!ended) reader.cancel(signal?.reason).catch(() => {});
    reader.releaseLock();
  }
}

async function* ofIterable(iterable, signal) {
  const iterator = iterable[Symbol.asyncIterator]();
  let ended = false;
  try {
    for (;;) {
      const { done, value } = await unlessAborted(iterator.next(), signal);
      ended = done;
      if (done) return;
      yield value;
    }
  } finally {
    if (!ended) leave(iterable, signal?.reason, iterator);
  }
}

/** Cancels a stream that will not be read further. */
export function leave(content, reason, iterator) {
  // A Node stream that is waiting for data does not react to `return`.
  if (typeof content?.destroy === "function") content.destroy();
  else if (iterator) Promise.resolve(iterator.return?.()).catch(() => {});
  else if (isStream(content) && !content.locked) content.cancel(reason).catch(() => {});
}
