import { useQuery } from "@tanstack/react-query";
import { difference, isEmptyChange } from "#kit/edit.ts";
import { call } from "#client/call.ts";
import { useEditor } from "./editor.ts";
import type { Snapshot } from "#features/builder/session/session-state.ts";
import { useAspect, useValue } from "#features/builder/document/value.ts";

/** The content of a version of the page. Versions are immutable, so each is loaded once. */
export function useSnapshot(snapshotId: string | undefined) {
  const { pageId } = useEditor();
  return useQuery({
    queryKey: ["builder snapshot", pageId, snapshotId],
    queryFn: ({ signal }): Promise<Snapshot> =>
      call("GET Api/SitePage/Snapshot", { pageId, snapshotId: snapshotId ?? "" }, { signal }),
    enabled: snapshotId !== undefined,
    staleTime: Infinity,
  });
}

/** How the published version compares with the draft: nothing is published, the draft differs, or both are the same. */
export type Publication = "never" | "changed" | "same";

/** Whether the published version equals the draft; undefined while the published version is loading. */
export function usePublication(): Publication | undefined {
  const { session, store } = useEditor();
  const published = useValue(session.published);
  const isSaved = useAspect(session.state, ({ kind }) => kind === "saved");
  const isOutdated = published !== null && published.rev !== session.rev();
  // Only a draft that was saved after publishing has to be compared: its edits may have been reverted.
  const { data } = useSnapshot(isOutdated && isSaved ? published.id : undefined);
  if (published === null) return "never";
  if (!isSaved) return "changed";
  if (!isOutdated) return "same";
  if (data === undefined) return undefined;
  return isEmptyChange(difference(data.page, store.page())) ? "same" : "changed";
}
