import { Menu as Base } from "@base-ui/react/menu";
import type { ReactNode, RefObject } from "react";
import { classNames } from "./class-names.ts";

export type MenuItem =
  | {
      name: string;
      icon?: ReactNode;
      /** A short text at the end of the line. */
      note?: string;
      isChosen?: boolean;
      /** Why the item is unavailable; absent if it is available. */
      reason?: string;
      run: () => void;
    }
  | "separator";

type MenuListProps = {
  /** The element that opens the menu and gets the focus back. */
  anchor: RefObject<HTMLElement | null>;
  /** Where the menu opens, in px of the window; by default at its button. */
  point?: { x: number; y: number };
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Content above the items. */
  head?: ReactNode;
  popupClassName?: string;
  /** The side of the button with which the menu is aligned. */
  align?: "start" | "end";
  items: readonly MenuItem[];
};

/** The popup of a menu, rendered into the landmark or dialog of its button, so that landmarks contain all content of the page. */
export function MenuList({
  anchor,
  point,
  isOpen,
  onOpenChange,
  head,
  popupClassName,
  align = "end",
  items,
}: MenuListProps) {
  const landmark = {
    get current(): HTMLElement | null {
      return ["main", "header", "[role=dialog]"].reduce<HTMLElement | null>(
        (found, name) => found ?? anchor.current?.closest<HTMLElement>(name) ?? null,
        null,
      );
    },
  };
  const at = point && { getBoundingClientRect: () => new DOMRect(point.x, point.y) };
  return (
    <Base.Root
      open={isOpen}
      onOpenChange={(open, { reason, event }) => {
        // A press on the trigger is handled by the trigger: closing here would reopen the menu.
        const isOnButton =
          point === undefined && event.target instanceof Node && anchor.current?.contains(event.target) === true;
        if (reason !== "outside-press" || !isOnButton) onOpenChange(open);
      }}
    >
      {/* `contents`: the portal generates no box, so it adds no flex gap in a toolbar. */}
      <Base.Portal container={landmark} className="contents">
        <Base.Positioner anchor={at ?? anchor} sideOffset={at === undefined ? 6 : 2} align={align} className="z-50">
          <Base.Popup
            finalFocus={anchor}
            className={classNames(
              "rise min-w-48 rounded-md border border-line bg-sheet p-1 text-sm text-ink shadow-lg outline-none",
              popupClassName,
            )}
          >
            {head}
            {items.map((item, index) =>
              item === "separator" ? (
                <Base.Separator key={index} className="my-1 h-px bg-line" />
              ) : (
                <Base.Item
                  key={index}
                  onClick={item.run}
                  disabled={item.reason !== undefined}
                  className="flex min-h-9 cursor-default items-center gap-3 rounded-sm px-3 py-1 text-ink-2 outline-none data-highlighted:bg-paper-3 data-highlighted:text-ink pointer-coarse:min-h-11"
                >
                  {item.icon}
                  <span className="flex-1">
                    <span className={item.reason === undefined ? "" : "text-ink-3"}>{item.name}</span>
                    {item.reason !== undefined && <span className="block text-xs text-ink-3">{item.reason}</span>}
                  </span>
                  {item.note !== undefined && <span className="font-mono text-xs text-ink-3">{item.note}</span>}
                  {item.isChosen === true && <span aria-hidden="true" className="size-1.5 rounded-full bg-brand" />}
                </Base.Item>
              ),
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
