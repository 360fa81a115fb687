/** A part of the program that is loaded on demand. */
export type Loadable<T> = {
  /** The loaded module; undefined until it has arrived. */
  get: () => T | undefined;
  /** Starts loading, once. Always the same promise; it never rejects: on failure, nothing is loaded. */
  start: () => Promise<void>;
  /** Allows a failed load to be retried. */
  forget: () => void;
};

/** Loads something once, when it is first needed; a failure can be tried again. */
export function loadable<T extends object>(load: () => Promise<T>): Loadable<T> {
  let value: T | undefined;
  let attempt: Promise<void> | undefined;
  return {
    get: () => value,
    start: () =>
      (attempt ??= load().then(
        (loaded) => void (value = loaded),
        () => undefined,
      )),
    forget: () => void (attempt = undefined),
  };
}
