import { useCallback, useEffect, useRef, useState } from "react";
import { call } from "./call.ts";

export type RelationOption = { key: string; name: string };

/** ms without typing after which the search starts. */
const searchDelay = 200;
/** Options per page. */
export const optionsPerPage = 100;

type RelationOptions = {
  options: RelationOption[] | "failed" | undefined;
  retry: () => void;
  /** Loads the next page, if there is one. */
  loadMore: () => void;
  hasMore: boolean;
};

type LoadedOptions = { options: RelationOption[]; pages: number; hasMore: boolean };

/** Appends a page, without the rows that are loaded already: rows move to a later page when others are added. */
function appendOptions({ options, pages }: LoadedOptions, next: readonly RelationOption[]): LoadedOptions {
  const keys = new Set(options.map(({ key }) => key));
  const newOptions = next.filter(({ key }) => !keys.has(key));
  return { options: [...options, ...newOptions], pages: pages + 1, hasMore: next.length >= optionsPerPage };
}

/** Loads the rows of another entity to choose from: the selected ones and then the newest, or, if `q` is not blank, those whose title matches it. */
export function useRelationOptions(entity: string, q: string, selectedIds: readonly string[]): RelationOptions {
  const [loaded, setLoaded] = useState<LoadedOptions | "failed">();
  const [attempt, setAttempt] = useState(0);
  // The selection at first render only, so that the options are not fetched again when it changes.
  const [initialIds] = useState(() => selectedIds.join(","));
  const searchText = q.trim();
  const currentRead = useRef<{ signal: AbortSignal; isLoading: boolean }>(undefined);

  const readPage = useCallback(
    (previous: LoadedOptions, signal: AbortSignal) => {
      const search = searchText === "" ? {} : { q: searchText };
      const ids = searchText === "" && initialIds !== "" ? { ids: initialIds } : {};
      const input = { type: entity, ...ids, ...search, pageIndex: previous.pages + 1 };
      return call("GET Api/Relation/GetKeyValues", input, { signal }).then((next) =>
        setLoaded(appendOptions(previous, next)),
      );
    },
    [entity, searchText, initialIds],
  );
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    currentRead.current = { signal, isLoading: false };
    const noOptions: LoadedOptions = { options: [], pages: 0, hasMore: true };
    const readFirstPage = () => readPage(noOptions, signal).catch(() => signal.aborted || setLoaded("failed"));
    const timer = setTimeout(() => void readFirstPage(), searchText === "" ? 0 : searchDelay);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [readPage, searchText, attempt]);

  async function loadNextPage(): Promise<void> {
    const { current: read } = currentRead;
    if (typeof loaded !== "object" || !loaded.hasMore || read === undefined || read.isLoading) return;
    read.isLoading = true;
    // After a failure, the next scroll loads the page again.
    await readPage(loaded, read.signal).catch(() => undefined);
    read.isLoading = false;
  }
  return {
    options: typeof loaded === "object" ? loaded.options : loaded,
    loadMore: () => void loadNextPage(),
    hasMore: typeof loaded === "object" && loaded.hasMore,
    retry() {
      setLoaded(undefined);
      setAttempt(attempt + 1);
    },
  };
}
