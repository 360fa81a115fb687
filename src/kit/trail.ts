import { type MenuName, menus } from "./screen.ts";
import type { MenuGroup, MenuPlace, Screen } from "./screens.ts";
import type { Text } from "./text.ts";

/** A step of the breadcrumb; `url`: where it leads. */
export type Crumb = { name: Text; url?: string };

/** An address of the app and its screen, if it has one. */
type Position = { path: string; screen: Screen | undefined };

/** The menu that is shown at an address. */
export const menuAt = (path: string): MenuName => (/^\/service(?:\/|$)/i.test(path) ? "service" : "management");

/** `/paas/news/edit` -> `news`: a form belongs to the list of its entity. */
const typeOf = (path: string) => path.split("/").filter(Boolean).at(-2)?.toLowerCase();

/** The menu entry of a screen: its own, that of its parent screen, or the list of the edited entity. */
export function placeAt(groups: readonly MenuGroup[], { path, screen }: Position): MenuPlace | undefined {
  const places = groups.flatMap((group) => group.places);
  return (
    places.find((place) => place.screen.id === screen?.id) ??
    places.find((place) => place.screen.id === screen?.crumb?.under) ??
    places.find((place) => place.screen.list !== undefined && place.screen.list.toLowerCase() === typeOf(path))
  );
}

const pageNames: Record<string, Text> = {
  edit: { zh: "编辑", en: "Edit" },
  add: { zh: "新增", en: "Add" },
  import: { zh: "导入", en: "Import" },
};

/** What a page within a place is called; undefined for the place itself. */
function pageName({ path, screen }: Position, place: MenuPlace): Text | undefined {
  if (screen?.crumb?.name !== undefined) return screen.crumb.name;
  const last = path.split("/").findLast(Boolean)?.toLowerCase() ?? "";
  if (Object.hasOwn(pageNames, last)) return pageNames[last];
  return screen === undefined || screen.id === place.screen.id || screen.list !== undefined ? undefined : screen.title;
}

/**
 * The way to an address through the tree of its menu (B-022): the menu's home, the place, the page within it. The last step is the current one. An
 * address that is not in the tree has the home and `title`, what the page calls itself.
 */
export function trailTo(groups: readonly MenuGroup[], position: Position, title: Text | undefined): Crumb[] {
  const { name, home } = menus[menuAt(position.path)];
  const place = placeAt(groups, position);
  const start: Crumb = { name, url: home };
  if (place === undefined) {
    const page = title ?? position.screen?.title;
    return page === undefined ? [start] : [start, { name: page }];
  }
  const page = pageName(position, place);
  return [
    start,
    ...(place.url === home ? [] : [{ name: place.name, url: place.url }]),
    ...(page === undefined ? [] : [{ name: page }]),
  ];
}
