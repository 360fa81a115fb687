import { useEffect, useState } from "react";
import { call } from "./call.ts";

export type RelationOption = { key: string; name: string };

/** ms without typing after which the search starts. */
const pause = 200;
/** Rows that the server returns at once; a full list may be incomplete, so it is searchable. */
export const maxOffered = 100;

type Found = { options: RelationOption[] | "failed" | undefined; retry: () => void };

/** The rows of another entity to choose from, selected ones first: the newest, or those whose title contains the words of `q`. */
export function useRelationOptions(entity: string, q: string, chosen: readonly string[]): Found {
  const [options, setOptions] = useState<RelationOption[] | "failed">();
  const [tries, setTries] = useState(0);
  // Not refetched when the selection changes.
  const [first] = useState(() => chosen.join(","));
  const words = q.trim();
  useEffect(() => {
    const leaving = new AbortController();
    const ids = words === "" && first !== "" ? { ids: first } : {};
    const ask = () =>
      call(
        "GET Api/Relation/GetKeyValues",
        { type: entity, ...ids, ...(words === "" ? {} : { q: words }) },
        { signal: leaving.signal },
      )
        .then(setOptions)
        .catch(() => leaving.signal.aborted || setOptions("failed"));
    const timer = setTimeout(() => void ask(), words === "" ? 0 : pause);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [entity, words, first, tries]);
  return {
    options,
    retry() {
      setOptions(undefined);
      setTries(tries + 1);
    },
  };
}
