/** The areas whose first segment is no part of an entity's type (spec section 2, admin pages and service area; console by C-row S-068). */
const areas = ["dev", "paas", "admin", "sale", "console", "service"];
const screens = ["list", "edit", "add"] as const;

export type AutoPath = { area: string; type: string; screen: (typeof screens)[number] };

/** The screen by the last segment of a path, the entity type by the rest without the area: `/dev/Order/list` lists Order. */
export function parseAutoPath(path: string): AutoPath | undefined {
  const parts = path.split("/").filter((part) => part !== "");
  const screen = screens.find((known) => known === parts.at(-1)?.toLowerCase());
  const own = parts.slice(0, -1).filter((part) => !areas.includes(part.toLowerCase()));
  if (screen === undefined || own.length === 0) return undefined;
  return { area: areas.find((area) => area === parts[0]?.toLowerCase()) ?? "paas", type: own.join("/"), screen };
}

/** A link of the server's description, kept in the area that the person is in. */
export function inArea(url: string, area: string): string {
  return url.replace(/^\/admin(?=\/)/i, `/${area}`);
}

/** A query parameter in whatever case it is written: `id`, `Id` and `ID` are one. */
export function parameter(query: URLSearchParams, name: string): string | undefined {
  return [...query].find(([key]) => key.toLowerCase() === name)?.[1];
}
