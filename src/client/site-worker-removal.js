// The service worker of a site that is no app any more: it removes the caches of earlier workers and itself.
const { prefix } = settings;

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => {
  const remove = async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith(prefix));
    await Promise.all(names.map((name) => caches.delete(name)));
    await self.registration.unregister();
  };
  event.waitUntil(remove());
});
