/** Addresses of the admin area: the screen and the entity that a path names. */
import { expect, it } from "vitest";
import { adminUrlInArea, parseAutoPath } from "#features/admin/auto-path.ts";
import { queryParameter } from "#kit/url.ts";

it.each([
  ["S-064, B-040", "dev"],
  ["S-065, B-040", "paas"],
  ["S-066, B-040", "admin"],
  ["S-067, B-040", "sale"],
  ["S-068, B-340", "console"],
] as const)("%s: reads the entity type below /%s from between the prefix and the screen", (_id, area) => {
  expect(parseAutoPath(`/${area}/Order/list`)).toEqual({ area, type: "Order", screen: "list" });
  expect(parseAutoPath(`/${area.toUpperCase()}/Order/Edit/`)).toEqual({ area, type: "Order", screen: "edit" });
});

it("does not parse a path without a type or a screen", () => {
  for (const path of ["/admin/list", "/admin/Order", "/admin/Order/nothing", "/"])
    expect([path, parseAutoPath(path)]).toEqual([path, undefined]);
});

it("S-068: keeps a link to the admin area within the console", () => {
  expect(adminUrlInArea("/admin/news/edit?id=1", "console")).toBe("/console/news/edit?id=1");
  expect(adminUrlInArea("/administrators", "console")).toBe("/administrators");
});

it.each(["id", "type", "key"])("B-041: reads the parameter %s in any letter case and prefers lower case", (name) => {
  const capital = name[0]!.toUpperCase() + name.slice(1);
  expect(queryParameter(new URLSearchParams(`${capital}=5`), name)).toBe("5");
  expect(queryParameter(new URLSearchParams(`${name.toUpperCase()}=5`), name)).toBe("5");
  expect(queryParameter(new URLSearchParams(`${capital}=5&${name}=6`), name)).toBe("6");
  expect(queryParameter(new URLSearchParams("other=5"), name)).toBeUndefined();
});
