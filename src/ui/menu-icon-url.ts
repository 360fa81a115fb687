import type { MenuEntry } from "#kit/menu-groups.ts";

/**
 * The address of the drawing of a menu entry's icon, for a `use` element: a symbol of one of the two files that scripts/menu-icons.ts makes, or an icon
 * of the space.
 */
export const menuIconUrl = ({ icon, chosenIcon }: Pick<MenuEntry, "icon" | "chosenIcon">): string =>
  chosenIcon === undefined
    ? `${process.env.MENU_ICONS}#${icon}`
    : chosenIcon.startsWith("/")
      ? chosenIcon
      : `${process.env.ICON_SET}#${chosenIcon}`;
