// What is to be checked: told apart, and read where it comes piece by piece.

import { isAddress, isName } from "./options.js";

const KINDS = "a string, a Uint8Array, an ArrayBuffer, a Blob, a ReadableStream or an async iterable";

const isFile = (content) => tag(content) === "File" && isName(content.name);
const isBlob = (content) => tag(content) === "Blob" || tag(content) === "File";
const isBuffer = (content) => tag(content) === "ArrayBuffer" || tag(content) === "SharedArrayBuffer";
const isStream = (content) => typeof content?.getReader === "function";
const isIterable = (content) => typeof content?.[Symbol.asyncIterator] === "function";

/** What an object says it is; the same for those of another window. */
function tag(value) {
  return typeof value === "object" && value !== null ? value[Symbol.toStringTag] : undefined;
}

function isContent(content) {
  const kinds = [isBlob, isBuffer, isStream, isIterable, ArrayBuffer.isView];
  return typeof content === "string" || kinds.some((is) => is(content));
}

/** The files of `input`, each `{ name, address, content }`; a `TypeError` says what cannot be checked. */
export function files(input, { name, address, base }) {
  if (!Array.isArray(input)) {
    if (!isContent(input)) throw new TypeError(`What \`validate\` checks is ${KINDS}, or an array of { name, content }.`);
    return [only({ name, address, content: input }, base)];
  }
  if (input.length === 0) throw new TypeError("The array given to `validate` is empty: there is nothing to check.");
  const files = input.map((file, at) => {
    const { content } = Object(file);
    const name = file?.name ?? (isFile(content) ? content.name : undefined);
    if (!isName(name)) throw new TypeError(`Input ${at} of \`validate\` has no \`name\`; an array holds { name, content }.`);
    if (!isContent(content)) throw new TypeError(`The \`content\` of "${name}" has to be ${KINDS}.`);
    if (file.address !== undefined && !isAddress(file.address)) {
      throw new TypeError(`The \`address\` of "${name}" has to begin with http:// or https://.`);
    }
    return { name, address: file.address, content };
  });
  return files.length === 1 ? [only(files[0], base)] : files;
}

/** The only file: nobody else says where it is served. */
function only({ name, address, content }, base) {
  const known = name ?? (isFile(content) ? content.name : undefined);
  return { name: known, address: address ?? (base === undefined ? undefined : join(String(base), known ?? "")), content };
}

/** The address of the file `name` in the folder at `base`, as for several files: a folder they all lie in is the base. */
function join(base, name) {
  const path = encodeURI(wellFormed(name.replace(/^[^/]*\//, ""))).replace(/[?#]/g, encodeURIComponent);
  return base.endsWith("/") ? base + path : `${base}/${path}`;
}

/** A text that can be written in UTF-8. */
export function wellFormed(text) {
  return /\p{Surrogate}/u.test(text) ? text.replace(/\p{Surrogate}/gu, "\ufffd") : text;
}

/** The content of a file, whole: a text, a `Blob`, or an array of bytes. Streams are read to their end. */
export async function whole(content, signal) {
  if (typeof content === "string") return wellFormed(content);
  if (isBlob(content)) return content;
  if (isBuffer(content) || ArrayBuffer.isView(content)) return [bytes(content)];
  const pieces = [];
  for await (const piece of isStream(content) ? ofStream(content, signal) : ofIterable(content, signal)) {
    if (typeof piece !== "string" && !isBuffer(piece) && !ArrayBuffer.isView(piece)) {
      throw new TypeError("A stream given to `validate` has to bring bytes (Uint8Array) or strings.");
    }
    // Whoever reads into one buffer again and again has the next piece in it soon.
    pieces.push(typeof piece === "string" ? piece : bytes(piece).slice());
  }
  // Nothing but strings is a text, whatever encoding it declares.
  if (pieces.length > 0 && pieces.every((piece) => typeof piece === "string")) return wellFormed(pieces.join(""));
  const encoder = new TextEncoder();
  return pieces.map((piece) => (typeof piece === "string" ? encoder.encode(piece) : piece));
}

/** Bytes as they can be put into a `Blob`: of shared memory a copy. */
function bytes(content) {
  const buffer = ArrayBuffer.isView(content) ? content.buffer : content;
  const { byteOffset = 0, byteLength } = content;
  const view = new Uint8Array(buffer, byteOffset, byteLength);
  return tag(buffer) === "SharedArrayBuffer" ? view.slice() : view;
}

/** All who wait unless one signal is aborted; as its one listener, because Node warns of more than ten. */
class Waiting extends Set {
  handleEvent() {
    for (const stop of this) stop();
  }
}

const waiting = new WeakMap();

/** `promise`, or the reason of `signal` as soon as it is aborted. */
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
      // The next piece is asked for when this one is here: who writes never runs ahead.
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

/** Says to a stream that nobody will read on. */
export function leave(content, reason, iterator) {
  // A stream of Node's that waits for more would not hear of `return`.
  if (typeof content?.destroy === "function") content.destroy();
  else if (iterator) Promise.resolve(iterator.return?.()).catch(() => {});
  else if (isStream(content) && !content.locked) content.cancel(reason).catch(() => {});
}
