import { appPaths } from "#kit/site-app.ts";

/**
 * Registers the service worker of a site that is an app. On one that is no app any more, a worker that is still there is updated: the server then sends
 * one that removes itself and its caches.
 */
export function followApp(): void {
  // Absent outside of secure contexts.
  const workers = (navigator as Partial<Navigator>).serviceWorker;
  const isApp = document.querySelector("link[rel=manifest]") !== null;
  const follow = async () => {
    if (isApp) await workers?.register(appPaths.worker);
    else if (workers?.controller !== null) await (await workers?.getRegistration())?.update();
  };
  // Without a worker the site works as before.
  follow().catch(() => undefined);
  // The offline page stands at the address of the page that could not be loaded, whose parameters a link would lose.
  for (const link of document.querySelectorAll('main a[href="?"]'))
    link.addEventListener("click", (event) => {
      event.preventDefault();
      location.reload();
    });
}
