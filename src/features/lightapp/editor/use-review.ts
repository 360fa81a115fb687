import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo } from "react";
import { useStoredAnswer } from "#client/answers/cached-call.ts";
import { call } from "#client/call.ts";
import { useLocale } from "#ui/locale.ts";
import { useSettled } from "#ui/use-settled.ts";
import { type Draft, inputOf } from "../draft/draft.ts";

/** What the server says about a draft: how its form and list look, and what is wrong with it. Asked when no key was pressed for a moment. */
export function useReview(draft: Draft, id: string | undefined) {
  const locale = useLocale();
  const settled = useSettled(draft);
  const input = useMemo(() => inputOf(settled, id), [settled, id]);
  const options = { placeholderData: keepPreviousData, staleTime: 0, gcTime: 0 } as const;
  const preview = useQuery({
    queryKey: ["light app preview", locale, input],
    queryFn: ({ signal }) => call("POST paas/lightApp/preview", input, { signal }),
    ...options,
  });
  const check = useQuery({
    queryKey: ["light app check", locale, input],
    queryFn: ({ signal }) => call("POST paas/lightApp/check", input, { signal }),
    ...options,
  });
  /** False while the server has not yet seen the latest changes. */
  const isCurrent = settled === draft && !check.isPlaceholderData && check.data !== undefined;
  return {
    preview,
    // The previous preview stays while field types of the next one are loaded.
    shown: useDeferredValue(preview.data),
    check,
    isCurrent,
    /** Whether the draft is the published definition; undefined unless the check is current. */
    isLive: isCurrent ? check.data?.isLive : undefined,
  };
}

/** The field types that a light app may use, with their settings. */
export const useFieldTypes = () => useStoredAnswer("GET paas/lightApp/fieldTypes", {});
