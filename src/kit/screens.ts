import { type AppPage, isAutoPath } from "./app-pages.ts";
import { type MenuEntry, type MenuName, menus, type ScreenDefinition } from "./screen.ts";
import type { Text } from "./text.ts";

/** A screen of the shelf, with the file that its component is in. */
export type Screen = ScreenDefinition & { component: string };

/** The shelf, from the definitions by file: `../features/contact/enquiry.screen.ts`. */
export const readScreens = (files: Readonly<Record<string, ScreenDefinition>>): readonly Screen[] =>
  Object.entries(files).map(([file, screen]) => ({
    ...screen,
    component: screen.component ?? file.replace(/^\.\.\//, "").replace(/\.screen\.ts$/, ""),
  }));

/** An address without the parameters that may be missing: `builder/:pageId?` -> `/builder`. */
export const addressOf = (path: string) => `/${path.replace(/\/:\w+\?/g, "")}`;

/** Addresses that redirect to another one. */
export const redirectsOf = (screens: readonly Screen[]) =>
  screens.flatMap(({ redirects = [], paths }) => redirects.map((path) => ({ path, to: addressOf(paths[0]!) })));

/** Every address, with its screen. */
export const routesOf = (screens: readonly Screen[]) =>
  screens.flatMap((screen) => screen.paths.map((path) => ({ path, screen })));

/** First segments of the app's addresses; everything else is a public document, but for `exactPathsOf`. */
export function firstSegmentsOf(screens: readonly Screen[]): readonly string[] {
  const prefixScreens = screens.filter(({ isExact }) => isExact !== true);
  const paths = [...routesOf(prefixScreens), ...redirectsOf(prefixScreens)].map(({ path }) => path.split("/")[0]!);
  return [...new Set(paths)].filter((segment) => !segment.startsWith(":"));
}

/** Addresses of the app among those of public documents, without the slash in front. */
export function exactPathsOf(screens: readonly Screen[]): readonly string[] {
  const segments = new Set(firstSegmentsOf(screens));
  return routesOf(screens.filter(({ isExact }) => isExact === true))
    .filter(({ path }) => !segments.has(path.split("/")[0]!))
    .map(({ path }) => path);
}

/** The pages with a role id of their own: those with one address, for people, that do not follow from an entity. Paths in lower case. */
export const pagesOf = (screens: readonly Screen[]): AppPage[] =>
  routesOf(screens)
    .filter(({ screen }) => !("level" in screen.access && screen.access.level === "anyone"))
    .map(({ path, screen }) => ({
      path: addressOf(path).toLowerCase(),
      access: screen.access,
    }))
    .filter(({ path }) => !/[:*]/.test(path) && !isAutoPath(path));

/** An entry of a menu. */
export type MenuPlace = Pick<MenuEntry, "icon" | "isSecondary"> & {
  /** The screen that it opens. */
  screen: Screen;
  url: string;
  name: Text;
  isCounted: boolean;
};
export type MenuGroup = { name: Text; places: MenuPlace[] };

/** The entries of a group in order: each after the one in its `after`; several after the same one are sorted by id. */
function sortEntries<T extends { after?: string | undefined; screen: Screen }>(entries: readonly T[]): T[] {
  const sorted = entries.toSorted((a, b) => (a.screen.id < b.screen.id ? -1 : 1));
  const hasEntry = (id: string) => entries.some(({ screen }) => screen.id === id);
  const withFollowers = (entry: T): T[] => [
    entry,
    ...sorted.filter(({ after }) => after === entry.screen.id).flatMap(withFollowers),
  ];
  return sorted.filter(({ after }) => after === undefined || !hasEntry(after)).flatMap(withFollowers);
}

/** A menu with all of its places. */
export function menuOf(screens: readonly Screen[], menu: MenuName): MenuGroup[] {
  const { area, groups } = menus[menu];
  const entries = screens.flatMap((screen) =>
    (screen.menu ?? []).filter((entry) => entry.menu === menu).map((entry) => ({ ...entry, screen })),
  );
  return Object.entries(groups)
    .map(([group, name]) => ({
      name,
      places: sortEntries(entries.filter((entry) => entry.group === group)).map(
        ({ screen, icon, name: menuName = screen.title, isSecondary, isCounted = false }) => ({
          screen,
          url: addressOf(screen.paths.find((path) => path.startsWith(`${area}/`)) ?? screen.paths[0]!),
          name: menuName,
          icon,
          isCounted,
          ...(isSecondary === undefined ? {} : { isSecondary }),
        }),
      ),
    }))
    .filter(({ places }) => places.length > 0);
}
