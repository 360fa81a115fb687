import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useRef } from "react";
import { classNames } from "./class-names.ts";
import { placeBelow } from "./place-below.ts";
import { usePressOutside } from "./press-outside.ts";

type PopupProps = {
  id: string;
  label: string;
  /** The control that opens the panel. */
  anchor: RefObject<HTMLElement | null>;
  className?: string;
  /** Called on Escape, and on a press outside. */
  onClose: () => void;
  onKeyDown?: (event: KeyboardEvent<HTMLDivElement>) => void;
  children: ReactNode;
};

/** A panel below its control, above all other content. Focuses the element with `data-first`, or the first control. */
export function Popup({ id, label, anchor, className, onClose, onKeyDown, children }: PopupProps) {
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const [popup, control] = [panel.current, anchor.current];
    if (popup === null || control === null) return;
    popup.showPopover();
    const first = popup.querySelector<HTMLElement>("[data-first]") ?? popup.querySelector<HTMLElement>("button, input");
    first?.focus();
    return placeBelow(popup, control);
  }, [anchor]);
  usePressOutside(panel, anchor, onClose);
  return (
    // The panel handles the keys of the controls in it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={panel}
      id={id}
      popover="manual"
      role="dialog"
      aria-label={label}
      className={classNames(
        "fixed inset-auto m-0 max-w-[calc(100vw-8px)] rounded-md border border-line bg-sheet p-3 text-ink shadow-lg",
        className,
      )}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return onKeyDown?.(event);
        event.preventDefault();
        // Keeps a dialog that contains this popup open.
        event.stopPropagation();
        onClose();
      }}
    >
      {children}
    </div>
  );
}
