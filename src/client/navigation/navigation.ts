import {
  type Location,
  NavigationType,
  type Navigator,
  type Path,
  resolvePath,
  type To,
  UNSAFE_createBrowserHistory as createBrowserHistory,
} from "react-router";
import { askToLeave } from "./leave-guard.ts";

/** The current address, and the kind of change that led there. */
export type Place = { location: Location; action: NavigationType };

/** The addresses of the app in this tab. */
export type Navigation = {
  /** Makes changes for the router. */
  navigator: Navigator;
  current: () => Place;
  /** Calls a function after each change. Returns a function that ends that. */
  subscribe: (listener: () => void) => () => void;
};

/**
 * The addresses of the app, over the browser's history. A change happens when the guard of the current screen has no objection and when `prepare` is
 * done: until then, the address and the screen stay. A later change takes the place of one that still waits.
 * `prepare`: loads what an address shows; undefined if all of it is there. Never rejects.
 */
export function createNavigation(prepare: (next: Path) => Promise<void> | undefined): Navigation {
  const history = createBrowserHistory();
  let place: Place = { location: history.location, action: NavigationType.Pop };
  const listeners = new Set<() => void>();
  /** Counts the changes, so that one that has waited knows whether it is still the latest. */
  let turn = 0;
  /** Called by the next step through the history, instead of what a step does. */
  let onStep: (() => void) | undefined;

  function show(action: NavigationType): void {
    place = { location: history.location, action };
    for (const listener of listeners) listener();
  }

  async function makeAfter(loading: Promise<void>, make: () => void): Promise<void> {
    const ownTurn = turn;
    await loading;
    if (ownTurn === turn) make();
  }

  /** Loads what an address shows, then makes the change. */
  function enter(next: Path, make: () => void): void {
    turn += 1;
    const loading = prepare(next);
    if (loading === undefined) make();
    else void makeAfter(loading, make);
  }

  async function enterAfter(answer: Promise<boolean>, next: Path, make: () => void): Promise<void> {
    if (await answer) enter(next, make);
  }

  function start(next: Path, make: () => void): void {
    const answer = askToLeave({ current: place.location, next });
    if (answer === undefined) enter(next, make);
    else void enterAfter(answer, next, make);
  }

  /** Takes back a step through the history of the browser, which is there already, and takes it again when the person wants to leave. */
  async function stepAfter(answer: Promise<boolean>, delta: number): Promise<void> {
    const returned = new Promise<void>((resolve) => {
      onStep = resolve;
    });
    history.go(-delta);
    await returned;
    if (!(await answer)) return;
    onStep = () => enter(history.location, () => show(NavigationType.Pop));
    history.go(delta);
  }

  const pathOf = (to: To): Path => resolvePath(to, place.location.pathname);

  history.listen(({ location, delta }) => {
    if (onStep !== undefined) {
      const run = onStep;
      onStep = undefined;
      return run();
    }
    // Without `delta`, something else has changed the address, a link to an element for instance: there is no way back to the entry before.
    const answer = delta === null ? undefined : askToLeave({ current: place.location, next: location });
    if (answer === undefined || delta === null) enter(location, () => show(NavigationType.Pop));
    else void stepAfter(answer, delta);
  });

  enter(place.location, () => show(NavigationType.Pop));
  return {
    navigator: {
      createHref: history.createHref,
      createURL: history.createURL,
      encodeLocation: history.encodeLocation,
      go: history.go,
      push: (to, state) =>
        start(pathOf(to), () => {
          history.push(to, state);
          show(NavigationType.Push);
        }),
      replace: (to, state) =>
        start(pathOf(to), () => {
          history.replace(to, state);
          show(NavigationType.Replace);
        }),
    },
    current: () => place,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
