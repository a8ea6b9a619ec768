// The service worker makes the app available offline. The build fills in its id and the list of files.
const build = "BUILD";
const files = ["FILES"];
const scope = new URL("./", self.location);
// Caches are shared by the whole origin, which may host a second copy of the site under another path.
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
  // Sent by the page when the visitor accepts the new version.
  if (event.data === "take-over") self.skipWaiting();
  if (event.data?.build) event.waitUntil(told(event));
});

/** The ids of open pages that have reported this build. */
const same = new Set();

// Handles a page's message with its build, and answers whether it is the build of this worker.
async function told({ data, source, ports: [port] }) {
  port.postMessage(data.build === build);
  if (data.build !== build) return;
  same.add(source.id);
  const keys = await caches.keys();
  const all = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const others = all.filter(({ id, url }) => url.startsWith(scope.href) && !same.has(id));
  // Other tabs may need their own build. Ask them: a tab of this build answers, and its message runs this again.
  if (others.length) return others.forEach((other) => other.postMessage("build"));
  self.skipWaiting();
  // Once this worker is active, delete the caches of other builds.
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
    // A tab with an older build gets the files of that build.
    const kept = await caches.match(request, { cacheName: prefix + (asked ?? build) });
    if (kept) return kept;
  }
  try {
    const fresh = await fetch(request);
    const rule = url.pathname.match(/\/rules\/((?:fr|es)\/)?[^/]+\.md$/);
    // After the first rule page in a language, make all others available offline.
    if (rule?.[1] && fresh.ok) event.waitUntil(keep(cache, `rules/${rule[1]}all.txt`));
    return fresh;
  } catch {
    const kept = await cache.match(request.mode === "navigate" ? page(url) : request);
    // Throwing here would report the error twice.
    return kept ?? (await rule(cache, url)) ?? Response.error();
  }
}

// The URL of a page without query and fragment; `index.html` becomes its folder.
function page(url) {
  return own(url.pathname.slice(scope.pathname.length).replace(/index\.html$/, ""));
}

async function keep(cache, file) {
  if (!(await cache.match(own(file)))) await cache.add(own(file));
}

// Extracts a rule's page from the file that contains all of them.
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
