/** Every screen matches its definition: one address, one id, a component, and existing menu entries. */
import { existsSync } from "node:fs";
import { matchRoutes } from "react-router";
import { describe, expect, it } from "vitest";
import { member } from "#kit/access.ts";
import { areas, autoPages } from "#kit/app-pages.ts";
import { appScreens } from "#kit/app-screens.ts";
import { type MenuDefinition, type MenuName, menuNames, menus } from "#kit/menus.ts";
import { defineListScreen, defineScreen, type ScreenDefinition } from "#kit/screen.ts";
import { eachMenu, menuOf } from "#kit/menu-groups.ts";
import { firstSegmentsOf } from "#kit/screen-paths.ts";
import { pagesOf, readScreens, redirectsOf, routesOf, type Screen } from "#kit/screens.ts";
import { menuAt, breadcrumbOf } from "#kit/breadcrumb.ts";
import { parseAutoPath } from "#features/admin/auto-path.ts";
import { codeEntities } from "#records/registry/code-entities.server.ts";

const duplicates = (names: readonly string[]) => names.filter((name, index) => names.indexOf(name) !== index);

/** The problems in a list of screens. */
function problemsOf(screens: readonly Screen[]): string[] {
  const ids = new Set(screens.map(({ id }) => id));
  const addresses = routesOf(screens).map(({ path, screen: { query } }) =>
    query === undefined ? path : `${path}?${query.name}=${query.value}`,
  );
  const paths = [...addresses, ...redirectsOf(screens).map(({ path }) => path)].map((path) => path.toLowerCase());
  return [
    ...duplicates(screens.map(({ id }) => id)).map((id) => `two screens have the id ${id}`),
    ...duplicates(paths).map((path) => `two screens for ${path}`),
    ...screens.flatMap(({ id, crumb, component, listedEntity, menu = [] }) => [
      ...(crumb === undefined || ids.has(crumb.under)
        ? []
        : [`${id} stands below ${crumb.under}, which does not exist`]),
      ...(existsSync(`src/${component}.screen.tsx`) ? [] : [`${id} has no component ${component}`]),
      ...(listedEntity === undefined || codeEntities.some(({ type }) => type === listedEntity)
        ? []
        : [`${id} lists ${listedEntity}, which is not an entity`]),
      ...menu.flatMap((entry) => {
        const existsBefore = screens.some(
          (candidate) =>
            candidate.id === entry.after &&
            candidate.menu?.some((place) => place.menu === entry.menu && place.group === entry.group),
        );
        return entry.after === undefined || existsBefore ? [] : [`${id} follows ${entry.after}, which does not exist`];
      }),
    ]),
    // A menu that names its screens has the entries of the admin area's menu.
    ...menuNames.flatMap((menu) => {
      const { groups, screens: idsOf = {} }: MenuDefinition = menus[menu];
      const isEntry = (id: string) =>
        screens.some(
          (candidate) => candidate.id === id && candidate.menu?.some((place) => place.menu === "management"),
        );
      return [
        ...Object.values(idsOf)
          .flat()
          .filter((id) => !isEntry(id))
          .map((id) => `${menu}: ${id} is no entry of the admin area`),
        ...Object.keys(idsOf)
          .filter((group) => !Object.hasOwn(groups, group))
          .map((group) => `${menu}: ${group} is no group`),
      ];
    }),
    ...(["management", "service"] as const).flatMap((menu) =>
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

/** A valid screen with changes. */
const screen = (changes: Partial<ScreenDefinition>): ScreenDefinition =>
  defineScreen({
    id: "report",
    paths: ["paas/report"],
    title: { zh: "报告", en: "Report" },
    access: member,
    frame: "management",
    component: "screens/home",
    ...changes,
  });
/** The problems after a changed screen is added to the screens of the app. */
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
  ["a list of an entity that does not exist", { listedEntity: "report" }, "report lists report"],
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
] satisfies [string, Partial<ScreenDefinition>, string][])("reports %s", (_description, changes, problem) => {
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
  expect(firstSegmentsOf(screens)).toEqual([
    "reports",
    "dev",
    "paas",
    "admin",
    "sale",
    "console",
    "service",
    "design",
    "report",
  ]);
  expect(redirectsOf(screens)).toEqual([{ path: "report", to: "/reports" }]);
  expect(pagesOf(screens)).toEqual([{ path: "/reports", name: "report", access: member }]);
  expect(menuOf(screens, "service")[0]!.entries.map(({ url, name }) => [url, name.en])).toEqual([
    ["/reports", "Report"],
    ["/service/Line/list", "Lines"],
  ]);
  expect(menuOf(screens, "management")).toEqual([]);
});

describe("B-039: the end of an address of the admin area", () => {
  const routes = routesOf(appScreens).map(({ path, screen: handle }) => ({ path: `/${path}`, handle }));
  const screenAt = (path: string) => (matchRoutes(routes, path)?.at(-1)?.route.handle as Screen | undefined)?.id;

  it.each([
    ["list", "auto"],
    ["edit", "autoForm"],
    ["add", "autoForm"],
    ["time", "autoPageView"],
    ["index", "autoPageView"],
    ["report", "autoPageView"],
    ["preview", "autoForm"],
    ["image", "storageFile"],
    ["video", "storageFile"],
  ])("%s leads to the screen %s in every area, whatever its letter case", (end, id) => {
    for (const area of areas.filter((candidate) => candidate !== "service"))
      for (const spelling of [end, end.toUpperCase()])
        expect([area, spelling, screenAt(`/${area}/device/${spelling}`)]).toEqual([area, spelling, id]);
  });

  it("lightapp/list and lightapp/edit lead to screens of their own", () => {
    expect(["/paas/lightapp/list", "/admin/LightApp/Edit"].map(screenAt)).toEqual(["lightApp", "lightAppEditor"]);
  });

  it("B-341: an address that a screen declares wins over the screens of ends", () => {
    for (const [path, id] of [
      ["/paas/paasWork/list", "paasWork"],
      ["/paas/paasWork/details", "work"],
      ["/dev/storageFile/edit", "file"],
      ["/paas/lightApp/add", "lightAppEditor"],
      ["/paas/device/edit", "autoForm"],
    ] as const)
      expect([path, screenAt(path)]).toEqual([path, id]);
  });

  it("of no screen is none", () => {
    for (const end of ["other", "lists", "timeline"]) expect(parseAutoPath(`/paas/device/${end}`)).toBeUndefined();
  });
});

describe("the breadcrumb", () => {
  const groups = eachMenu((menu) => menuOf(appScreens, menu));
  const routes = routesOf(appScreens).map(({ path, screen: handle }) => ({ path: `/${path}`, handle }));
  const breadcrumbAt = (path: string) => {
    const found = matchRoutes(routes, path)?.at(-1)?.route.handle as Screen | undefined;
    return breadcrumbOf(groups[menuAt(path)], { path, screen: found }, undefined);
  };
  const names = (path: string) => breadcrumbAt(path).map(({ name }) => name.en);
  /** The addresses in a menu: its home and its entries. */
  const addressesIn = (menu: MenuName) => [
    menus[menu].home,
    ...groups[menu].flatMap(({ entries }) => entries.map(({ url }) => url)),
  ];
  /** The addresses of all screens in the frame of the admin area, of the lists and forms of every entity, and of the test page. */
  const addresses = [
    ...routes.filter(({ handle, path }) => handle.frame === "management" && !/[:*]/.test(path)).map(({ path }) => path),
    ...codeEntities.flatMap(({ type }) => autoPages(type).map(({ path }) => path)),
    "/service/anything",
  ];

  it("B-022: of every screen leads through the tree of the menu beside it", () => {
    const pathsWithUnknownSteps = addresses.filter((path) =>
      breadcrumbAt(path)
        .slice(0, -1)
        .some(({ url }) => url === undefined || !addressesIn(menuAt(path)).includes(url)),
    );
    expect(addresses.length).toBeGreaterThan(300);
    expect(pathsWithUnknownSteps).toEqual([]);
    for (const path of addresses) expect([path, names(path)[0]]).toEqual([path, menus[menuAt(path)].name.en]);
  });

  it.each(menuNames.filter((name) => !("isOnSite" in menus[name])))(
    "B-022: of a place of the menu %s ends with its name there",
    (menu) => {
      const entries = groups[menu].flatMap((group) => group.entries).filter(({ url }) => menuAt(url) === menu);
      expect(entries.length).toBeGreaterThan(2);
      for (const { url, name } of entries)
        expect([url, names(url).at(-1)]).toEqual([url, url === menus[menu].home ? menus[menu].name.en : name.en]);
    },
  );

  it.each([
    ["/paas/news/add", ["Admin area", "News", "Add"]],
    ["/console/storageFile/edit", ["Admin area", "Files", "Details"]],
    ["/paas/paasWork/details", ["Admin area", "Work orders", "Work order"]],
    ["/admin/webhook/deliveries", ["Admin area", "Webhooks", "Deliveries"]],
    ["/paas/member/invite", ["Admin area", "Members", "Invite"]],
    ["/service/paasWork/edit", ["Services", "Work orders", "Edit"]],
    ["/service/anything", ["Services", "Test page"]],
    ["/paas/message", ["Admin area", "Notice"]],
    ["/dev/apiKey/list", ["Development", "API keys"]],
    ["/dev/news/edit", ["Development", "Edit data"]],
    ["/design/theme/edit", ["Design", "Themes", "Edit"]],
    ["/design/governance", ["Design", "Governance"]],
    ["/Solution/serviceCode/add", ["Solutions", "Activation codes", "Add"]],
    ["/paas/savedView/list", ["Admin area", "Data"]],
    ["/paas/device/list", ["Admin area", "Data"]],
  ])("B-022: of %s is %j", (path, expected) => expect(names(path)).toEqual(expected));

  it.each([
    ["list", ["Customers"]],
    ["edit", ["Customers", "Edit"]],
  ])("of a light app's %s in the other area ends with %j", (page, expected) => {
    const entry = { listedEntity: "customer", url: "/admin/customer/list", name: { zh: "客户", en: "Customers" } };
    const path = `/paas/customer/${page}`;
    const found = matchRoutes(routes, path)?.at(-1)?.route.handle as Screen;
    const menu = [{ ...groups.management[0]!, entries: [{ ...entry, icon: "file" as const, isCountedOnHome: false }] }];
    const crumbs = breadcrumbOf(menu, { path, screen: found }, undefined);
    expect(crumbs.slice(1).map(({ name }) => name.en)).toEqual(expected);
  });
});
