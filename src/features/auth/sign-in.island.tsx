import { type MouseEvent, StrictMode, useEffect, useRef } from "react";
import { createRoot, type Root } from "react-dom/client";
import type { Locale } from "#kit/text.ts";
import { takeReturnAddress } from "#ui/return-address.ts";
import { SignInForm, type View } from "./sign-in-form.tsx";
import { labels } from "./sign-in-words.ts";

type DialogProps = { view: View; locale: Locale; onClosed: () => void };

function SignInDialog({ view, locale, onClosed }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // A press that began in an input and ended outside has selected text; it has not meant to close.
  const pressedOutside = useRef(false);
  const isOutside = (event: MouseEvent) => event.target === dialog.current;
  const close = () => dialog.current?.close();

  useEffect(() => {
    dialog.current?.showModal();
    // On touch screens a keyboard that rises by itself would cover half of the dialog.
    if (matchMedia("(pointer: fine)").matches) dialog.current?.querySelector("input")?.focus();
    // A page that comes back from the browser's memory comes back without the dialog.
    addEventListener("pagehide", close);
    return () => removeEventListener("pagehide", close);
  }, []);

  return (
    <dialog
      ref={dialog}
      className="sign-in-dialog"
      aria-labelledby="sign-in-title"
      onClose={onClosed}
      onMouseDown={(event) => (pressedOutside.current = isOutside(event))}
      onClick={(event) => {
        const isLink = event.target instanceof Element && event.target.closest("a") !== null;
        if (isLink || (isOutside(event) && pressedOutside.current)) close();
      }}
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
          onDone={() => {
            close();
            location.assign(takeReturnAddress());
          }}
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

/** Opens the sign-in dialog over the page. Focus goes back to where it was when the dialog closes. */
export function openSignIn({ view, locale }: { view: View; locale: Locale }): void {
  if (opened !== undefined) return;
  const place = document.createElement("div");
  document.body.append(place);
  opened = { place, root: createRoot(place) };
  opened.root.render(
    <StrictMode>
      <SignInDialog view={view} locale={locale} onClosed={unmount} />
    </StrictMode>,
  );
}
