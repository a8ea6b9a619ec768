// Keeps the app for when there is no network. Filled in by the build: which one it is, and what it consists of.
const build = "BUILD";
const files = ["FILES"];
const scope = new URL("./", self.location);
// Caches belong to the whole origin, where a second copy of the site may lie under another path.
const prefix = `sitemap-validator ${scope.pathname} `;
const name = prefix + build;

const own = (path) => new URL(path, scope).href;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(name).then((cache) => cache.addAll(files.map((file) => new Request(own(file), { cache: "no-cache" })))),
  );
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("message", (event) => {
  // The page asks for it when the visitor wants the new version.
  if (event.data === "take-over") self.skipWaiting();
  if (event.data?.build) event.waitUntil(told(event));
});

/** The open pages that have said they are of this build. */
const same = new Set();

// A page says which build it is of, and is answered whether that is this one.
async function told({ data, source, ports: [port] }) {
  port.postMessage(data.build === build);
  if (data.build !== build) return;
  same.add(source.id);
  const keys = await caches.keys();
  const all = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const others = all.filter(({ id, url }) => url.startsWith(scope.href) && !same.has(id));
  // A tab from before may need its own build. One of this build says so when asked, and this begins anew.
  if (others.length) return others.forEach((other) => other.postMessage("build"));
  self.skipWaiting();
  // Once at work, it puts other builds away.
  if (self.registration.installing || self.registration.waiting) return;
  await Promise.all(keys.filter((key) => key.startsWith(prefix) && key !== name).map((key) => caches.delete(key)));
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || !url.href.startsWith(scope.href)) return;
  event.respondWith(answer(request, url, event));
});

async function answer(request, url, event) {
  const cache = await caches.open(name);
  const asked = url.searchParams.get("v");
  if (asked || /-[0-9a-f]{13,16}[._]/.test(url.pathname)) {
    // A tab from before is given what belongs to its build.
    const kept = await caches.match(request, { cacheName: prefix + (asked ?? build) });
    if (kept) return kept;
  }
  try {
    const fresh = await fetch(request);
    const rule = url.pathname.match(/\/rules\/((?:fr|es)\/)?[^/]+\.md$/);
    // Who reads one explanation in a language will want the others, also without a network.
    if (rule?.[1] && fresh.ok) event.waitUntil(keep(cache, `rules/${rule[1]}all.txt`));
    return fresh;
  } catch (error) {
    const kept = await cache.match(request.mode === "navigate" ? page(url) : request);
    const answered = kept ?? (await rule(cache, url));
    if (answered) return answered;
    throw error;
  }
}

// A page without the part behind `#` and `?`; a folder is its index.
function page(url) {
  return own(url.pathname.slice(scope.pathname.length).replace(/index\.html$/, ""));
}

async function keep(cache, file) {
  if (!(await cache.match(own(file)))) await cache.add(own(file));
}

// The explanation of a rule, out of the file with all of them.
async function rule(cache, url) {
  const [, folder = "", id] = url.pathname.match(/\/rules\/((?:fr|es)\/)?([a-z0-9-]+)\.md$/) ?? [];
  const all = id && (await cache.match(own(`rules/${folder}all.txt`)));
  if (!all) return undefined;
  const text = `\n${await all.text()}\n=== `;
  const start = text.indexOf(`\n=== ${id}\n`);
  if (start < 0) return new Response(null, { status: 404 });
  const from = start + `\n=== ${id}\n`.length;
  const headers = { "Content-Type": "text/markdown; charset=utf-8", "Cross-Origin-Embedder-Policy": "require-corp" };
  return new Response(text.slice(from, text.indexOf("\n=== ", from)), { headers });
}
