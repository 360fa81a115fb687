import { useSyncExternalStore } from "react";

/** An observable value. */
export type Value<T> = { get: () => T; set: (next: T) => void; subscribe: (listener: () => void) => () => void };

export function createValue<T>(initial: T): Value<T> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set(next) {
      if (Object.is(current, next)) return;
      current = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Subscribes to a value: the component renders again when it changes. */
export function useValue<T>(value: Value<T>): T {
  return useSyncExternalStore(value.subscribe, value.get);
}

/** Subscribes to one aspect of a value: the component renders again only when the result of `pick` changes. */
export function useAspect<T, P extends string | number | boolean | undefined>(
  value: Value<T>,
  pick: (current: T) => P,
): P {
  return useSyncExternalStore(value.subscribe, () => pick(value.get()));
}
