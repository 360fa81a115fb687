// The service worker of a site that is an app. It keeps the offline pages with the files that they need, and shows them for pages that cannot be loaded.
// Pages of the site are never kept. The server puts `settings` in front and the takeover behind (features/site/app/app-worker.server.ts): the name of the cache, the prefix of
// all caches of such workers, the addresses to keep, and the offline page of each language.
const { cacheName, files, pages } = settings;

self.addEventListener("install", (event) => {
  const requests = files.map((file) => new Request(file, { cache: "reload", credentials: "omit" }));
  const fill = async () => {
    await (await caches.open(cacheName)).addAll(requests);
    await self.skipWaiting();
  };
  event.waitUntil(fill());
});

/** What the cache has. It is not opened, because that would make the cache again that the next worker has just removed. */
const storedAnswer = (request) => caches.match(request, { cacheName, ignoreVary: true });

/** The offline page in the language of the address, of the visitor's choice or of the browser. */
async function offlinePage(url) {
  const stored = await self.cookieStore?.get("locale_value").catch(() => undefined);
  const language = url.searchParams.get("language") ?? stored?.value ?? navigator.language.slice(0, 2);
  return (await storedAnswer(pages[language] ?? pages.en)) ?? Response.error();
}

async function storedFile(request) {
  return (await storedAnswer(request)) ?? fetch(request);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => offlinePage(url)));
  else if (url.search === "" && files.includes(url.pathname)) event.respondWith(storedFile(request));
});
