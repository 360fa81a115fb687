// The service worker of an app bundle. It keeps the files of the bundle and shows them without a network; a page that it does not keep is replaced by
// the offline page. The server puts `settings` in front (features/site/app-bundle/web-bundle.server.ts): the name of the cache, the prefix of all caches
// of such workers, the files that the app needs, further ones, and the offline page of each folder of a language.
const { cacheName, core, media, offline } = settings;

/** Files that are asked for at a time. */
const batchSize = 16;

async function addAll(cache, urls, add) {
  for (let index = 0; index < urls.length; index += batchSize)
    await Promise.all(
      urls
        .slice(index, index + batchSize)
        .map((url) => add(cache, new Request(url, { cache: "reload", credentials: "omit" }))),
    );
}

self.addEventListener("install", (event) => {
  const fill = async () => {
    const cache = await caches.open(cacheName);
    await addAll(cache, core, (target, request) => target.add(request));
    await self.skipWaiting();
    // Without one of these the app works, so none of them keeps it from being installed.
    await addAll(cache, media, (target, request) => target.add(request).catch(() => undefined));
  };
  event.waitUntil(fill());
});

const stored = (path) => caches.match(path, { cacheName, ignoreVary: true });

/** Keeps an answer, as long as the cache is still there: the next worker removes it. */
async function keep(path, answer) {
  if (answer.ok && answer.type === "basic" && !answer.redirected && (await caches.has(cacheName)))
    await (await caches.open(cacheName)).put(path, answer.clone());
  return answer;
}

async function page(request, path) {
  const answer = (await stored(path)) ?? (path.endsWith("/") ? undefined : await stored(`${path}/`));
  if (answer !== undefined) return answer;
  const { url } = offline.find(({ folder }) => path.startsWith(folder));
  return fetch(request).then(
    (fetched) => keep(path, fetched),
    async () => (await stored(url)) ?? Response.error(),
  );
}

async function file(request, path) {
  return (await stored(path)) ?? keep(path, await fetch(request));
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  // A range of a film is not a file that could be kept.
  if (request.method !== "GET" || origin !== location.origin || request.headers.has("range")) return;
  event.respondWith(request.mode === "navigate" ? page(request, pathname) : file(request, pathname));
});
