import { loadOnline } from "./load-online.ts";

/** A module that is loaded on demand. */
export type Loadable<T> = {
  /** The module; undefined until it is loaded. */
  get: () => T | undefined;
  /** Starts loading, once, and returns the same promise on every call. The promise never rejects: after a failure `get` stays undefined. */
  start: () => Promise<void>;
  /** Why the last attempt failed; undefined if it did not. */
  problem: () => unknown;
  /** Discards a failed attempt, so that `start` tries again. */
  forget: () => void;
};

/** Wraps `load` so that it runs once, on the first `start`, and again after `forget`. */
export function loadable<T extends object>(load: () => Promise<T>): Loadable<T> {
  let value: T | undefined;
  let attempt: Promise<void> | undefined;
  let problem: unknown;
  return {
    get: () => value,
    start: () =>
      (attempt ??= loadOnline(load).then(
        (loaded) => void (value = loaded),
        (error: unknown) => void (problem = error),
      )),
    problem: () => problem,
    forget() {
      attempt = undefined;
      problem = undefined;
    },
  };
}
