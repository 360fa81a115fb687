import { type MenuName, menuNames, menus } from "./menus.ts";
import type { MenuGroup, MenuEntry } from "./menu-groups.ts";
import type { Screen } from "./screens.ts";
import type { Text } from "./text.ts";

/** A step of the breadcrumb; without `url` it is plain text. */
export type Crumb = { name: Text; url?: string };

/** An address of the app and its screen, if it has one. */
type Position = { path: string; screen: Screen | undefined };

/** The menu beside a screen: that of the first segment of its address, else that of the admin area (B-024), which comes before others of its area. */
export function menuAt(path: string): MenuName {
  const area = path.split("/")[1]?.toLowerCase();
  return menuNames.find((name) => menus[name].area === area) ?? "management";
}

/** `/paas/news/edit` -> `news`: a form belongs to the list of its entity. */
const typeOf = (path: string) => path.split("/").filter(Boolean).at(-2)?.toLowerCase();

const findScreen = (entries: readonly MenuEntry[], id: string | undefined) =>
  id === undefined ? undefined : entries.find(({ screenId }) => screenId === id);

/**
 * The menu entry to highlight at a position: that of the screen, of its parent screen, or of the edited entity's list; undefined if there is none.
 */
export function menuEntryAt(groups: readonly MenuGroup[], { path, screen }: Position): MenuEntry | undefined {
  const entries = groups.flatMap((group) => group.entries);
  return (
    findScreen(entries, screen?.id) ??
    findScreen(entries, screen?.crumb?.under) ??
    entries.find(({ listedEntity }) => listedEntity !== undefined && listedEntity.toLowerCase() === typeOf(path))
  );
}

const pageNames: Record<string, Text> = {
  edit: { zh: "编辑", en: "Edit" },
  add: { zh: "新增", en: "Add" },
  import: { zh: "导入", en: "Import" },
  preview: { zh: "预览", en: "Preview" },
};

/** The name of a page below a menu entry, such as "Edit"; undefined for the page of the entry itself. */
function pageName({ path, screen }: Position, entry: MenuEntry): Text | undefined {
  if (screen?.crumb?.name !== undefined) return screen.crumb.name;
  const last = path.split("/").findLast(Boolean)?.toLowerCase() ?? "";
  if (Object.hasOwn(pageNames, last)) return pageNames[last];
  if (last === "list" && entry.listedEntity?.toLowerCase() === typeOf(path)) return undefined;
  return screen === undefined || screen.id === entry.screenId || screen.listedEntity !== undefined
    ? undefined
    : screen.title;
}

/**
 * The breadcrumb of an address (B-022): the menu's home, the menu entry, and the page below the entry. The last step is the current page. An address
 * without a menu entry gets the home and `title`, the title that the page has set.
 */
export function breadcrumbOf(groups: readonly MenuGroup[], position: Position, title: Text | undefined): Crumb[] {
  const { name, home } = menus[menuAt(position.path)];
  const entry = menuEntryAt(groups, position);
  const start: Crumb = { name, url: home };
  if (entry === undefined) {
    const page = title ?? position.screen?.title;
    return page === undefined ? [start] : [start, { name: page }];
  }
  const page = pageName(position, entry);
  return [
    start,
    ...(entry.url === home ? [] : [{ name: entry.name, url: entry.url }]),
    ...(page === undefined ? [] : [{ name: page }]),
  ];
}
