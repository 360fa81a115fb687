import { areas, autoScreens } from "#kit/app-pages.ts";

export type AutoPath = { area: string; type: string; screen: (typeof autoScreens)[number] };

/** The screen by the last segment of a path, the entity type by the rest without the area: `/dev/Order/list` lists Order. */
export function parseAutoPath(path: string): AutoPath | undefined {
  const parts = path.split("/").filter((part) => part !== "");
  const screen = autoScreens.find((candidate) => candidate === parts.at(-1)?.toLowerCase());
  const typeParts = parts.slice(0, -1).filter((part) => !areas.includes(part.toLowerCase()));
  if (screen === undefined || typeParts.length === 0) return undefined;
  return { area: areas.find((area) => area === parts[0]?.toLowerCase()) ?? "paas", type: typeParts.join("/"), screen };
}

/** A link of the server's description, kept in the area that the person is in. */
export function inArea(url: string, area: string): string {
  return url.replace(/^\/admin(?=\/)/i, `/${area}`);
}

/** A query parameter in any case: `id`, `Id` and `ID` are the same, the first one takes precedence (B-041). */
export function parameter(query: URLSearchParams, name: string): string | undefined {
  return query.get(name) ?? [...query].find(([key]) => key.toLowerCase() === name)?.[1];
}
