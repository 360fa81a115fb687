import type { MenuEntry } from "#kit/menu-groups.ts";

/** The address of the drawing of a menu entry's icon, for a `use` element: a symbol of one of the two files that scripts/menu-icons.ts makes. */
export const menuIconUrl = ({ icon, chosenIcon }: Pick<MenuEntry, "icon" | "chosenIcon">): string =>
  chosenIcon === undefined ? `${process.env.MENU_ICONS}#${icon}` : `${process.env.ICON_SET}#${chosenIcon}`;
