import { type AppPage, isAutoPath, sharedAreas } from "./app-pages.ts";
import {
  type MenuDefinition,
  type MenuPlacement,
  type MenuName,
  menuNames,
  menus,
  type ScreenDefinition,
} from "./screen.ts";
import type { Text } from "./text.ts";
import { queryParameter } from "./url.ts";

/** A screen with the path of its component file, without its suffix. */
export type Screen = ScreenDefinition & { component: string };

/**
 * The screens of definition files, by path, such as `../features/contact/enquiry.screen.ts`. A component is beside its definition unless that names
 * another.
 */
export const readScreens = (files: Readonly<Record<string, ScreenDefinition>>): readonly Screen[] =>
  Object.entries(files).map(([file, screen]) => ({
    ...screen,
    component: screen.component ?? file.replace(/^\.\.\//, "").replace(/\.screen\.ts$/, ""),
  }));

/** An address without the parameters that may be missing: `builder/:pageId?` -> `/builder`. */
export const addressOf = (path: string) => `/${path.replace(/\/:\w+\?/g, "")}`;

/** The address of a screen in an area; its first one if it has none there. */
export const addressIn = (area: string, paths: readonly string[]): string =>
  addressOf(paths.find((path) => path.startsWith(`${area}/`)) ?? paths[0]!);

/** Addresses that redirect to another one. */
export const redirectsOf = (screens: readonly Screen[]) =>
  screens.flatMap(({ redirects = [], paths }) => redirects.map((path) => ({ path, to: addressOf(paths[0]!) })));

/** Every address, with its screen. */
export const routesOf = (screens: readonly Screen[]) =>
  screens.flatMap((screen) => screen.paths.map((path) => ({ path, screen })));

/** Every address that shows its screen with these parameters. Those of screens that need one of them come first, because another screen may have the same. */
export function routesWith(screens: readonly Screen[], query: URLSearchParams) {
  const { bound = [], free = [] } = Object.groupBy(routesOf(screens), ({ screen }) =>
    screen.query === undefined ? "free" : "bound",
  );
  const isMet = ({ screen }: (typeof bound)[number]) =>
    queryParameter(query, screen.query!.name)?.toLowerCase() === screen.query!.value.toLowerCase();
  return [...bound.filter(isMet), ...free];
}

/** Whether only the exact addresses of a screen with this first segment belong to the app. */
const isExactAddress = ({ path, screen }: { path: string; screen: Screen }): boolean =>
  screen.isExact === true || sharedAreas.includes(path.split("/")[0]!);

/** First segments of the app's addresses. All other addresses are public documents, except those of `exactPathsOf`. */
export function firstSegmentsOf(screens: readonly Screen[]): readonly string[] {
  const prefixRoutes = routesOf(screens).filter((route) => !isExactAddress(route));
  const prefixScreens = screens.filter(({ isExact }) => isExact !== true);
  const paths = [...prefixRoutes, ...redirectsOf(prefixScreens)].map(({ path }) => path.split("/")[0]!);
  return [...new Set(paths)].filter((segment) => !segment.startsWith(":"));
}

/** Addresses of the app whose first segment public documents may also have, without the slash in front. Some have a parameter, as in `solution/:type/list`. */
export function exactPathsOf(screens: readonly Screen[]): readonly string[] {
  const segments = new Set(firstSegmentsOf(screens));
  return routesOf(screens)
    .filter(isExactAddress)
    .filter(({ path }) => !segments.has(path.split("/")[0]!))
    .map(({ path }) => path);
}

/**
 * The pages that roles can grant one by one: not public, without parameters in the address, and not the list or form of an entity. Paths in lower
 * case.
 */
export const pagesOf = (screens: readonly Screen[]): AppPage[] =>
  routesOf(screens)
    .filter(({ screen }) => !("level" in screen.access && screen.access.level === "anyone"))
    .map(({ path, screen }) => ({
      path: addressOf(path).toLowerCase(),
      access: screen.access,
    }))
    .filter(({ path }) => !/[:*]/.test(path) && !isAutoPath(path));

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
  /** An icon of `ui/icon-set.ts` that the space chose instead of `icon`. */
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
