import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { useText } from "./locale.ts";

const closeWord = { zh: "关闭", en: "Close" };

const widths = {
  small: "w-[calc(100vw-32px)] max-w-[440px]",
  wide: "w-[calc(100vw-32px)] max-w-[720px]",
  full: "w-[calc(100vw-32px)] max-w-[1200px]",
  pay: "w-[calc(100vw-32px)] max-w-[440px] lg:w-[40vw] lg:max-w-none",
} as const;

export type DialogProps = {
  isOpen: boolean;
  title: string;
  description?: string | undefined;
  /** False: only the buttons in `actions` close the dialog. */
  isClosable?: boolean;
  /** The element that gets the focus: the button for Enter, or the first field of a form. By default the close button in the corner. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** Whether to show a close button in the corner; by default only without `initialFocus`. */
  hasClose?: boolean;
  /** `pay`: 40% of a wide screen (B-133). */
  size?: keyof typeof widths;
  children?: ReactNode;
  /** The buttons of the dialog; null if the content has buttons. */
  actions: ReactNode;
  onClose: () => void;
};

/** The open dialogs, the topmost last. While there is one, the body has the attribute `data-dialog`, by which toasts give way. */
const openDialogs: object[] = [];

function setOpen(dialog: object, isOpen: boolean): void {
  if (isOpen) openDialogs.push(dialog);
  else openDialogs.splice(openDialogs.indexOf(dialog), 1);
  document.body.toggleAttribute("data-dialog", openDialogs.length > 0);
}

/** Returns a function that says whether the dialog is the topmost one. A dialog that opens over another need not be inside it. */
function useIsTopmost(isOpen: boolean): () => boolean {
  const dialog = useRef({});
  useEffect(() => {
    if (!isOpen) return;
    const { current } = dialog;
    setOpen(current, true);
    return () => setOpen(current, false);
  }, [isOpen]);
  return () => openDialogs.at(-1) === dialog.current;
}

/** The implementation of `Dialog`, in a file that is loaded with the first dialog. */
export function DialogFrame({
  isOpen,
  title,
  description,
  isClosable = true,
  initialFocus,
  hasClose = initialFocus === undefined,
  size = "small",
  children,
  actions,
  onClose,
}: DialogProps) {
  const t = useText();
  const isTopmost = useIsTopmost(isOpen);
  function onOpenChange(open: boolean, details: Base.Root.ChangeEventDetails): void {
    // While the focus is outside of all dialogs, Base UI sends Escape to each of them. It prevents the default after one has closed.
    const isForOther = details.reason === "escape-key" && (!isTopmost() || details.event.defaultPrevented);
    if (isForOther) details.cancel();
    else if (!open && isClosable) onClose();
  }
  return (
    <Base.Root open={isOpen} onOpenChange={onOpenChange} disablePointerDismissal={!isClosable}>
      <Base.Portal>
        <Base.Backdrop className="fade fixed inset-0 z-40 bg-[rgb(3_13_9/0.5)]" />
        <Base.Popup
          {...(initialFocus === undefined ? {} : { initialFocus })}
          className={`rise fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-32px)] -translate-1/2 flex-col rounded-md border border-line bg-sheet text-ink shadow-xl outline-none ${widths[size]}`}
        >
          <header className="flex items-start gap-4 px-6 pt-5">
            <Base.Title className="flex-1 text-base font-semibold">{title}</Base.Title>
            {isClosable && hasClose && (
              <Base.Close
                aria-label={t(closeWord)}
                className="-mt-1 -mr-2 grid size-9 place-items-center rounded-sm text-ink-3 hover:text-ink pointer-coarse:size-11"
              >
                <X size={18} strokeWidth={1.5} />
              </Base.Close>
            )}
          </header>
          <div className="min-h-0 overflow-auto px-6 pt-1">
            {description !== undefined && <Base.Description className="text-ink-2">{description}</Base.Description>}
            {children}
          </div>
          {actions !== null && <footer className="flex flex-wrap justify-end gap-2 px-6 pt-5 pb-6">{actions}</footer>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
