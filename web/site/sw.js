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
  if (event.data === "started") event.waitUntil(tidy());
});

// Puts other builds away when the page that has just started is the only one: a tab from before may need its own build.
async function tidy() {
  const keys = await caches.keys();
  const all = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = all.filter(({ url }) => url.startsWith(scope.href));
  const { installing, waiting } = self.registration;
  if (open.length > 1 || installing || waiting) return;
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
