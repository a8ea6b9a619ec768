// A stranger's site: another origin than the validator's, with a policy as strict as they come.

import { createServer } from "node:http";
import { after } from "node:test";
import { BASE_URL, page } from "./support.mjs";

export const ORIGIN = new URL(BASE_URL).origin;
export const POLICY = `default-src 'none'; script-src ${ORIGIN}; frame-src ${ORIGIN}`;

let site;
after(async () => (await site)?.close());

const pages = new Map();

/** The address of the stranger's site. `localhost` and `127.0.0.1` are different sites to a browser. */
async function address() {
  site ??= new Promise((done) => {
    const server = createServer((request, response) => {
      const found = pages.get(request.url);
      response.writeHead(found ? (found.status ?? 200) : request.url === "/favicon.ico" ? 204 : 404, { "content-type": "text/html; charset=utf-8", ...found?.headers });
      response.end(found?.html);
    });
    server.listen(0, "localhost", () => done(server));
  });
  return `http://localhost:${(await site).address().port}`;
}

/** The two lines of the documentation. */
export const snippet = (attributes = "") =>
  `<script async src="${BASE_URL}embed.js"></script><sitemap-validator ${attributes}><a href="${BASE_URL}">Check your sitemap</a></sitemap-validator>`;

/** Puts a script of the stranger's own on its site, at `path`. */
export const script = (path, text) => pages.set(path, { html: text, headers: { "content-type": "text/javascript" } });

/** Has the stranger's site send whoever asks for `path` to `location`. */
export const redirect = (path, location) => pages.set(path, { status: 301, headers: { location } });

/** Opens a page of the stranger's site with this in its body. */
export async function host(body = snippet(), { policy = POLICY, lang = "en", attributes = "", ...options } = {}) {
  const path = `/${pages.size}`;
  const headers = policy ? { "content-security-policy": policy } : {};
  pages.set(path, {
    html: `<!doctype html><html lang="${lang}"><meta charset="utf-8"><title>Host</title><body ${attributes}>${body}</body></html>`,
    headers,
  });
  return page({ url: await address(), path, ...options });
}

/** Waits for the element to be there and its frame to have said so, and keeps account of its events. */
export async function ready(opened, at = 0) {
  await opened.evaluate(async (at) => {
    await customElements.whenDefined("sitemap-validator");
    const element = document.querySelectorAll("sitemap-validator")[at];
    element.events = [];
    const said = new Promise((done) => element.addEventListener("ready", done, { once: true }));
    for (const type of ["ready", "progress", "result", "error"]) {
      element.addEventListener(type, ({ detail }) => element.events.push({ type, detail }));
    }
    // It may have said so before anybody listened: whoever asks is answered once it is there.
    await Promise.race([said, element.report().catch(() => {})]);
  }, at);
  return frame(opened, at);
}

/** The document in the frame. */
export async function frame(opened, at = 0) {
  const handle = await opened.locator("sitemap-validator").nth(at).locator("iframe").elementHandle();
  return handle.contentFrame();
}

/** Calls a method of the element and gives what it resolves with, or the name of what it rejects with. */
export const call = (opened, method, args = [], at = 0) =>
  opened.evaluate(
    ([method, args, at]) =>
      Promise.resolve(document.querySelectorAll("sitemap-validator")[at][method](...args)).catch((error) => ({ failed: error.name })),
    [method, args, at],
  );

/** What the element has told so far. */
export const events = (opened, type, at = 0) =>
  opened.evaluate(
    ([type, at]) => document.querySelectorAll("sitemap-validator")[at].events.filter((event) => event.type === type).map(({ detail }) => detail ?? null),
    [type, at],
  );
