// Stands behind every service worker that keeps files (app-worker.server.ts): a worker that takes over removes the caches of those
// before it, and answers for pages that are open already.
self.addEventListener("activate", (event) => {
  const { cacheName, prefix } = settings;
  const takeOver = async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== cacheName);
    await Promise.all(names.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(takeOver());
});
