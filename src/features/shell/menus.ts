import { useLocation } from "react-router";
import { areas, urlInArea } from "#kit/app-pages.ts";
import { appScreens } from "#kit/app-screens.ts";
import { type MenuName, menus } from "#kit/menus.ts";
import { eachMenu, type MenuEntry, type MenuGroup, menuOf } from "#kit/menu-groups.ts";
import { type Crumb, menuAt, menuEntryAt, breadcrumbOf } from "#kit/breadcrumb.ts";
import { type Person, urlFor, usePerson } from "#client/person.ts";
import { mayOpen } from "#client/navigation/page-access.ts";
import { siteUrl, withLanguageForOtherHost } from "#client/space-site.ts";
import { usePageTitle } from "#ui/title.ts";
import { useScreen } from "#client/navigation/current-screen.ts";

/** The menus of the program. */
const menuGroups = eachMenu((menu) => menuOf(appScreens, menu));

const areaOf = (path: string): string => areas.find((area) => area === path.split("/")[1]?.toLowerCase()) ?? "paas";

/**
 * The entries of a menu that this person may open. The server decides that in menus that the space arranged, and says of all others which screens they
 * may open. This is a convenience only: it checks every call.
 */
export function groupsFor(person: Person, menu: MenuName): MenuGroup[] {
  const groups =
    person.menus[menu] ??
    menuGroups[menu].map((group) => ({
      ...group,
      entries: group.entries.filter(({ url }) => mayOpen(person, urlFor(person, url))),
    }));
  return groups
    .map((group) => ({
      ...group,
      entries: group.entries.map((entry) => (entry.isOnSite ? entry : { ...entry, url: urlFor(person, entry.url) })),
    }))
    .filter(({ entries }) => entries.length > 0);
}

/** Identifies an entry in its menu. */
export const entryKey = ({ screenId, listedEntity, url }: MenuEntry): string => screenId ?? listedEntity ?? url;

/** The link of an entry, as properties of `Link`. */
export const linkOf = ({ url, isOnSite, opensTab }: MenuEntry) => ({
  to: isOnSite === true ? withLanguageForOtherHost(siteUrl(url)) : url,
  reloadDocument: isOnSite === true,
  target: opensTab === true ? "_blank" : undefined,
});

/** Splits a menu: `first` is always visible, `later` is under "More". Only a menu of a new space has entries under "More". */
export function splitMenu(groups: MenuGroup[], isNew: boolean): { first: MenuGroup[]; later: MenuGroup[] } {
  if (!isNew) return { first: groups, later: [] };
  const groupsWith = (isSecondary: boolean) =>
    groups
      .map((group) => ({
        ...group,
        entries: group.entries.filter((entry) => (entry.isSecondary ?? false) === isSecondary),
      }))
      .filter(({ entries }) => entries.length > 0);
  return { first: groupsWith(false), later: groupsWith(true) };
}

/** The groups of a menu that lead to screens: those of the space, then those of the program, for screens that the space's menu lacks. */
function useGroups(menu: MenuName): MenuGroup[] {
  const { data: person } = usePerson();
  return [...(person?.menus[menu] ?? []), ...menuGroups[menu]];
}

/** The menu of the current screen, and the screen's entry in it, in the area of the current address. */
export function useMenu() {
  const path = useLocation().pathname;
  const screen = useScreen();
  const menu = menuAt(path);
  const entry = menuEntryAt(useGroups(menu), { path, screen });
  return { ...menus[menu], menu, screen, entry: entry && { ...entry, url: urlInArea(entry.url, areaOf(path)) } };
}

/** The breadcrumbs of the current address: its path through the menu, in the same area. */
export function useBreadcrumb(): Crumb[] {
  const path = useLocation().pathname;
  const screen = useScreen();
  const title = usePageTitle();
  const groups = useGroups(menuAt(path));
  const pageTitle = title === undefined ? undefined : { zh: title, en: title };
  return breadcrumbOf(groups, { path, screen }, pageTitle).map((crumb) =>
    crumb.url === undefined ? crumb : { ...crumb, url: urlInArea(crumb.url, areaOf(path)) },
  );
}
