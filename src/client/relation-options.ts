import { useCallback, useEffect, useRef, useState } from "react";
import { call } from "./call.ts";

export type RelationOption = { key: string; name: string };

/** ms without typing after which the search starts. */
const searchDelay = 200;
/** Rows per page of options. */
export const maxOptions = 100;

type Found = {
  options: RelationOption[] | "failed" | undefined;
  retry: () => void;
  /** Loads the next page, if there is one. */
  more: () => void;
  hasMore: boolean;
};

type Listed = { options: RelationOption[]; pages: number; hasMore: boolean };

/** Appends a page. A row that is listed already, because it is selected, is not repeated. */
function appendOptions({ options, pages }: Listed, next: readonly RelationOption[]): Listed {
  const keys = new Set(options.map(({ key }) => key));
  const newOptions = next.filter(({ key }) => !keys.has(key));
  return { options: [...options, ...newOptions], pages: pages + 1, hasMore: next.length >= maxOptions };
}

/** The rows of another entity to choose from, selected ones first, then the newest, or those whose title matches `q`. */
export function useRelationOptions(entity: string, q: string, selectedIds: readonly string[]): Found {
  const [listed, setListed] = useState<Listed | "failed">();
  const [tries, setTries] = useState(0);
  // Not refetched when the selection changes.
  const [first] = useState(() => selectedIds.join(","));
  const words = q.trim();
  const current = useRef<{ signal: AbortSignal; isReading: boolean }>(undefined);

  const read = useCallback(
    (previous: Listed, signal: AbortSignal) => {
      const search = words === "" ? {} : { q: words };
      const ids = words === "" && first !== "" && previous.pages === 0 ? { ids: first } : {};
      const input = { type: entity, ...ids, ...search, pageIndex: previous.pages + 1 };
      return call("GET Api/Relation/GetKeyValues", input, { signal }).then((next) =>
        setListed(appendOptions(previous, next)),
      );
    },
    [entity, words, first],
  );
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    current.current = { signal, isReading: false };
    const none: Listed = { options: [], pages: 0, hasMore: true };
    const ask = () => read(none, signal).catch(() => signal.aborted || setListed("failed"));
    const timer = setTimeout(() => void ask(), words === "" ? 0 : searchDelay);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [read, words, tries]);

  async function more(): Promise<void> {
    const { current: reading } = current;
    if (typeof listed !== "object" || !listed.hasMore || reading === undefined || reading.isReading) return;
    reading.isReading = true;
    // A failed page is loaded again on the next scroll.
    await read(listed, reading.signal).catch(() => undefined);
    reading.isReading = false;
  }
  return {
    options: typeof listed === "object" ? listed.options : listed,
    more: () => void more(),
    hasMore: typeof listed === "object" && listed.hasMore,
    retry() {
      setListed(undefined);
      setTries(tries + 1);
    },
  };
}
