import type { Access, Verb } from "./access.ts";

/** The areas of the wire contract: the first segment of addresses such as `/admin/news/list` (B-040; `console`: S-068). */
const contractAreas = ["dev", "paas", "admin", "sale", "console", "service"];
/** Areas that only choose a menu (B-024). Whoever may open a page in `/paas` may open it in these. */
export const menuAreas = ["design", "solution"];
/** All areas of the app. */
export const areas = [...contractAreas, ...menuAreas];
/** Areas in which pages of sites may have all addresses except those of screens, `/solution/retail` for example. */
export const sharedAreas: readonly string[] = ["solution"];
export const autoScreens = ["list", "edit", "add", "import"] as const;

/** A page of the app and the access that its data requires; paths in lower case. `name`: as roles name it among the pages of its entity. */
export type AppPage = { path: string; access: Access; name: string };
/** The pages that every entity has. */
export type AutoScreen = (typeof autoScreens)[number];

const verbOf = { list: "read", edit: "read", add: "add", import: "import" } as const;
/** The verbs of which a page requires one. */
export const pageVerbs: Readonly<Record<AutoScreen, readonly Verb[]>> = {
  list: ["read"],
  edit: ["read"],
  add: ["add"],
  import: ["add", "update"],
};

/**
 * The segments of a path without those that name an area. An area of menus is one only as the first segment, because light apps may have its name as
 * their type.
 */
export const withoutAreas = (parts: readonly string[]): string[] =>
  parts.filter((part, index) => !(index === 0 ? areas : contractAreas).includes(part.toLowerCase()));

/** The auto pages of an entity, in every area of the contract. */
export function autoPages(type: string): AppPage[] {
  return contractAreas.flatMap((area) =>
    autoScreens.map((screen) => ({
      path: `/${area}/${type}/${screen}`.toLowerCase(),
      access: { verb: verbOf[screen], type },
      name: screen,
    })),
  );
}

/** Whether a path, in lower case, is an auto page of an entity. Roles grant access to these by entity, not by page. */
export function isAutoPath(path: string): boolean {
  const parts = path.split("/").slice(1);
  return parts.length > 2 && areas.includes(parts[0]!) && autoScreens.some((screen) => screen === parts.at(-1));
}

/** The address of a list or form in an area. Menus and responses of the server contain addresses of the member area, `/paas`. */
export const urlInArea = (url: string, area: string): string =>
  url.replace(/^\/paas(?=\/\w+\/(?:list|edit|add)(?:$|\?))/i, `/${area}`);
