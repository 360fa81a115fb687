import { type ComponentType, type ReactNode, startTransition, useLayoutEffect, useState } from "react";
import {
  type Location,
  matchRoutes,
  Navigate,
  type Path,
  renderMatches,
  type RouteMatch,
  type RouteObject,
  Router,
} from "react-router";
import { appScreens } from "#kit/app-screens.ts";
import type { FrameName } from "#kit/screen.ts";
import { redirectsOf, routesWith, type Screen } from "#kit/screens.ts";
import { rememberRoute } from "#client/legacy-headers.ts";
import { ScreenContext } from "#client/navigation/current-screen.ts";
import { createNavigation, type Navigation } from "#client/navigation/navigation.ts";
import { RoleView } from "#features/shell/role-view.tsx";
import { SignedIn } from "#features/shell/signed-in.tsx";
import { FrameSkeleton } from "#ui/frame-skeleton.tsx";
import { type Loadable, loadable } from "#ui/loadable.ts";
import { useLocale } from "#ui/locale.ts";
import { NotFound } from "#client/screen-states.tsx";
import { RouteBoundary, RouteProblem } from "./route-problem.tsx";

type ScreenFile = Record<string, ComponentType>;

/**
 * The modules of all screens, by path. Each exports only its screen. They are loaded on first use; the page preloads the screen of its address, and its
 * frame (`features/platform/app-shell.server.ts`).
 */
const screenFiles: ReadonlyMap<string, Loadable<ScreenFile>> = new Map(
  Object.entries(import.meta.glob<ScreenFile>(["./screens/*.screen.tsx", "./features/**/*.screen.tsx"])).map(
    ([file, load]) => [file, loadable(load)],
  ),
);
const fileOf = ({ component }: Screen) => screenFiles.get(`./${component}.screen.tsx`)!;

/** The frame of the screens with a side menu. The builder has its own, so this one is a file beside that of the screen. */
const shellFile = loadable(() => import("#features/shell/shell.tsx"));

/** A screen whose file is loaded, or could not be. */
function LoadedScreen({ screen }: { screen: Screen }) {
  const file = fileOf(screen);
  const [Component] = Object.values(file.get() ?? {});
  return Component === undefined ? <RouteProblem error={file.problem()} /> : <Component />;
}

/** The addresses of all screens. A screen that needs a parameter is only reached by loading its page. */
const routes: RouteObject[] = [
  ...redirectsOf(appScreens).map(({ path, to }) => ({ path, element: <Navigate to={to} replace /> })),
  ...routesWith(appScreens, new URLSearchParams(location.search)).map(({ path, screen }) => ({
    path,
    handle: screen satisfies Screen,
    element: <LoadedScreen screen={screen} />,
  })),
];

/** What an address shows. Without matches, there is no such page; without a screen, another address takes its place. */
type Target = { pathname: string; matches: RouteMatch[] | null; screen: Screen | undefined };

let latestTarget: Target | undefined;

/** What an address shows. The latest answer is kept, because an address is compared with all routes. */
function targetOf({ pathname }: Pick<Path, "pathname">): Target {
  if (latestTarget?.pathname === pathname) return latestTarget;
  const matches = matchRoutes(routes, pathname);
  latestTarget = { pathname, matches, screen: matches?.at(-1)?.route.handle as Screen | undefined };
  return latestTarget;
}

/** The frame of what an address shows; undefined while another address takes its place. */
const frameOf = ({ matches, screen }: Target): FrameName | undefined =>
  screen?.frame ?? (matches === null ? "management" : undefined);

/** The files that an address needs. */
const filesOf = (target: Target): Loadable<object>[] => [
  ...(frameOf(target) === "management" ? [shellFile] : []),
  ...(target.screen === undefined ? [] : [fileOf(target.screen)]),
];

/** Loads the files that an address needs; undefined if they are there. What could not be loaded before is tried again. */
function prepare(next: Path): Promise<void> | undefined {
  const missing = filesOf(targetOf(next)).filter((file) => file.get() === undefined);
  if (missing.length === 0) return undefined;
  for (const file of missing) if (file.problem() !== undefined) file.forget();
  return Promise.all(missing.map((file) => file.start())).then(() => undefined);
}

/** The addresses of the app. Calls carry what the route of the current address says of itself (B-042). */
export function createAppNavigation(): Navigation {
  const navigation = createNavigation(prepare);
  const remember = () => rememberRoute(targetOf(navigation.current().location).screen?.route ?? {});
  remember();
  navigation.subscribe(remember);
  return navigation;
}

type FrameProps = { frame: FrameName; location: Location; children: ReactNode };

/** The frame around a screen. */
function Frame({ frame, location, children }: FrameProps) {
  if (frame === "signIn" || frame === "bare") return children;
  if (frame === "builder")
    return (
      <SignedIn frame="builder">
        {(person) => (
          <>
            <RoleView person={person} frame="builder" />
            {children}
          </>
        )}
      </SignedIn>
    );
  const { Shell } = shellFile.get() ?? {};
  if (Shell === undefined) return <RouteProblem error={shellFile.problem()} />;
  return (
    <SignedIn frame="management">
      {(person) => (
        <Shell person={person}>
          <RouteBoundary location={location}>{children}</RouteBoundary>
        </Shell>
      )}
    </SignedIn>
  );
}

/** Shows what the current address shows: the same skeleton as the served page until its files are there, then its screen in its frame. */
export function AppRouter({ navigation }: { navigation: Navigation }) {
  const locale = useLocale();
  const [{ location, action }, setPlace] = useState(navigation.current);
  useLayoutEffect(() => {
    const update = () => startTransition(() => setPlace(navigation.current()));
    update();
    return navigation.subscribe(update);
  }, [navigation]);
  const target = targetOf(location);
  const frame = frameOf(target);
  const isLoading = filesOf(target).some((file) => file.get() === undefined && file.problem() === undefined);
  const content = target.matches === null ? <NotFound /> : renderMatches(target.matches);
  return (
    <Router location={location} navigationType={action} navigator={navigation.navigator}>
      <ScreenContext value={target.screen}>
        <RouteBoundary location={location}>
          {frame === undefined ? (
            content
          ) : isLoading ? (
            <FrameSkeleton frame={frame} locale={locale} />
          ) : (
            <Frame frame={frame} location={location}>
              {content}
            </Frame>
          )}
        </RouteBoundary>
      </ScreenContext>
    </Router>
  );
}
