import { type AppPage, isAutoPath } from "./app-pages.ts";
import type { ScreenDefinition } from "./screen.ts";
import { queryParameter } from "./url.ts";

/** A screen with the path of its component file, without its suffix. */
export type Screen = ScreenDefinition & { component: string };

/**
 * The screens of definition files, by path, such as `../features/contact/enquiry.screen.ts`. A component is beside its definition unless that names
 * another.
 */
export const readScreens = (files: Readonly<Record<string, ScreenDefinition>>): readonly Screen[] =>
  Object.entries(files).map(([file, screen]) => ({
    ...screen,
    component: screen.component ?? file.replace(/^\.\.\//, "").replace(/\.screen\.ts$/, ""),
  }));

/** An address without the parameters that may be missing: `builder/:pageId?` -> `/builder`. */
export const addressOf = (path: string) => `/${path.replace(/\/:\w+\?/g, "")}`;

/** The address of a screen in an area; its first one if it has none there. */
export const addressIn = (area: string, paths: readonly string[]): string =>
  addressOf(paths.find((path) => path.startsWith(`${area}/`)) ?? paths[0]!);

/** Addresses that redirect to another one. */
export const redirectsOf = (screens: readonly Screen[]) =>
  screens.flatMap(({ redirects = [], paths }) => redirects.map((path) => ({ path, to: addressOf(paths[0]!) })));

/** Every address, with its screen. */
export const routesOf = (screens: readonly Screen[]) =>
  screens.flatMap((screen) => screen.paths.map((path) => ({ path, screen })));

/** Every address that shows its screen with these parameters. Those of screens that need one of them come first, because another screen may have the same. */
export function routesWith(screens: readonly Screen[], query: URLSearchParams) {
  const { bound = [], free = [] } = Object.groupBy(routesOf(screens), ({ screen }) =>
    screen.query === undefined ? "free" : "bound",
  );
  const isMet = ({ screen }: (typeof bound)[number]) =>
    queryParameter(query, screen.query!.name)?.toLowerCase() === screen.query!.value.toLowerCase();
  return [...bound.filter(isMet), ...free];
}

/**
 * The pages that roles can grant one by one: not public, without parameters in the address, and not the list or form of an entity. Paths in lower
 * case.
 */
export const pagesOf = (screens: readonly Screen[]): AppPage[] =>
  routesOf(screens)
    .filter(({ screen }) => !("level" in screen.access && screen.access.level === "anyone"))
    .map(({ path, screen }) => ({
      path: addressOf(path).toLowerCase(),
      access: screen.access,
      name: screen.id,
    }))
    .filter(({ path }) => !/[:*]/.test(path) && !isAutoPath(path));
