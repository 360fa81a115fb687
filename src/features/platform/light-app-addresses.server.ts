import { areas } from "#kit/app-pages.ts";
import { queryParameter } from "#kit/url.ts";

const screens = new Set(["list", "edit"]);

/**
 * The address of the records that an address such as `/paas/lightapp/list?tableName=customer` names by their type (S-062, S-063), with its other
 * parameters; undefined for other addresses. Without a type, these addresses are those of light apps themselves.
 */
export function recordsAddress({ pathname, searchParams }: URL): string | undefined {
  const [, area = "", entity, screen = ""] = pathname.toLowerCase().split("/");
  const type = queryParameter(searchParams, "tablename") ?? "";
  const isAddress = areas.includes(area) && entity === "lightapp" && screens.has(screen);
  if (!isAddress || !/^\w+$/.test(type)) return undefined;
  const others = new URLSearchParams([...searchParams].filter(([name]) => name.toLowerCase() !== "tablename"));
  return `/${area}/${type}/${screen}${others.size === 0 ? "" : `?${others.toString()}`}`;
}
