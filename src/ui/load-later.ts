import { type ComponentType, createElement, type JSX, type ReactNode, useSyncExternalStore } from "react";
import { loadOnline } from "./load-online.ts";

/** A component that is not needed for the first paint of a screen. */
export type LazyComponent<P> = {
  /**
   * Loads the component, once. After a failure the next call tries again. Without a network it fails before it requests anything: Chromium remembers
   * the modules that it could not load, and fails again until the page is reloaded.
   * @throws if the module cannot be loaded
   */
  get: () => Promise<void>;
  /** Calls `get` and ignores a failure: the component stays empty until a later call succeeds. */
  preload: () => void;
  /** A hook: whether the component is loaded. */
  useIsLoaded: () => boolean;
  /** The component; renders nothing until it is loaded. */
  Component: (props: P & JSX.IntrinsicAttributes) => ReactNode;
};

/** Time until idle loading begins, ms: the first screen is loaded before. */
const idleDelay = 2500;
const loadWhenQuiet = (load: () => unknown) =>
  void import("./idle-loading.ts").then(
    (file) => file.loadWhenQuiet(load),
    () => undefined,
  );

/**
 * Calls `load` when the browser is idle and has a network, after `idleDelay`, and not while a person types. What waits is loaded one after the other;
 * `load` handles its failures.
 */
export function whenIdle(load: () => unknown): void {
  if (typeof window === "undefined") return;
  setTimeout(
    () =>
      navigator.onLine ? loadWhenQuiet(load) : addEventListener("online", () => loadWhenQuiet(load), { once: true }),
    idleDelay,
  );
}

/** Loads a component on the first call of `get`, or earlier while the browser is idle. */
export function loadLater<P extends object>(load: () => Promise<ComponentType<P>>): LazyComponent<P> {
  let component: ComponentType<P> | undefined;
  let pendingLoad: Promise<void> | undefined;
  const listeners = new Set<() => void>();

  async function run(): Promise<void> {
    component = await loadOnline(load);
    for (const listener of listeners) listener();
  }
  const get = () =>
    (pendingLoad ??= run().catch((error: unknown) => {
      pendingLoad = undefined;
      throw error;
    }));
  const tryLoad = () => get().catch(() => undefined);
  const preload = () => void tryLoad();
  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }
  const useIsLoaded = () =>
    useSyncExternalStore(
      subscribe,
      () => component !== undefined,
      () => false,
    );
  whenIdle(tryLoad);
  return {
    get,
    preload,
    useIsLoaded,
    Component: (props) => (useIsLoaded() && component !== undefined ? createElement(component, props) : null),
  };
}
