import type { MenuEntry } from "#kit/menu-groups.ts";
import { MenuIconView } from "./menu-icon.tsx";

type MenuEntryIconProps = { entry: Pick<MenuEntry, "icon" | "chosenIcon">; isCurrent: boolean };

/** The icon of an entry of a menu. */
export const MenuEntryIcon = ({ entry, isCurrent }: MenuEntryIconProps) => (
  <MenuIconView
    entry={entry}
    size={16}
    strokeWidth={1.5}
    className={`shrink-0 ${isCurrent ? "text-brand" : "text-ink-3"}`}
  />
);
