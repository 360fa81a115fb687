/** Every screen matches its definition: one address, one id, a component, and existing menu entries. */
import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { member } from "#kit/access.ts";
import { appScreens } from "#kit/app-screens.ts";
import { defineListScreen, defineScreen, type MenuName, menus, type ScreenDefinition } from "#kit/screen.ts";
import { firstSegmentsOf, menuOf, pagesOf, readScreens, redirectsOf, routesOf, type Screen } from "#kit/screens.ts";
import { codeEntities } from "#records/registry/code-entities.server.ts";

const twice = (names: readonly string[]) => names.filter((name, at) => names.indexOf(name) !== at);

/** What is wrong with a shelf. */
function problemsOf(screens: readonly Screen[]): string[] {
  const ids = new Set(screens.map(({ id }) => id));
  const paths = [...routesOf(screens), ...redirectsOf(screens)].map(({ path }) => path.toLowerCase());
  return [
    ...twice(screens.map(({ id }) => id)).map((id) => `two screens are called ${id}`),
    ...twice(paths).map((path) => `two screens for ${path}`),
    ...screens.flatMap(({ id, crumb, component, list, menu = [] }) => [
      ...(crumb === undefined || ids.has(crumb.under) ? [] : [`${id} stands below ${crumb.under}, which is nowhere`]),
      ...(existsSync(`src/${component}.screen.tsx`) ? [] : [`${id} has no component ${component}`]),
      ...(list === undefined || codeEntities.some(({ type }) => type === list)
        ? []
        : [`${id} lists ${list}, which is no entity`]),
      ...menu.flatMap((entry) => {
        const isThere = screens.some(
          (other) =>
            other.id === entry.after &&
            other.menu?.some((place) => place.menu === entry.menu && place.group === entry.group),
        );
        return entry.after === undefined || isThere ? [] : [`${id} stands behind ${entry.after}, which is not there`];
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
        .map((group) => `${menu}: not one place is the first of ${group}`),
    ),
  ];
}

const screen = (given: Partial<ScreenDefinition>): ScreenDefinition =>
  defineScreen({
    id: "report",
    paths: ["paas/report"],
    title: { zh: "报告", en: "Report" },
    access: member,
    frame: "management",
    component: "home",
    ...given,
  });
const withOne = (given: Partial<ScreenDefinition>) =>
  problemsOf([...appScreens, ...readScreens({ "../features/space/report.screen.ts": screen(given) })]);

it("the shelf is in order", () => {
  expect(appScreens.length).toBeGreaterThan(25);
  expect(problemsOf(appScreens)).toEqual([]);
});

it.each([
  ["a screen without a component", { component: "features/space/report" }, "report has no component"],
  ["two screens for one path", { paths: ["paas/Index"] }, "two screens for paas/index"],
  ["two screens of one name", { id: "home" }, "two screens are called home"],
  ["a screen below none", { crumb: { under: "reports" } }, "report stands below reports"],
  ["a list of nothing", { list: "report" }, "report lists report"],
  [
    "a place behind none",
    { menu: [{ menu: "management", group: "space", after: "reports", icon: "file" }] },
    "report stands behind reports",
  ],
  ["two first places", { menu: [{ menu: "management", group: "space", icon: "file" }] }, "the first of space"],
] satisfies [string, Partial<ScreenDefinition>, string][])("notices %s", (_what, given, problem) => {
  expect(withOne(given).join()).toContain(problem);
});

it("a screen that does not say who may open it does not compile", () => {
  // @ts-expect-error -- access is missing
  const open = defineScreen({ id: "open", paths: ["paas/open"], title: { zh: "开", en: "Open" }, frame: "bare" });
  expect(open).not.toHaveProperty("access");
});

it("from one definition follow the address, the place in the menu, the page's role id and the segment that is reserved", () => {
  const { component: _home, ...report } = screen({
    paths: ["reports/:id?", "reports/:id/print"],
    redirects: ["report"],
    menu: [{ menu: "service", group: "services", icon: "file" }],
  });
  const shelf = readScreens({
    "../features/space/report.screen.ts": report,
    "../features/space/lines.screen.ts": defineListScreen({
      type: "Line",
      title: { zh: "行", en: "Lines" },
      menu: [{ menu: "service", group: "services", after: "report", icon: "book" }],
    }),
  });
  expect(shelf.map(({ component }) => component)).toEqual(["features/space/report", "features/admin/auto"]);
  expect(firstSegmentsOf(shelf)).toEqual(["reports", "dev", "paas", "admin", "sale", "console", "service", "report"]);
  expect(redirectsOf(shelf)).toEqual([{ path: "report", to: "/reports" }]);
  expect(pagesOf(shelf)).toEqual([{ path: "/reports", access: member }]);
  expect(menuOf(shelf, "service")[0]!.places.map(({ url, name }) => [url, name.en])).toEqual([
    ["/reports", "Report"],
    ["/service/Line/list", "Lines"],
  ]);
  expect(menuOf(shelf, "management")).toEqual([]);
});
