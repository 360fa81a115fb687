// The service worker of a site that is an app. It keeps the offline pages with the files that they need, and shows them for pages that cannot be loaded.
// Pages of the site are never kept. The server puts `settings` in front (features/site/app/app-worker.server.ts): the name of the cache, the prefix of
// all caches of such workers, the addresses to keep, and the offline page of each language.
const { cacheName, prefix, files, pages } = settings;

self.addEventListener("install", (event) => {
  const requests = files.map((file) => new Request(file, { cache: "reload", credentials: "omit" }));
  const fill = async () => {
    await (await caches.open(cacheName)).addAll(requests);
    await self.skipWaiting();
  };
  event.waitUntil(fill());
});

self.addEventListener("activate", (event) => {
  const takeOver = async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== cacheName);
    await Promise.all(names.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(takeOver());
});

/** The offline page in the language of the address, of the visitor's choice or of the browser. */
async function offlinePage(url) {
  const stored = await self.cookieStore?.get("locale_value").catch(() => undefined);
  const language = url.searchParams.get("language") ?? stored?.value ?? navigator.language.slice(0, 2);
  const cache = await caches.open(cacheName);
  return (await cache.match(pages[language] ?? pages.en, { ignoreVary: true })) ?? Response.error();
}

async function storedFile(request) {
  const cache = await caches.open(cacheName);
  return (await cache.match(request, { ignoreVary: true })) ?? fetch(request);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => offlinePage(url)));
  else if (url.search === "" && files.includes(url.pathname)) event.respondWith(storedFile(request));
});
