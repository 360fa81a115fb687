import { useLocation, useMatches } from "react-router";
import { areas, urlInArea } from "#kit/app-pages.ts";
import { appScreens } from "#kit/app-screens.ts";
import { type MenuName, menus } from "#kit/screen.ts";
import { type MenuGroup, menuOf, type Screen } from "#kit/screens.ts";
import { type Crumb, menuAt, menuEntryAt, breadcrumbOf } from "#kit/breadcrumb.ts";
import { mayOpen, type Person, urlFor } from "#client/person.ts";
import { usePageTitle } from "#ui/title.ts";

const menuGroups: Record<MenuName, MenuGroup[]> = {
  management: menuOf(appScreens, "management"),
  service: menuOf(appScreens, "service"),
};

const areaOf = (path: string): string => areas.find((area) => area === path.split("/")[1]?.toLowerCase()) ?? "paas";

/** The entries of a menu that this person may open. This is a convenience only: the server checks every call. */
export function groupsFor(person: Person, menu: MenuName): MenuGroup[] {
  return menuGroups[menu]
    .map(({ name, entries }) => ({
      name,
      entries: entries
        .map((entry) => ({ ...entry, url: urlFor(person, entry.url) }))
        .filter(({ url }) => mayOpen(person, url)),
    }))
    .filter(({ entries }) => entries.length > 0);
}

/** Splits a menu: `first` is always visible, `later` is under "More". Only a menu of a new space has entries under "More". */
export function splitMenu(groups: MenuGroup[], isNew: boolean): { first: MenuGroup[]; later: MenuGroup[] } {
  if (!isNew) return { first: groups, later: [] };
  const groupsWith = (isSecondary: boolean) =>
    groups
      .map(({ name, entries }) => ({
        name,
        entries: entries.filter((entry) => (entry.isSecondary ?? false) === isSecondary),
      }))
      .filter(({ entries }) => entries.length > 0);
  return { first: groupsWith(false), later: groupsWith(true) };
}

/** The screen of the current address; undefined if there is none. */
export const useScreen = () => useMatches().at(-1)?.handle as Screen | undefined;

/** The menu of the current screen, and the screen's entry in it, in the area of the current address. */
export function useMenu() {
  const path = useLocation().pathname;
  const screen = useScreen();
  const menu = menuAt(path);
  const entry = menuEntryAt(menuGroups[menu], { path, screen });
  return { ...menus[menu], menu, screen, entry: entry && { ...entry, url: urlInArea(entry.url, areaOf(path)) } };
}

/** The breadcrumbs of the current address: its path through the menu, in the same area. */
export function useBreadcrumb(): Crumb[] {
  const path = useLocation().pathname;
  const screen = useScreen();
  const title = usePageTitle();
  const pageTitle = title === undefined ? undefined : { zh: title, en: title };
  return breadcrumbOf(menuGroups[menuAt(path)], { path, screen }, pageTitle).map((crumb) =>
    crumb.url === undefined ? crumb : { ...crumb, url: urlInArea(crumb.url, areaOf(path)) },
  );
}
