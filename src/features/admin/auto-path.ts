import { areas, autoScreens, withoutAreas } from "#kit/app-pages.ts";

export type AutoPath = { area: string; type: string; screen: (typeof autoScreens)[number] };

/**
 * Parses a path of the admin area: `/dev/Order/list` is the list of Order in the area dev. The type may have several segments; segments that name an
 * area are not part of it (B-040). `type`: the one that the query or the route names, which counts before that of the path (B-042). Undefined for a path
 * without a type or a known screen.
 */
export function parseAutoPath(path: string, type?: string): AutoPath | undefined {
  const parts = path.split("/").filter((part) => part !== "");
  const screen = autoScreens.find((candidate) => candidate === parts.at(-1)?.toLowerCase());
  const typeParts = withoutAreas(parts.slice(0, -1));
  if (screen === undefined || (typeParts.length === 0 && type === undefined)) return undefined;
  const area = areas.find((candidate) => candidate === parts[0]?.toLowerCase()) ?? "paas";
  return { area, type: type ?? typeParts.join("/"), screen };
}

/** Rewrites an address of a list's or form's description, `/admin/…`, to an area. */
export function adminUrlInArea(url: string, area: string): string {
  return url.replace(/^\/admin(?=\/)/i, `/${area}`);
}

/** Opens the address of an action: in the app, or as a document if the server answers it with a page of its own, such as an item of the market. */
export function openUrl(url: string, navigate: (url: string) => unknown): void {
  if (/^\/outer\//i.test(url)) location.assign(url);
  else void navigate(url);
}
