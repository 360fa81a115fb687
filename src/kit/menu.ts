import type { FieldProblems } from "./problem.ts";
import { normalizePagePath, pagePathProblem } from "./page-path.ts";
import { type LocalizedValue, type Text } from "./text.ts";
import { fullUrl } from "./url.ts";

/** What an entry of a menu opens: a screen by its id, the list of an entity by its type, a page of the site, a configuration by its type, another site. */
export const menuTargets = ["screen", "list", "page", "configuration", "link"] as const;
export type MenuTarget = (typeof menuTargets)[number];

/** Maximum numbers of groups, and of entries in a group. */
export const maxMenuGroups = 20;
export const maxMenuEntries = 60;
/** Maximum length of the names of groups and entries. */
export const maxMenuName = 40;

/** An entry as a space stores it (entities/menu.ts): what it does not set is that of the target. */
export type StoredMenuEntry = {
  opens: MenuTarget;
  target: string;
  name?: LocalizedValue<string> | null;
  /** The name of an icon of `ui/icon-set.ts`, or of one that the space added. */
  icon?: string | null;
  /** The ids of the roles that see it; everybody, if there are none. Administrators see every entry. */
  roles?: readonly string[] | null;
  isHidden?: boolean | null;
};

/** A group as a space stores it. */
export type StoredMenuGroup = {
  /** The key of a group of the program (`menus`); empty for a group of the space. */
  group?: string | null;
  name?: LocalizedValue<string> | null;
  entries?: readonly StoredMenuEntry[] | null;
};

/** Identifies an entry in its menu. */
export const menuEntryKey = ({ opens, target }: Pick<StoredMenuEntry, "opens" | "target">): string =>
  `${opens} ${opens === "list" ? target.toLowerCase() : target}`;

/** A name that a space gave; in a language without one that of the target, else that in the other language. */
export function menuEntryName(name: LocalizedValue<string> | null | undefined, { zh, en }: Text): Text {
  const [nameZh, nameEn] = [name?.zh?.trim() ?? "", name?.en?.trim() ?? ""];
  return { zh: nameZh || zh || nameEn, en: nameEn || en || nameZh };
}

const texts = {
  path: {
    zh: "请输入本站页面的路径，例如 /about；管理后台的页面请选择“功能”",
    en: "Enter the path of a page of your site, for example /about. For the admin area, choose a screen.",
  },
  link: {
    zh: "请输入以 https:// 或 http:// 开头的完整网址",
    en: "Enter a full address that begins with https:// or http://",
  },
  name: { zh: "请输入名称", en: "Enter a name" },
  twice: { zh: "菜单中已有此项", en: "The menu already has this entry" },
} satisfies Record<string, Text>;

const hasName = ({ name }: StoredMenuEntry) => Object.values(name ?? {}).some((text) => (text ?? "").trim() !== "");

/** Why an entry cannot be stored, by the name of the field; empty if it can. */
export function menuEntryProblems(entry: StoredMenuEntry): FieldProblems {
  const { opens, target } = entry;
  const isWrong = {
    page: () =>
      !target.startsWith("/") || target.includes("{") || pagePathProblem(normalizePagePath(target)) !== undefined,
    link: () => fullUrl(target) === undefined,
  };
  if (opens !== "page" && opens !== "link") return {};
  return {
    ...(isWrong[opens]() ? { target: texts[opens === "page" ? "path" : "link"] } : {}),
    // Nothing else names a page or a site.
    ...(hasName(entry) ? {} : { name: texts.name }),
  };
}

/** The problems of the groups of a menu, by path. */
export function menuProblems(groups: readonly StoredMenuGroup[]): FieldProblems {
  const keys = new Set<string>();
  const problems: FieldProblems = {};
  for (const [groupIndex, { entries }] of groups.entries())
    for (const [index, entry] of (entries ?? []).entries()) {
      const place = `groups.${groupIndex}.entries.${index}`;
      for (const [field, text] of Object.entries(menuEntryProblems(entry))) problems[`${place}.${field}`] = text;
      const key = menuEntryKey(entry);
      if (keys.has(key)) problems[`${place}.target`] ??= texts.twice;
      keys.add(key);
    }
  return problems;
}

/** A group of a menu with the entries that it has, also when there are none. */
export type MergedMenuGroup = StoredMenuGroup & { entries: readonly StoredMenuEntry[] };

/** The place of `key` among entries: behind the nearest of its predecessors in the default order that is there, else first. */
function indexAfter(entries: readonly StoredMenuEntry[], defaults: readonly string[], key: string): number {
  const predecessors = defaults.slice(0, defaults.indexOf(key)).toReversed();
  const keys = entries.map(menuEntryKey);
  const nearest = predecessors.find((predecessor) => keys.includes(predecessor));
  return nearest === undefined ? 0 : keys.indexOf(nearest) + 1;
}

/**
 * The menu of a space: what it stored, with the entries of the default menu that it does not know. These stand in their own group, behind the entry
 * they follow there; a group that is missing comes last.
 */
export function mergeMenu(stored: readonly StoredMenuGroup[], defaults: readonly StoredMenuGroup[]): MergedMenuGroup[] {
  const merged = stored.map((group) => ({ ...group, entries: [...(group.entries ?? [])] }));
  const storedKeys = new Set(merged.flatMap(({ entries }) => entries.map(menuEntryKey)));
  for (const defaultGroup of defaults) {
    const defaultEntries = defaultGroup.entries ?? [];
    const order = defaultEntries.map(menuEntryKey);
    const missing = defaultEntries.filter((entry) => !storedKeys.has(menuEntryKey(entry)));
    let group = merged.find((other) => other.group === defaultGroup.group);
    if (group === undefined && missing.length > 0) {
      group = { ...defaultGroup, entries: [] };
      merged.push(group);
    }
    for (const entry of missing)
      group!.entries.splice(indexAfter(group!.entries, order, menuEntryKey(entry)), 0, entry);
  }
  return merged;
}
