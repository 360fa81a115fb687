import { sharedAreas } from "./app-pages.ts";
import { redirectsOf, routesOf, type Screen } from "./screens.ts";

/** Whether only the exact addresses of a screen with this first segment belong to the app. */
const isExactAddress = ({ path, screen }: { path: string; screen: Screen }): boolean =>
  screen.isExact === true || sharedAreas.includes(path.split("/")[0]!);

/** First segments of the app's addresses. All other addresses are public documents, except those of `exactPathsOf`. */
export function firstSegmentsOf(screens: readonly Screen[]): readonly string[] {
  const prefixRoutes = routesOf(screens).filter((route) => !isExactAddress(route));
  const prefixScreens = screens.filter(({ isExact }) => isExact !== true);
  const paths = [...prefixRoutes, ...redirectsOf(prefixScreens)].map(({ path }) => path.split("/")[0]!);
  return [...new Set(paths)].filter((segment) => !segment.startsWith(":"));
}

/** Addresses of the app whose first segment public documents may also have, without the slash in front. Some have a parameter, as in `solution/:type/list`. */
export function exactPathsOf(screens: readonly Screen[]): readonly string[] {
  const segments = new Set(firstSegmentsOf(screens));
  return routesOf(screens)
    .filter(isExactAddress)
    .filter(({ path }) => !segments.has(path.split("/")[0]!))
    .map(({ path }) => path);
}
