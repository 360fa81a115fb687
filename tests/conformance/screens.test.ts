/** Every screen matches its definition: one address, one id, a component, and existing menu entries. */
import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { member } from "#kit/access.ts";
import { appScreens } from "#kit/app-screens.ts";
import { defineListScreen, defineScreen, type MenuName, menus, type ScreenDefinition } from "#kit/screen.ts";
import { firstSegmentsOf, menuOf, pagesOf, readScreens, redirectsOf, routesOf, type Screen } from "#kit/screens.ts";
import { codeEntities } from "#records/registry/code-entities.server.ts";

const duplicates = (names: readonly string[]) => names.filter((name, at) => names.indexOf(name) !== at);

/** The problems in a list of screens. */
function problemsOf(screens: readonly Screen[]): string[] {
  const ids = new Set(screens.map(({ id }) => id));
  const paths = [...routesOf(screens), ...redirectsOf(screens)].map(({ path }) => path.toLowerCase());
  return [
    ...duplicates(screens.map(({ id }) => id)).map((id) => `two screens have the id ${id}`),
    ...duplicates(paths).map((path) => `two screens for ${path}`),
    ...screens.flatMap(({ id, crumb, component, list, menu = [] }) => [
      ...(crumb === undefined || ids.has(crumb.under)
        ? []
        : [`${id} stands below ${crumb.under}, which does not exist`]),
      ...(existsSync(`src/${component}.screen.tsx`) ? [] : [`${id} has no component ${component}`]),
      ...(list === undefined || codeEntities.some(({ type }) => type === list)
        ? []
        : [`${id} lists ${list}, which is not an entity`]),
      ...menu.flatMap((entry) => {
        const isThere = screens.some(
          (other) =>
            other.id === entry.after &&
            other.menu?.some((place) => place.menu === entry.menu && place.group === entry.group),
        );
        return entry.after === undefined || isThere ? [] : [`${id} follows ${entry.after}, which does not exist`];
      }),
    ]),
    ...(Object.keys(menus) as MenuName[]).flatMap((menu) =>
      Object.keys(menus[menu].groups)
        .filter(
          (group) =>
            screens
              .flatMap((screen) => screen.menu ?? [])
              .filter((entry) => entry.menu === menu && entry.group === group && entry.after === undefined).length !==
            1,
        )
        .map((group) => `${menu}: exactly one entry must be the first of ${group}`),
    ),
  ];
}

const screen = (changes: Partial<ScreenDefinition>): ScreenDefinition =>
  defineScreen({
    id: "report",
    paths: ["paas/report"],
    title: { zh: "报告", en: "Report" },
    access: member,
    frame: "management",
    component: "home",
    ...changes,
  });
const problemsWith = (changes: Partial<ScreenDefinition>) =>
  problemsOf([...appScreens, ...readScreens({ "../features/space/report.screen.ts": screen(changes) })]);

it("every screen has a unique id, unique paths, a component and a valid place in its menus", () => {
  expect(appScreens.length).toBeGreaterThan(25);
  expect(problemsOf(appScreens)).toEqual([]);
});

it.each([
  ["a screen without a component", { component: "features/space/report" }, "report has no component"],
  ["two screens for one path", { paths: ["paas/Index"] }, "two screens for paas/index"],
  ["two screens with the same id", { id: "home" }, "two screens have the id home"],
  ["a screen below one that does not exist", { crumb: { under: "reports" } }, "report stands below reports"],
  ["a list of an entity that does not exist", { list: "report" }, "report lists report"],
  [
    "a menu entry after one that does not exist",
    { menu: [{ menu: "management", group: "space", after: "reports", icon: "file" }] },
    "report follows reports",
  ],
  [
    "two first entries of a group",
    { menu: [{ menu: "management", group: "space", icon: "file" }] },
    "the first of space",
  ],
] satisfies [string, Partial<ScreenDefinition>, string][])("reports %s", (_what, changes, problem) => {
  expect(problemsWith(changes).join()).toContain(problem);
});

it("a screen definition without access does not compile", () => {
  // @ts-expect-error -- access is missing
  const open = defineScreen({ id: "open", paths: ["paas/open"], title: { zh: "开", en: "Open" }, frame: "bare" });
  expect(open).not.toHaveProperty("access");
});

it("derives the address, the menu entry, the page's role id and the reserved segment from one definition", () => {
  const { component: _home, ...report } = screen({
    paths: ["reports/:id?", "reports/:id/print"],
    redirects: ["report"],
    menu: [{ menu: "service", group: "services", icon: "file" }],
  });
  const screens = readScreens({
    "../features/space/report.screen.ts": report,
    "../features/space/lines.screen.ts": defineListScreen({
      type: "Line",
      title: { zh: "行", en: "Lines" },
      menu: [{ menu: "service", group: "services", after: "report", icon: "book" }],
    }),
  });
  expect(screens.map(({ component }) => component)).toEqual(["features/space/report", "features/admin/auto"]);
  expect(firstSegmentsOf(screens)).toEqual(["reports", "dev", "paas", "admin", "sale", "console", "service", "report"]);
  expect(redirectsOf(screens)).toEqual([{ path: "report", to: "/reports" }]);
  expect(pagesOf(screens)).toEqual([{ path: "/reports", access: member }]);
  expect(menuOf(screens, "service")[0]!.places.map(({ url, name }) => [url, name.en])).toEqual([
    ["/reports", "Report"],
    ["/service/Line/list", "Lines"],
  ]);
  expect(menuOf(screens, "management")).toEqual([]);
});
