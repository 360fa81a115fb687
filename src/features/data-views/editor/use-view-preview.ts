import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { use, useMemo, useSyncExternalStore } from "react";
import { call } from "#client/call.ts";
import { FormStoreContext } from "#render/form/form-store-context.ts";
import { useLocale } from "#ui/locale.ts";
import { useSettled } from "#ui/use-settled.ts";
import { draftOf } from "./view-draft.ts";

/** The state of the form around the editor. */
export function useViewForm() {
  const store = use(FormStoreContext)!;
  useSyncExternalStore(store.subscribeAll, store.revision);
  return store;
}

/** What the server says about the view in the form: its first rows, what its values are called, and what is wrong. Asked when no key was pressed for a moment. */
export function useViewPreview() {
  const locale = useLocale();
  const text = JSON.stringify(draftOf(useViewForm().values()) ?? null);
  const settled = useSettled(text);
  const draft = useMemo(() => JSON.parse(settled) as ReturnType<typeof draftOf> | null, [settled]);
  const query = useQuery({
    queryKey: ["data view preview", locale, settled],
    queryFn: ({ signal }) => call("POST paas/collectData/preview", draft!, { signal }),
    enabled: draft !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
  return {
    hasBase: text !== "null",
    preview: draft === null ? undefined : query.data,
    error: query.error,
    isStale: text !== settled || query.isFetching,
    retry: () => void query.refetch(),
  };
}
