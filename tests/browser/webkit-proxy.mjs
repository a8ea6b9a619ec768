// The proxy between a WebKitGTK and the sites it visits. It does what a W3C WebDriver cannot: scripts before the page's own,
// answers made by the tests, an account of the requests, and no network.

import { EventEmitter, once } from "node:events";
import { createServer, request } from "node:http";

const NONCE = "tests";

export class Proxy {
  /** What runs in each document before its own scripts. */
  scripts = [];
  /** It emits "request" and "response". */
  events = new EventEmitter();
  #offline = false;
  #routes = [];
  #server = createServer((asked, answer) => this.#answer(asked, answer).catch(() => answer.destroy()));

  /** Starts it; its address follows. */
  async open() {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return `127.0.0.1:${this.#server.address().port}`;
  }

  close() {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  setOffline(offline) {
    this.#offline = offline;
    if (offline) this.#server.closeAllConnections();
  }

  /** Has requests to addresses that fit answered by a handler, as Playwright does; the latest comes first. */
  route(pattern, handler, { times = Infinity } = {}) {
    this.#routes.unshift({ pattern, handler, times });
  }

  unroute(pattern) {
    this.#routes = this.#routes.filter((route) => String(route.pattern) !== String(pattern));
  }

  async #answer(asked, answer) {
    const { url } = asked;
    if (this.#offline) return answer.destroy();
    this.events.emit("request", { url: () => url });
    const route = this.#routes.find(({ pattern, times }) => times > 0 && pattern.test(url));
    const forward = async () => this.#end(url, answer, { response: await fetched(asked) });
    if (!route) return forward();
    route.times -= 1;
    return route.handler({
      request: () => ({ url: () => url }),
      fetch: () => fetched(asked),
      fulfill: async (made) => this.#end(url, answer, made),
      continue: forward,
      abort: async () => answer.destroy(),
    });
  }

  #end(url, answer, { status, headers, contentType, response, body = response?.body ?? "" }) {
    const sent = { ...response?.headers(), ...headers, ...(contentType && { "content-type": contentType }) };
    delete sent["content-length"];
    delete sent["transfer-encoding"];
    if (/text\/html/.test(sent["content-type"])) {
      const script = `<script nonce="${NONCE}">${this.scripts.join("\n").replaceAll("</script", "<\\/script")}</script>`;
      body = body.toString().replace(/<head[^>]*>|<html[^>]*>|^/i, (tag) => tag + script);
      const policy = sent["content-security-policy"];
      if (/script-src /.test(policy)) sent["content-security-policy"] = policy.replace("script-src ", `script-src 'nonce-${NONCE}' `);
      else if (/default-src /.test(policy)) sent["content-security-policy"] = `${policy}; script-src 'nonce-${NONCE}'`;
    }
    const code = status ?? response?.status ?? 200;
    if (code >= 400) this.events.emit("response", { status: () => code, url: () => url });
    answer.writeHead(code, sent).end(body);
  }
}

/** What the site itself answers. */
function fetched(asked) {
  const headers = { ...asked.headers };
  // What is not packed can be read, and what is asked for is sent.
  for (const name of ["accept-encoding", "if-none-match", "if-modified-since", "proxy-connection"]) delete headers[name];
  const read = async (from) => {
    const chunks = [];
    for await (const chunk of from) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    return { status: from.statusCode, headers: () => from.headers, body, text: async () => body.toString() };
  };
  return new Promise((done, failed) => {
    // The site may break off its answer.
    const sent = request(asked.url, { method: asked.method, headers }, (from) => read(from).then(done, failed));
    sent.on("error", failed);
    asked.pipe(sent);
  });
}
