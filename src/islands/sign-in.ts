import { pageLocale } from "#ui/page-locale.ts";

type View = "login" | "reg";

/** The only place where a public page loads React: when a person is about to sign in. */
const load = () => import("#features/auth/sign-in/sign-in.island.tsx");

function linkOf(event: Event): HTMLAnchorElement | null {
  return event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[data-sign-in]") : null;
}

/** Links to sign in and to sign up open the dialog instead of their page. A click with a modifier, or a dialog that cannot be loaded, leads to the page. */
export function handleSignIn(): void {
  for (const intent of ["pointerover", "focusin", "touchstart"]) {
    document.addEventListener(intent, (event) => linkOf(event) !== null && void load().catch(() => undefined), {
      passive: true,
    });
  }
  document.addEventListener("click", (event) => {
    const link = linkOf(event);
    if (link === null || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    load().then(
      ({ openSignIn }) => openSignIn({ view: link.dataset.signIn as View, locale: pageLocale() }),
      () => location.assign(link.href),
    );
  });
  // The browser's Forward button leads back to an entry with the dialog open.
  addEventListener("popstate", ({ state }: PopStateEvent) => {
    const view = (state as { signIn?: View } | null)?.signIn;
    if (view !== undefined)
      load().then(
        ({ openSignIn }) => openSignIn({ view, locale: pageLocale() }),
        () => location.reload(),
      );
  });
}
