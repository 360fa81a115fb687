import type { RefObject } from "react";
import type { RowAction } from "#kit/auto.ts";
import { MenuList } from "#ui/menu-list.tsx";
import { rowIcons } from "./row-icons.ts";

type RowMenuProps = {
  /** The button that opened the menu. */
  anchor: RefObject<HTMLButtonElement | null>;
  actions: readonly RowAction[];
  onAction: (action: RowAction) => void;
  onClose: () => void;
};

/** A menu of row actions. Unavailable actions are disabled and show the reason. */
export function RowMenu({ anchor, actions, onAction, onClose }: RowMenuProps) {
  return (
    <MenuList
      anchor={anchor}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      popupClassName="max-w-72"
      items={actions.map((action) => {
        const Icon = rowIcons[action.icon];
        return {
          name: action.name,
          icon: <Icon size={16} strokeWidth={1.5} aria-hidden="true" className="shrink-0" />,
          ...(action.disabled === undefined ? {} : { reason: action.disabled }),
          run: () => onAction(action),
        };
      })}
    />
  );
}
