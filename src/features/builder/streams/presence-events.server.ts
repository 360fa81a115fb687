import { EventEmitter, once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { seconds } from "#kit/format.ts";
import { maskedName } from "#kit/mobile.ts";
import { isSame } from "#kit/same.ts";
import { defineStream, type StreamContext } from "#kit/stream.ts";
import { commentsTag, readCommentsState } from "#features/builder/server/comments.server.ts";
import { readRev } from "#features/builder/server/draft.server.ts";
import { markHandled } from "#server/process/mark-handled.server.ts";
import { draftTag, entitiesTag, rowExistenceTag, rowsTag } from "#server/postgres/tags.server.ts";

/** ms after which the stream ends. Opening it anew is the sign of life of a window: whoever lost the network has gone when it fails to come. */
const duration = seconds(60);
/** The minimum interval between two events, in ms. */
const minInterval = 250;

/** The name of a member as others see it: never a mobile number. */
async function nameOf({ principal, services }: Pick<StreamContext, "principal" | "services">): Promise<string> {
  const [row] = await services.database.read<{ name: string | null; userName: string }>(
    principal.tenantId,
    sql`select name, user_name as "userName" from member
      where tenant_id = ${principal.tenantId}::uuid and id = ${principal.memberId}::uuid`,
  );
  const name = (row?.name || row?.userName) ?? "";
  return maskedName(name).slice(0, 100);
}

/** Who else has a page open in the builder, what they have selected, the revision of its draft, and the state of its comments. */
export default defineStream({
  path: "Api/SitePage/PresenceEvents",
  title: {
    zh: "订阅同时打开页面的其他人、其选择的内容、草稿的修订号，以及评论的变化",
    en: "Follow who else has a page open in the builder, what they have selected, the revision of its draft, and changes of its comments. `tab`: an id of the window, the same whenever it opens the stream anew",
  },
  access: rowAccess("editContent", "page"),
  input: z.object({ pageId: z.uuid(), tab: z.uuid() }),
  output: z.object({
    rev: z.number(),
    /** Differs whenever the comments have changed. */
    comments: z.string(),
    people: z.array(
      z.object({ id: z.string(), name: z.string(), colour: z.number(), selected: z.array(z.string()).readonly() }),
    ),
    /** What the others see selected in this window; in the first event. */
    selected: z.array(z.string()).readonly().optional(),
    /** The stream ends after this event, and has to be opened anew. */
    isLast: z.boolean(),
  }),
  async *open({ principal, services, signal, input: { pageId, tab } }) {
    const { tenantId, memberId, sessionId } = principal;
    const { database, presence } = services;
    const page = { tenantId, pageId };
    const rightsTags = new Set([...["role", "member"].map((type) => rowsTag(tenantId, type)), entitiesTag(tenantId)]);
    // "*": changes may have been missed.
    const draftTags = new Set([draftTag(tenantId, pageId), rowExistenceTag(tenantId, "page"), "*"]);
    // When the reader's rights may have changed, the stream ends, and the browser reconnects with current rights.
    const rightsChanged = new AbortController();
    const durationEnd = AbortSignal.timeout(duration);
    const end = AbortSignal.any([signal, rightsChanged.signal, durationEnd]);
    const changes = new EventEmitter();
    const commentTags = new Set([commentsTag(page), "*"]);
    let isDraftStale = false;
    let areCommentsStale = false;
    const unsubscribers = [
      database.onChanged((tags) => {
        if (tags.some((tag) => rightsTags.has(tag))) rightsChanged.abort();
        const isDraftChanged = tags.some((tag) => draftTags.has(tag));
        const areCommentsChanged = tags.some((tag) => commentTags.has(tag));
        if (isDraftChanged) isDraftStale = true;
        if (areCommentsChanged) areCommentsStale = true;
        if (isDraftChanged || areCommentsChanged) changes.emit("change");
      }),
      presence.onChanged(page, () => changes.emit("change")),
    ];
    let hasDisconnected = true;
    let leave = (): void => undefined;
    let selection: { selected?: readonly string[] } = {};
    try {
      let rev = await readRev(database, principal, pageId);
      let comments = await readCommentsState(database, page);
      // Whoever views the space as a role sees others, and is not there.
      if (principal.view === undefined) {
        const name = await nameOf({ principal, services });
        const opened = await presence.enter({ ...page, sessionId, tab, memberId, name });
        leave = () => (hasDisconnected ? opened.leave() : opened.release());
        selection = { selected: opened.selected };
      }
      let last: unknown;
      while (!end.aborted) {
        // Listens before reading, so that a change during the read is not missed.
        const change = markHandled(once(changes, "change", { signal: end }));
        if (isDraftStale) {
          isDraftStale = false;
          rev = await readRev(database, principal, pageId);
        }
        if (areCommentsStale) {
          areCommentsStale = false;
          comments = await readCommentsState(database, page);
        }
        const state = { rev, comments, people: presence.others(page, memberId), isLast: false };
        if (!isSame(state, last)) yield { ...state, ...selection };
        last = state;
        selection = {};
        // Both waits reject when the stream ends.
        await change.catch(() => undefined);
        await wait(minInterval, undefined, { signal: end }).catch(() => undefined);
      }
      hasDisconnected = !durationEnd.aborted;
      if (!signal.aborted) yield { rev, comments, people: presence.others(page, memberId), isLast: true };
    } finally {
      leave();
      for (const unsubscribe of unsubscribers) unsubscribe();
    }
  },
});
