import { useSyncExternalStore } from "react";

/** The selected rows of a list. Each row subscribes separately, so that selecting one renders that row and not the list. */
export type Selection = {
  ids: () => ReadonlySet<string>;
  set: (ids: ReadonlySet<string>) => void;
  /** Deselects all rows except these. */
  retain: (rows: readonly { id: string }[]) => void;
  subscribe: (listener: () => void) => () => void;
};

export function createSelection(): Selection {
  let ids: ReadonlySet<string> = new Set();
  const listeners = new Set<() => void>();
  function set(next: ReadonlySet<string>): void {
    if (next.size === 0 && ids.size === 0) return;
    ids = next;
    for (const listener of listeners) listener();
  }
  return {
    ids: () => ids,
    set,
    retain(rows) {
      const remaining = rows.filter(({ id }) => ids.has(id));
      if (remaining.length < ids.size) set(new Set(remaining.map(({ id }) => id)));
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** For components: whether a row is selected. */
export const useIsSelected = ({ subscribe, ids }: Selection, id: string): boolean =>
  useSyncExternalStore(subscribe, () => ids().has(id));

/** For components: the ids of the selected rows. */
export const useSelectedIds = ({ subscribe, ids }: Selection): ReadonlySet<string> =>
  useSyncExternalStore(subscribe, ids);
