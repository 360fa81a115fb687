import type { ComponentType } from "react";
import { createBrowserRouter, Navigate, Outlet, type RouteObject } from "react-router";
import { appScreens } from "#kit/app-screens.ts";
import type { FrameName } from "#kit/screen.ts";
import { redirectsOf, routesWith, type Screen } from "#kit/screens.ts";
import { rememberRoute } from "#client/legacy-headers.ts";
import { RoleView } from "#features/shell/role-view.tsx";
import { SignedIn } from "#features/shell/signed-in.tsx";
import { FrameSkeleton } from "#ui/frame-skeleton.tsx";
import { loadOnline } from "#ui/load-online.ts";
import { useLocale } from "#ui/locale.ts";
import { NotFound } from "#client/screen-states.tsx";
import { RouteProblem } from "./route-problem.tsx";

/** The modules of all screens, loaded on demand. Each exports only its screen. */
const screenFiles = import.meta.glob<Record<string, ComponentType>>([
  "./screens/*.screen.tsx",
  "./features/**/*.screen.tsx",
]);

// A screen that needs a parameter is only reached by loading its page.
const shownRoutes = routesWith(appScreens, new URLSearchParams(location.search));

/** The routes of a frame. Screens are loaded on first use; the page preloads the screen of its address (`features/platform/app-shell.server.ts`). */
const screensIn = (frame: FrameName): RouteObject[] =>
  shownRoutes
    .filter(({ screen }) => screen.frame === frame)
    .map(({ path, screen }) => ({
      path,
      handle: screen satisfies Screen,
      lazy: async () => ({
        Component: Object.values(await loadOnline(screenFiles[`./${screen.component}.screen.tsx`]!))[0]!,
      }),
    }));

/** The frame of the screens with a side menu. The builder has its own, so this one is a file beside the screen's. */
async function loadManagementFrame() {
  const { Shell } = await loadOnline(() => import("#features/shell/shell.tsx"));
  const Component = () => <SignedIn frame="management">{(person) => <Shell person={person} />}</SignedIn>;
  return { Component };
}

/** The frame of the builder: its screens bring their own bars. */
function BuilderFrame() {
  return (
    <SignedIn frame="builder">
      {(person) => (
        <>
          <RoleView person={person} frame="builder" />
          <Outlet />
        </>
      )}
    </SignedIn>
  );
}

/** Shows the same skeleton as the served page until the screen has loaded. */
function fallbackOf(frame: FrameName) {
  return function Fallback() {
    return <FrameSkeleton frame={frame} locale={useLocale()} />;
  };
}

/** The routes of all screens, in their frames. */
const routes: RouteObject[] = [
  {
    ErrorBoundary: RouteProblem,
    children: [
      ...redirectsOf(appScreens).map(({ path, to }) => ({ path, element: <Navigate to={to} replace /> })),
      { HydrateFallback: fallbackOf("signIn"), children: screensIn("signIn") },
      { HydrateFallback: fallbackOf("bare"), children: screensIn("bare") },
      {
        HydrateFallback: fallbackOf("builder"),
        Component: BuilderFrame,
        children: screensIn("builder"),
      },
      {
        HydrateFallback: fallbackOf("management"),
        lazy: loadManagementFrame,
        children: [
          { ErrorBoundary: RouteProblem, children: [...screensIn("management"), { path: "*", element: <NotFound /> }] },
        ],
      },
    ],
  },
];

/** The router of the app. Calls carry what the route of the current address says of itself (B-042). */
export function createRouter() {
  const router = createBrowserRouter(routes);
  const remember = () =>
    rememberRoute((router.state.matches.at(-1)?.route.handle as Partial<Screen> | undefined)?.route ?? {});
  remember();
  router.subscribe(remember);
  return router;
}
