// The worker thread in Node: provides the browser APIs that the worker's program uses.

import { parentPort } from "node:worker_threads";

import start from "./sitemap-validator-worker.js";

/** Replaces `Blob`, which Node cannot read synchronously. */
class Bytes {
  constructor(bytes) {
    this.bytes = bytes;
  }

  get size() {
    return this.bytes.byteLength;
  }

  slice(from, to) {
    return new Bytes(this.bytes.subarray(from, to));
  }
}

class Reader {
  readAsArrayBuffer({ bytes }) {
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  }
}

const given = {
  Blob: Bytes,
  FileReaderSync: Reader,
  name: "",
  onmessage: null,
  postMessage: (message, handedOver) => parentPort.postMessage(message, handedOver),
};
for (const [name, value] of Object.entries(given)) {
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
}

const hear = ({ message, files = [] }) =>
  globalThis.onmessage({ data: { message, files: files.map((bytes) => new Bytes(bytes)) } });

// The first message contains the compiled module.
parentPort.once("message", async ({ module }) => {
  parentPort.on("message", hear);
  await start({ module_or_path: module });
});
