import { storeReturnAddress } from "#client/return-address.ts";
import { pageLocale } from "#ui/page-locale.ts";

type View = "login" | "reg";

/**
 * The only place where a public page loads React: when a person is about to sign in. The code that makes the idempotency key of a registration is
 * loaded too: Chromium does not load a module again that has failed once, and without it the dialog could not register anybody.
 */
async function loadSignIn() {
  const [openSignIn] = await Promise.all([
    import("#features/auth/sign-in/sign-in.island.tsx").then((file) => file.openSignIn),
    import("#client/legacy-headers.ts"),
  ]);
  return openSignIn;
}

function linkOf(event: Event): HTMLAnchorElement | null {
  return event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[data-sign-in]") : null;
}

/** Opens the sign-in dialog instead of the linked page. A click with a modifier key, or a dialog that fails to load, opens the page. */
export function handleSignIn(): void {
  for (const intent of ["pointerover", "focusin", "touchstart"]) {
    document.addEventListener(intent, (event) => linkOf(event) !== null && void loadSignIn().catch(() => undefined), {
      passive: true,
    });
  }
  document.addEventListener("click", (event) => {
    const link = linkOf(event);
    if (link === null || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    // A page that itself asks people to sign in is where they go on.
    if (document.querySelector("main a[data-sign-in]") !== null) storeReturnAddress();
    loadSignIn().then(
      (openSignIn) => openSignIn({ view: link.dataset.signIn as View, locale: pageLocale() }),
      () => location.assign(link.href),
    );
  });
  // The browser's Forward button leads back to an entry with the dialog open.
  addEventListener("popstate", ({ state }: PopStateEvent) => {
    const view = (state as { signIn?: View } | null)?.signIn;
    if (view !== undefined)
      loadSignIn().then(
        (openSignIn) => openSignIn({ view, locale: pageLocale() }),
        () => location.reload(),
      );
  });
}
