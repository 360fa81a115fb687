import { type ComponentType, createElement, type JSX, type ReactNode, useSyncExternalStore } from "react";

/** A component that is not needed for the first paint of a screen. */
export type LazyComponent<P> = {
  /** Loads it, once; a failure can be retried. @throws when its file does not arrive */
  get: () => Promise<void>;
  /** For components: whether it is loaded. */
  useIsLoaded: () => boolean;
  /** The component; renders nothing until it is loaded. */
  Component: (props: P & JSX.IntrinsicAttributes) => ReactNode;
};

/** ms after the start until idle loading begins: by then the screen is painted and its data are requested. */
const idleDelay = 2500;

/** Runs when the browser is idle. Safari has no `requestIdleCallback`. */
function whenIdle(run: () => void): void {
  if (typeof window === "undefined") return;
  setTimeout(() => ("requestIdleCallback" in window ? requestIdleCallback(run) : run()), idleDelay);
}

/** Loads a component when it is first used, or before that while the browser is idle. */
export function loadLater<P extends object>(load: () => Promise<ComponentType<P>>): LazyComponent<P> {
  let loaded: ComponentType<P> | undefined;
  let loading: Promise<void> | undefined;
  const listeners = new Set<() => void>();

  async function run(): Promise<void> {
    try {
      loaded = await load();
    } catch (error) {
      loading = undefined;
      throw error;
    }
    for (const listener of listeners) listener();
  }
  const get = () => (loading ??= run());
  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }
  const useIsLoaded = () =>
    useSyncExternalStore(
      subscribe,
      () => loaded !== undefined,
      () => false,
    );
  whenIdle(() => void get().catch(() => undefined));
  return {
    get,
    useIsLoaded,
    Component: (props) => (useIsLoaded() && loaded !== undefined ? createElement(loaded, props) : null),
  };
}
