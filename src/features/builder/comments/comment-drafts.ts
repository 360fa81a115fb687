import { useState } from "react";
import type { Mention } from "#kit/comment.ts";
import { randomId } from "#ui/random-id.ts";

/** A comment that is being written. Sent again, it has the same id, so that the server adds it once. */
export type Draft = { id: string; text: string; mentions: readonly Mention[] };

/** What was written and not sent, by the place where it was written. It outlives the panel; sent and emptied drafts are removed. */
const drafts = new Map<string, Draft>();

const emptyDraft = (): Draft => ({ id: randomId(), text: "", mentions: [] });

/** The draft of a place, and functions that replace it and that remove it after it was sent. */
export function useDraft(key: string) {
  const [draft, setDraft] = useState(() => drafts.get(key) ?? emptyDraft());
  return {
    draft,
    change(next: Draft): void {
      if (next.text === "") drafts.delete(key);
      else drafts.set(key, next);
      setDraft(next);
    },
    remove(): void {
      drafts.delete(key);
      setDraft(emptyDraft());
    },
  };
}
