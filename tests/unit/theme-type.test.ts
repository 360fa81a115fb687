/** Theme types: the number of each in the `filter` header. */
import { expect, it } from "vitest";
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

it("the console has the filter of the admin area, and the sign-in page has 1", () => {
  expect([themeFilterOf("/console/news/list"), themeFilterOf("/admin/login/sign")]).toEqual([3, 1]);
});
