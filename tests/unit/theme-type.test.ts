/** Theme types: the number of each in the `filter` header. */
import { expect, it } from "vitest";
import { parseAutoPath } from "#features/admin/auto-path.ts";
import { appScreens } from "#kit/app-screens.ts";
import { routeFilter, type RouteSettings, routeType } from "#kit/route-settings.ts";
import { themeFilterOf } from "#kit/theme-type.ts";

it.each([
  ["B-047", "member", 2],
  ["B-048", "admin", 3],
  ["B-049", "store", 11],
  ["B-050", "merchant", 9],
  ["B-051", "servicecenter", 6],
  ["B-052", "province", 101],
  ["B-053", "city", 102],
  ["B-054", "county", 103],
  ["B-055", "regional", 106],
  ["B-056", "shareholder", 20],
  ["B-057", "anything", 1],
] as const)("%s: the theme type %s has the filter %i, in lower and upper case", (_id, type, filter) => {
  expect([themeFilterOf(`/${type}/news/list`), themeFilterOf(`/${type.toUpperCase()}`)]).toEqual([filter, filter]);
});

it("B-282: the filter is 1 for a path without a theme type, including names inherited from Object", () => {
  for (const path of ["/", "", "/paas/index", "/constructor/list", "/__proto__/list"])
    expect([path, themeFilterOf(path)]).toEqual([path, 1]);
});

it("the console has the filter of the admin area", () => {
  expect(themeFilterOf("/console/news/list")).toBe(3);
});

it("B-373: the word before /list is the entity type; where it is also a theme type, its filter follows, unless the address is below a theme type", () => {
  expect(parseAutoPath("/paas/Store/list")?.type).toBe("Store");
  const paths = [
    "/paas/Store/list",
    "/service/member/list",
    "/admin/member/list",
    "/paas/news/list",
    "/paas/store/edit",
  ];
  expect(paths.map(themeFilterOf)).toEqual([11, 2, 3, 1, 1]);
});

it("B-042: type, filter and themetype of the query count before those of a route's own settings, and these before the path", () => {
  const own = { type: "news", filter: 6, themetype: "merchant" } as const;
  const filterAt = (search: string, settings: RouteSettings = {}) =>
    routeFilter("/admin/member/list", new URLSearchParams(search), settings);
  expect([filterAt(""), filterAt("", { themetype: "store" }), filterAt("", own)]).toEqual([3, 11, 6]);
  expect([filterAt("filter=106", own), filterAt("ThemeType=Province", own)]).toEqual([106, 101]);
  // Anything else in `filter`, such as the conditions of a list, is not one of the numbers.
  expect(['filter={"and":[]}', "themetype=nothing"].map((search) => filterAt(search))).toEqual([3, 3]);
  const typeAt = (search: string, settings: RouteSettings = {}) =>
    parseAutoPath("/admin/member/list", routeType(new URLSearchParams(search), settings))?.type;
  expect([typeAt(""), typeAt("", own), typeAt("Type=wiki", own)]).toEqual(["member", "news", "wiki"]);
  expect(parseAutoPath("/paas/list", "news")).toEqual({ area: "paas", type: "news", screen: "list" });
  const entrance = appScreens.find(({ id }) => id === "entrance");
  expect(routeFilter("/admin/login/sign", new URLSearchParams(), entrance?.route ?? {})).toBe(1);
});
