import { Toolbar } from "@base-ui/react/toolbar";
import type { LucideIcon } from "lucide-react";
import { type KeyboardEvent, type ReactNode, type Ref } from "react";
import { classNames } from "./class-names.ts";

export type ToolButtonProps = {
  /** The tooltip: name and keys. */
  title: string;
  label: string;
  Icon: LucideIcon;
  /** Whether the toggle is active; absent for other buttons. */
  isPressed?: boolean;
  isDisabled?: boolean;
  onClick: () => void;
};

const icon = { size: 18, strokeWidth: 1.5, "aria-hidden": true } as const;

/** A button of a toolbar. A click does not change the selection in the editor. */
export function ToolButton({ title, label, Icon, isPressed, isDisabled = false, onClick }: ToolButtonProps) {
  return (
    <Toolbar.Button
      aria-label={label}
      title={title}
      disabled={isDisabled}
      {...(isPressed === undefined ? {} : { "aria-pressed": isPressed })}
      className="inline-grid size-9 shrink-0 place-items-center rounded-sm text-ink-2 not-data-disabled:hover:bg-paper-3 not-data-disabled:hover:text-ink aria-pressed:bg-brand-tint aria-pressed:text-brand data-disabled:cursor-not-allowed data-disabled:opacity-40 pointer-coarse:size-11"
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
    >
      <Icon {...icon} />
    </Toolbar.Button>
  );
}

type ToolbarProps = {
  label: string;
  className?: string;
  ref?: Ref<HTMLDivElement>;
  /** Called on Escape, to return the focus to the text. */
  onEscape?: () => void;
  children: ReactNode;
};

/** A toolbar with one tab stop: arrow keys move between the buttons (APG: toolbar). Scrolls horizontally on narrow screens. */
export function EditorToolbar({ label, className, ref, onEscape, children }: ToolbarProps) {
  return (
    <Toolbar.Root
      ref={ref}
      aria-label={label}
      className={classNames(
        "flex items-center gap-0.5 overflow-x-auto border-b border-line bg-paper-2 px-1.5 py-1 [scrollbar-width:thin] sm:flex-wrap",
        className,
      )}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== "Escape" || onEscape === undefined) return;
        // Keeps the surrounding dialog open.
        event.stopPropagation();
        onEscape();
      }}
    >
      {children}
    </Toolbar.Root>
  );
}

/** A group of buttons. */
export function ToolGroup({ children }: { children: ReactNode }) {
  return (
    <Toolbar.Group className="flex shrink-0 gap-0.5 not-first:ml-1 not-first:border-l not-first:border-line not-first:pl-1.5">
      {children}
    </Toolbar.Group>
  );
}

/** Moves the focus from the text to the toolbar on Alt+F10, the usual key for editors. */
export function focusToolbar(event: KeyboardEvent<HTMLElement>): void {
  if (!event.altKey || event.key !== "F10") return;
  event.preventDefault();
  event.currentTarget.querySelector<HTMLElement>("[role=toolbar] [tabindex='0']")?.focus();
}
