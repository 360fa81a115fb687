import { type MouseEvent, StrictMode, useEffect, useRef, useState } from "react";
import { createRoot, type Root } from "react-dom/client";
import type { Locale } from "#kit/text.ts";
import { signInUrls } from "#render/page/top-menu.ts";
import { takeReturnAddress } from "#client/return-address.ts";
import { SignInForm, type View } from "./sign-in-form.tsx";
import { labels } from "#features/auth/form/sign-in-texts.ts";

type DialogProps = { view: View; locale: Locale; onClosed: () => void };

/** The dialog has an entry and an address in the browser's history: Back closes it, and a reload shows the same form as a page. */
export const viewIn = (state: unknown): View | undefined =>
  typeof state === "object" && state !== null && "signIn" in state ? (state.signIn as View) : undefined;
const entryOf = (view: View) => [{ signIn: view }, "", signInUrls[view]] as const;

function SignInDialog({ view: firstView, locale, onClosed }: DialogProps) {
  const [view, setView] = useState(firstView);
  const dialog = useRef<HTMLDialogElement>(null);
  const isLeaving = useRef(false);
  // A press that began in an input and ended outside selected text; it does not close the dialog.
  const pressedOutside = useRef(false);
  const isOutside = (event: MouseEvent) => event.target === dialog.current;
  const close = () => dialog.current?.close();

  useEffect(() => {
    dialog.current?.showModal();
    // On touch screens the keyboard would open and cover half of the dialog.
    if (matchMedia("(pointer: fine)").matches) dialog.current?.querySelector("input")?.focus();
    const follow = () => {
      if (viewIn(history.state) === undefined) close();
    };
    addEventListener("popstate", follow);
    return () => removeEventListener("popstate", follow);
  }, []);

  function handleClosed(): void {
    onClosed();
    if (!isLeaving.current && viewIn(history.state) !== undefined) history.back();
  }

  /** Replaces the dialog's history entry, so that Back leads to the page below it. */
  function leaveFor(url: string): void {
    isLeaving.current = true;
    close();
    location.replace(url);
  }

  function click(event: MouseEvent): void {
    if (isOutside(event) && pressedOutside.current) return close();
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (link === null || link.target !== "" || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    leaveFor(link.href);
  }

  return (
    <dialog
      ref={dialog}
      className="sign-in-dialog"
      aria-labelledby="sign-in-title"
      onClose={handleClosed}
      onMouseDown={(event) => (pressedOutside.current = isOutside(event))}
      onClick={click}
    >
      <div className="card">
        <button type="button" className="close" aria-label={labels.close[locale]} onClick={close}>
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d="m5 5 10 10M15 5 5 15" />
          </svg>
        </button>
        <SignInForm
          view={view}
          locale={locale}
          titleId="sign-in-title"
          onView={(next) => {
            setView(next);
            history.replaceState(...entryOf(next));
          }}
          onDone={() => leaveFor(takeReturnAddress())}
        />
      </div>
    </dialog>
  );
}

let opened: { root: Root; place: HTMLElement } | undefined;

function unmount(): void {
  opened?.root.unmount();
  opened?.place.remove();
  opened = undefined;
}

/** Opens the sign-in dialog over the page, at its own address. Focus goes back to where it was when the dialog closes. */
export function openSignIn({ view, locale }: { view: View; locale: Locale }): void {
  if (opened !== undefined) return;
  if (viewIn(history.state) === undefined) history.pushState(...entryOf(view));
  const place = document.createElement("div");
  document.body.append(place);
  opened = { place, root: createRoot(place) };
  opened.root.render(
    <StrictMode>
      <SignInDialog view={view} locale={locale} onClosed={unmount} />
    </StrictMode>,
  );
}
