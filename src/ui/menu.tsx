import { type ReactNode, useRef, useState } from "react";
import { classNames } from "./class-names.ts";
import { loadLater } from "./load-later.ts";
import type { MenuItem } from "./menu-list.tsx";

type MenuProps = {
  /** The content of the button; `label` is its accessible name. */
  trigger: ReactNode;
  label: string;
  className?: string;
  tabIndex?: number;
  head?: ReactNode;
  popupClassName?: string;
  /** The side of the button with which the menu is aligned; by default the end. */
  align?: "start" | "end";
  items: readonly MenuItem[];
};

const list = loadLater(() => import("./menu-list.tsx").then(({ MenuList }) => MenuList));

/** A button that opens a menu. The menu is loaded on first use. */
export function Menu({ trigger, label, className, tabIndex, ...rest }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const load = () => void list.get().catch(() => setIsOpen(false));
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        tabIndex={tabIndex}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        // Above the backdrop of the open menu: a press on the button closes it.
        className={classNames(className, isOpen && "relative z-10")}
        onPointerEnter={load}
        onFocus={load}
        onClick={() => {
          setIsOpen(!isOpen);
          load();
        }}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
          event.preventDefault();
          setIsOpen(true);
          load();
        }}
      >
        {trigger}
      </button>
      <list.Component {...rest} anchor={button} isOpen={isOpen} onOpenChange={setIsOpen} />
    </>
  );
}
