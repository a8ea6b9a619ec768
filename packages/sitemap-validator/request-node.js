// Requests in Node. The function `fetch` would follow redirects to any address, and decompress the content.

import { lookup } from "node:dns";
import http from "node:http";
import https from "node:https";

// The maximum time in milliseconds to connect, and between two pieces of an answer.
const CONNECT = 10_000;
const READ = 30_000;

const MOST_HEADER = 64 * 1024;

/** An error with a code. */
const failure = (code) => Object.assign(new Error(code), { code });

/**
 * Makes a request without following redirects. Returns `{ status, headers, body }`, with the content as it was transferred.
 * If `arePublic` does not accept all addresses of the host, no connection is made.
 */
export function request(url, { signal, headers, arePublic }) {
  const isSecure = new URL(url).protocol === "https:";
  const options = {
    signal,
    headers,
    // A new connection, so that its addresses are judged.
    agent: false,
    lookup: arePublic && guarded(arePublic),
    timeout: CONNECT,
    maxHeaderSize: MOST_HEADER,
  };
  return new Promise((resolve, reject) => {
    const request = (isSecure ? https : http).request(url, options);
    request.once("socket", (socket) => {
      socket.once(isSecure ? "secureConnect" : "connect", () => socket.setTimeout(READ));
    });
    request.on("timeout", () => request.destroy(failure("ETIMEDOUT")));
    request.on("error", reject);
    // Some answers, such as an upgrade, only end the request.
    request.on("close", () => reject(failure("ECONNRESET")));
    request.on("response", (response) => {
      resolve({ status: response.statusCode, headers: fields(response), body: pieces(response) });
    });
    request.end();
  });
}

/** A `lookup` that fails if an address of the host is not public: Node connects to any of those that it returns. */
function guarded(arePublic) {
  return (host, options, done) => {
    lookup(host, { ...options, all: true }, async (error, found) => {
      if (error) return done(error);
      const isAllowed = await arePublic(found.map(({ address }) => address));
      if (!isAllowed) return done(failure("ERR_PRIVATE_ADDRESS"));
      if (options.all) return done(null, found);
      done(null, found[0].address, found[0].family);
    });
  };
}

/** The header fields; of a repeated one, the first value. */
const fields = ({ headersDistinct }) => Object.entries(headersDistinct).map(([name, [value]]) => [name, value]);

/** The content. If it has a known length, it may end early, because the validator compares both. */
async function* pieces(response) {
  let isEmpty = true;
  try {
    for await (const piece of response) {
      isEmpty = false;
      yield piece;
    }
  } catch (error) {
    if (isEmpty || response.headers["content-length"] === undefined) throw error;
  }
}
