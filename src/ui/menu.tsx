import { Menu as Base } from "@base-ui/react/menu";
import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

export type MenuItem =
  | { name: string; icon?: ReactNode; note?: string; isChosen?: boolean; run: () => void }
  | "separator";

type MenuProps = {
  /** What the button shows; `label` names it where that is a picture. */
  trigger: ReactNode;
  label: string;
  className?: string;
  head?: ReactNode;
  popupClassName?: string;
  items: readonly MenuItem[];
};

/** A button that opens a list of things to do. */
export function Menu({ trigger, label, className, head, popupClassName, items }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger aria-label={label} className={className}>
        {trigger}
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={6} align="end" className="z-50">
          <Base.Popup
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
                  key={item.name}
                  onClick={item.run}
                  className="flex min-h-9 cursor-default items-center gap-3 rounded-sm px-3 text-ink-2 outline-none data-highlighted:bg-paper-3 data-highlighted:text-ink pointer-coarse:min-h-11"
                >
                  {item.icon}
                  <span className="flex-1">{item.name}</span>
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
