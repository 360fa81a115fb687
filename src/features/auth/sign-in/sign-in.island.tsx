import { type MouseEvent, StrictMode, useEffect, useRef, useState } from "react";
import { createRoot, type Root } from "react-dom/client";
import type { Locale } from "#kit/text.ts";
import { signInUrls } from "#render/page/top-menu.ts";
import { takeReturnAddress } from "#client/return-address.ts";
import { SignInForm, type SignInView } from "./sign-in-form.tsx";
import { labels } from "#features/auth/form/sign-in-texts.ts";
import "./sign-in-dialog.css";

type DialogProps = { view: SignInView; locale: Locale; onClosed: () => void };

/**
 * The form of the dialog in the state of a history entry; undefined for other entries. The open dialog has a history entry of its own: Back closes
 * the dialog, and a reload shows the same form as a page.
 */
export const signInViewIn = (state: unknown): SignInView | undefined =>
  typeof state === "object" && state !== null && "signIn" in state ? (state.signIn as SignInView) : undefined;
const historyEntryOf = (view: SignInView) => [{ signIn: view }, "", signInUrls[view]] as const;

function SignInDialog({ view: firstView, locale, onClosed }: DialogProps) {
  const [view, setView] = useState(firstView);
  const dialog = useRef<HTMLDialogElement>(null);
  const isLeaving = useRef(false);
  // Whether the mouse was pressed outside the dialog. Selecting text with a drag that ends outside must not close it.
  const wasPressedOutside = useRef(false);
  const isOutside = (event: MouseEvent) => event.target === dialog.current;
  const close = () => dialog.current?.close();

  useEffect(() => {
    dialog.current?.showModal();
    // Not on touch screens, where the keyboard would open and cover half of the dialog.
    if (matchMedia("(pointer: fine)").matches) dialog.current?.querySelector("input")?.focus();
    const closeAfterBack = () => {
      if (signInViewIn(history.state) === undefined) close();
    };
    addEventListener("popstate", closeAfterBack);
    return () => removeEventListener("popstate", closeAfterBack);
  }, []);

  function handleClosed(): void {
    onClosed();
    if (!isLeaving.current && signInViewIn(history.state) !== undefined) history.back();
  }

  /** Replaces the dialog's history entry, so that Back returns to the page below the dialog. */
  function leaveFor(url: string): void {
    isLeaving.current = true;
    close();
    location.replace(url);
  }

  function handleClick(event: MouseEvent): void {
    if (isOutside(event) && wasPressedOutside.current) return close();
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
      onMouseDown={(event) => (wasPressedOutside.current = isOutside(event))}
      onClick={handleClick}
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
          onViewChange={(next) => {
            setView(next);
            history.replaceState(...historyEntryOf(next));
          }}
          onDone={() => leaveFor(takeReturnAddress())}
        />
      </div>
    </dialog>
  );
}

let mountedDialog: { root: Root; container: HTMLElement } | undefined;

function unmount(): void {
  mountedDialog?.root.unmount();
  mountedDialog?.container.remove();
  mountedDialog = undefined;
}

/** Opens the sign-in dialog over the page, at the dialog's own address. Closing it returns the focus to the previous element. */
export function openSignIn({ view, locale }: { view: SignInView; locale: Locale }): void {
  if (mountedDialog !== undefined) return;
  if (signInViewIn(history.state) === undefined) history.pushState(...historyEntryOf(view));
  const container = document.createElement("div");
  document.body.append(container);
  mountedDialog = { container, root: createRoot(container) };
  mountedDialog.root.render(
    <StrictMode>
      <SignInDialog view={view} locale={locale} onClosed={unmount} />
    </StrictMode>,
  );
}
