import { appScreens } from "#kit/app-screens.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import type { EntityRegistry } from "#kit/entity-registry.ts";
import type { StoredMenuEntry, StoredMenuGroup } from "#kit/menu.ts";
import { eventTypes, targetOf } from "#kit/page-event.ts";
import { normalizePagePath } from "#kit/page-path.ts";
import { type MenuIcon, type MenuName, menuNames, menus } from "#kit/menus.ts";
import { eachMenu, type MenuEntry, type MenuGroup, menuOf } from "#kit/menu-groups.ts";
import { addressIn } from "#kit/screens.ts";
import type { Text } from "#kit/text.ts";

/** The key of the group of a menu that has the lists that the space made itself. */
const appsGroup = "apps";

const emptyText: Text = { zh: "", en: "" };

/** An entry of the program that opens an address of the site. `id`: its target in stored menus, which no screen has as its id. */
const link = (id: string, url: string, name: Text, icon: MenuIcon): MenuEntry => ({
  screenId: id,
  url,
  isOnSite: true,
  name,
  icon,
  isCountedOnHome: false,
});

/** The menu of the builder (B-023). Browsers get it with the pages that show it, so it is no part of the scripts of every screen. */
const builderMenu: MenuGroup[] = [
  {
    key: "gallery",
    name: menus.builder.groups.gallery,
    entries: [
      link("gallery.featured", "/index", { zh: "精选推荐", en: "Featured" }, "stamp"),
      link("gallery.themes", "/theme?type=theme", { zh: "模板", en: "Templates" }, "template"),
      link("gallery.pages", "/theme?type=page", { zh: "页面", en: "Pages" }, "file"),
      link("gallery.modules", "/theme?type=module", { zh: "模块", en: "Modules" }, "boxes"),
      link("gallery.make", "/design/make", { zh: "创作设计", en: "Create a design" }, "brush"),
      link("gallery.job", "/about/design/job", { zh: "招募设计师", en: "Designers wanted" }, "users"),
    ],
  },
];

/** The menus of the program. */
const defaultMenus = { ...eachMenu((menu) => menuOf(appScreens, menu)), builder: builderMenu };

const pathsById = new Map(appScreens.map(({ id, paths }) => [id, paths]));

/** Every screen that a menu may have, by id: with name and icon of its entry in this menu or another, or with its title. */
function listScreens(menu: MenuName): ReadonlyMap<string, MenuEntry> {
  const otherScreens = appScreens
    .filter(({ frame, access, crumb }) => {
      const isOpen = "level" in access && access.level === "anyone";
      return (frame === "management" || frame === "builder") && crumb === undefined && !isOpen;
    })
    .map(({ id, paths, title, listedEntity }): MenuEntry => ({
      screenId: id,
      ...(listedEntity === undefined ? {} : { listedEntity }),
      url: addressIn(menus[menu].area, paths),
      name: title,
      icon: "file",
      isCountedOnHome: false,
    }))
    .filter(({ url }) => !/[:*]/.test(url));
  // The last entry of a screen counts: that in this menu, else that in the menu of the admin area, which is the first.
  const placedEntries = [
    ...menuNames.filter((name) => name !== menu && !("isOnSite" in menus[name])).toReversed(),
    menu,
  ]
    .flatMap((name) => defaultMenus[name].flatMap(({ entries }) => entries))
    .map((entry) =>
      entry.isOnSite === true ? entry : { ...entry, url: addressIn(menus[menu].area, pathsById.get(entry.screenId!)!) },
    );
  return new Map([...otherScreens, ...placedEntries].map((entry) => [entry.screenId!, entry]));
}

/** The screens that each menu may have, by id. */
export const screenEntries = eachMenu(listScreens);

/** The light apps of a space. */
export const lightAppsOf = (entities: EntityRegistry): EntityDefinition[] =>
  entities.all.filter(({ stored }) => stored !== undefined);

/** The lists that a space made itself: its light apps, and the views that the reader may open. */
export const listsOfSpace = (entities: EntityRegistry): EntityDefinition[] => [
  ...lightAppsOf(entities),
  ...entities.views,
];

/** The menu of the program, with the lists that the space made itself, in the format of stored menus. */
export function defaultGroups(menu: MenuName, entities: EntityRegistry): StoredMenuGroup[] {
  const apps = menu === "management" ? listsOfSpace(entities) : [];
  const groupEntries = new Map<string | undefined, StoredMenuEntry[]>(
    defaultMenus[menu].map(({ key, entries }) => [
      key,
      entries.map(({ screenId }): StoredMenuEntry => ({ opens: "screen", target: screenId! })),
    ]),
  );
  const appEntries = apps.map(({ type }): StoredMenuEntry => ({ opens: "list", target: type }));
  if (apps.length > 0) groupEntries.set(appsGroup, [...appEntries, ...(groupEntries.get(appsGroup) ?? [])]);
  return Object.keys(menus[menu].groups).flatMap((group) => {
    const entries = groupEntries.get(group);
    return entries === undefined ? [] : [{ group, entries }];
  });
}

/** The entry of a target with its own name and icon; undefined for a screen or an entity that does not exist (any more). */
export function entryOf(
  menu: MenuName,
  entities: EntityRegistry,
  { opens, target }: Pick<StoredMenuEntry, "opens" | "target">,
): MenuEntry | undefined {
  const base = { name: emptyText, isCountedOnHome: false };
  if (opens === "screen") return screenEntries[menu].get(target);
  if (opens === "page") return { ...base, url: normalizePagePath(target), isOnSite: true, icon: "globe" };
  if (opens === "configuration")
    return {
      ...base,
      url: `/paas/AutoConfig/edit?${new URLSearchParams({ Key: target }).toString()}`,
      name: { zh: target, en: target },
      icon: "sliders",
    };
  if (opens === "link") {
    const away = targetOf({ type: eventTypes.link, name: target, url: target }, "/");
    return away.kind === "away" ? { ...base, url: away.url, isOnSite: true, opensTab: true, icon: "globe" } : undefined;
  }
  const entity = [...entities.all, ...entities.views].find(({ type }) => type.toLowerCase() === target.toLowerCase());
  return (
    entity && {
      ...base,
      listedEntity: entity.type,
      url: `/${menus[menu].area}/${entity.type}/list`,
      name: entity.listName ?? entity.name,
      icon: entity.joined === undefined ? "blocks" : "rows",
    }
  );
}
