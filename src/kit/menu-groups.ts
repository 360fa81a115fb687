import { type MenuDefinition, type MenuName, menuNames, menus } from "./menus.ts";
import type { MenuPlacement } from "./screen.ts";
import { addressIn, type Screen } from "./screens.ts";
import type { Text } from "./text.ts";

/** An entry of a displayed menu: made from a screen and its placement, or set up by the space (kit/menu.ts). */
export type MenuEntry = Pick<MenuPlacement, "icon" | "isSecondary"> & {
  /** The id of the screen that it opens, if it opens one, or of an entry of the program that opens an address of the site. */
  screenId?: string;
  /** The entity whose list it opens. */
  listedEntity?: string;
  /** An address of the app; with `isOnSite`, of the space's site. */
  url: string;
  isOnSite?: true;
  /** Opens a new tab: the notice about leaving for another site. */
  opensTab?: true;
  name: Text;
  /** An icon of `ui/icon-set.ts` that the space chose instead of `icon`; or the address of an icon that it added. */
  chosenIcon?: string;
  isCountedOnHome: boolean;
};
/** `key`: that of a group of the program. */
export type MenuGroup = { key?: string; name: Text; entries: MenuEntry[] };

/** The placements of one group in order: each follows the screen named in its `after`; several that follow the same screen are sorted by id. */
function sortPlacements<T extends { after?: string | undefined; screen: Screen }>(placements: readonly T[]): T[] {
  const sorted = placements.toSorted((a, b) => (a.screen.id < b.screen.id ? -1 : 1));
  const isPlaced = (screenId: string) => placements.some(({ screen }) => screen.id === screenId);
  const withFollowers = (placement: T): T[] => [
    placement,
    ...sorted.filter(({ after }) => after === placement.screen.id).flatMap(withFollowers),
  ];
  return sorted.filter(({ after }) => after === undefined || !isPlaced(after)).flatMap(withFollowers);
}

/** The entry of a screen in a menu. The address is that in the menu's area, if the screen has one there. */
const placedEntry = (
  { id, paths, title, listedEntity }: Screen,
  { icon, name = title, isSecondary, isCountedOnHome }: Omit<MenuPlacement, "menu" | "group">,
  area: string,
): MenuEntry => ({
  screenId: id,
  ...(listedEntity === undefined ? {} : { listedEntity }),
  url: addressIn(area, paths),
  name,
  icon,
  isCountedOnHome: isCountedOnHome === true,
  ...(isSecondary === undefined ? {} : { isSecondary }),
});

/** The groups of a menu with all entries, whether or not a person may open them; groups without entries are left out. */
export function menuOf(screens: readonly Screen[], menu: MenuName): MenuGroup[] {
  const { area, groups, screens: idsOf }: MenuDefinition = menus[menu];
  const placementsIn = (name: MenuName) =>
    screens.flatMap((screen) =>
      (screen.menu ?? []).filter((placement) => placement.menu === name).map((placement) => ({ ...placement, screen })),
    );
  const placements = placementsIn(idsOf === undefined ? menu : "management");
  return Object.entries(groups)
    .map(([key, name]) => {
      const placed =
        idsOf === undefined
          ? sortPlacements(placements.filter(({ group }) => group === key))
          : idsOf[key]!.flatMap((id) => placements.filter(({ screen }) => screen.id === id)).map(
              ({ isSecondary: _isSecondary, ...placement }) => placement,
            );
      return { key, name, entries: placed.map(({ screen, ...placement }) => placedEntry(screen, placement, area)) };
    })
    .filter(({ entries }) => entries.length > 0);
}

/** A value for each menu. */
export const eachMenu = <T>(make: (menu: MenuName) => T): Record<MenuName, T> =>
  Object.fromEntries(menuNames.map((menu) => [menu, make(menu)])) as Record<MenuName, T>;
