// The page without a network: a service worker that keeps its files, and answers with them first. The list of files
// and its version are in offline-files.js, which `make site` writes; another version is another store.

self.importScripts("offline-files.js");

const { version, first, later } = self.tengen;
const PREFIX = "tengen-";
const NAME = PREFIX + version;

/** Fetches what is not there yet. */
async function keep(names) {
  const cache = await caches.open(NAME);
  const isThere = await Promise.all(names.map((name) => cache.match(name)));
  const missing = names.filter((_, index) => !isThere[index]);
  await cache.addAll(missing.map((name) => new Request(name, { cache: "no-cache" })));
}

async function begin() {
  for (const name of await caches.keys()) {
    if (name.startsWith(PREFIX) && name !== NAME) await caches.delete(name);
  }
  await self.clients.claim();
}

async function answer(request) {
  const cache = await caches.open(NAME);
  return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(keep(first)));
self.addEventListener("activate", (event) => event.waitUntil(begin()));

self.addEventListener("message", (event) => {
  event.waitUntil(keep(later).then(() => event.source.postMessage("kept"))); // the page is there: it is time for the rest
});

self.addEventListener("fetch", (event) => {
  const isOurs = event.request.method === "GET" && new URL(event.request.url).origin === self.location.origin;
  if (isOurs) event.respondWith(answer(event.request));
});
