import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import type { CallOutput } from "#kit/call.ts";
import type { Locale } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { useValue } from "#features/builder/document/value.ts";
import { labelOf } from "#features/builder/document/names.ts";
import { type Editor, useEditor, useRecord } from "#features/builder/editor/editor.ts";

export type Thread = CallOutput<"GET Api/SitePage/Comments">[number];
/** A thread with its number on the page, by which its pin is found. */
export type NumberedThread = { thread: Thread; number: number };

const texts = {
  page: { zh: "整个页面", en: "Whole page" },
};

const commentsKey = (pageId: string) => ["builder comments", pageId];

/** The comments of the open page. They stay as they are until the server says that they have changed. */
export function useComments() {
  const { pageId } = useEditor();
  return useQuery({
    queryKey: commentsKey(pageId),
    queryFn: ({ signal }) => call("GET Api/SitePage/Comments", { pageId }, { signal }),
    staleTime: Infinity,
  });
}

export const numbered = (threads: readonly Thread[]): NumberedThread[] =>
  threads.map((thread, index) => ({ thread, number: index + 1 }));

/** Returns a function that reads the comments of the open page again. */
export function useRefreshComments(): () => Promise<void> {
  const client = useQueryClient();
  const { pageId } = useEditor();
  return useCallback(() => client.invalidateQueries({ queryKey: commentsKey(pageId) }), [client, pageId]);
}

/** Reads the comments of the open page again when the server says that they have changed (`session/people.ts`). */
export function useFollowComments(): void {
  const state = useValue(useEditor().commentsState);
  const refresh = useRefreshComments();
  useEffect(() => {
    if (state !== undefined) void refresh();
  }, [state, refresh]);
}

/** What a thread is about: the label of its record, the stored one after the record was deleted, or the page. */
export function usePlaceName(
  { recordId, recordName }: Pick<Thread, "recordId" | "recordName">,
  locale: Locale,
): string {
  const { store } = useEditor();
  const record = useRecord(recordId ?? "");
  if (recordId === null) return texts.page[locale];
  return record === undefined ? (recordName?.[locale] ?? recordId) : labelOf(store, recordId, locale);
}

/** Where the record of a thread is: on the page, deleted, or added by somebody else and not yet in this editor. */
export function placeState({ session }: Editor, { recordId, isOnPage }: Thread, isInEditor: boolean) {
  if (recordId === null || isInEditor) return "here";
  return isOnPage && !session.isOnServer(recordId) ? "elsewhere" : "deleted";
}
