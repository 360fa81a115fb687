import { EventEmitter, once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { seconds } from "#kit/format.ts";
import { Problem } from "#kit/problem.ts";
import { isSame } from "#kit/same.ts";
import { defineStream, type StreamContext } from "#kit/stream.ts";
import { countAtLeast, readRows } from "#records/query/list.server.ts";
import { relatedRowsFor } from "#records/query/related.server.ts";
import { filterOfList, listPageInput, typeOfList } from "#records/query/row-input.server.ts";
import { viewOf } from "#records/registry/view.server.ts";
import { markHandled } from "#server/process/mark-handled.server.ts";
import { entitiesTag, rowsTag } from "#server/postgres/tags.server.ts";

/** The minimum interval between two reads of a list, in ms. */
const minInterval = seconds(1);
/** The maximum number of lists in a stream, which may be those of all tabs of a browser (`limits` of rows/shared-list-stream.ts). */
const maxLists = 16;

/** `paraModel` of `paas/table/search`, as JSON. */
const listInput = z
  .string()
  .max(8000)
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: "custom", message: "not JSON" });
      return z.NEVER;
    }
  })
  .pipe(z.strictObject(listPageInput));
type ListPage = z.output<typeof listInput>;

type RowVersion = { id: string; version: number };
/** What a reader sees of a page. `total`: for trees, which are shown as a whole, so that a deletion beyond the page counts as a change. */
type PageState = { rows: RowVersion[]; total?: number };
type FollowedPage = {
  /** The index of the page in the address. */
  list: number;
  /** The tag of changes to rows of its entity; of a view, to rows of its base. */
  tag: string;
  read: () => Promise<PageState>;
  /** The result of the last read. */
  lastState: PageState | undefined;
  /** Whether rows may have changed after the last read. */
  isStale: boolean;
};

/** Prepares a page to follow. @throws {Problem} when the list does not exist, or the reader may not use its filter */
function followedPage(context: StreamContext, list: ListPage, index: number): FollowedPage {
  const { principal, entities, services } = context;
  const { database } = services;
  const entity = entities.find(typeOfList(list.url));
  const { readable } = viewOf(principal, entity);
  const { pageIndex, pageSize, sort, after, before } = list;
  const filter = filterOfList(readable, list);
  const query = {
    pageIndex,
    pageSize,
    ...(sort === undefined ? {} : { sort }),
    ...(after === undefined ? {} : { after }),
    ...(before === undefined ? {} : { before }),
    filter,
    related: relatedRowsFor(context),
    fields: [],
  };
  return {
    list: index,
    tag: rowsTag(principal.tenantId, entity.joined?.base ?? entity.type),
    async read() {
      const rows = (await readRows(database, principal, entity, query)).map(({ id, version }) => ({ id, version }));
      if (entity.tree?.position === undefined) return { rows };
      return { rows, total: (await countAtLeast(database, principal, entity, query)).total };
    },
    lastState: undefined,
    isStale: true,
  };
}

/** Stores the refusal of a page; the other pages are still followed. @throws errors that are not refusals, such as an outage */
function storeRefusal(refusals: Problem[], error: unknown): void {
  if (!(error instanceof Problem) || error.code === "unavailable") throw error;
  refusals.push(error);
}

/** Reads the rows of a page; undefined if they are the same as at the last read. @throws {Problem} as `readRows` */
async function readChangedRows(page: FollowedPage): Promise<RowVersion[] | undefined> {
  page.isStale = false;
  const state = await page.read();
  const isChanged = !isSame(state, page.lastState);
  page.lastState = state;
  return isChanged ? state.rows : undefined;
}

/** Reads the stale pages and yields those with changed rows. A page that cannot be read is removed from `pages`, and `onError` is called. */
async function* readStalePages(pages: Set<FollowedPage>, onError: (error: unknown) => void) {
  for (const page of [...pages].filter(({ isStale }) => isStale)) {
    const rows = await readChangedRows(page).catch((error: unknown) => {
      onError(error);
      pages.delete(page);
    });
    if (rows !== undefined) yield { list: page.list, rows };
  }
}

/** A stream with the ids and versions of the rows on displayed list pages, whenever they change. Only rows that the reader may read. */
export default defineStream({
  path: "paas/table/events",
  title: {
    zh: "订阅列表的变化",
    en: "Follow pages of lists: their rows with versions, whenever others change them. `list` can be repeated; each event names the list by its position.",
  },
  input: z.object({ list: z.union([listInput.transform((list) => [list]), z.array(listInput).min(1).max(maxLists)]) }),
  output: z.object({ list: z.number(), rows: z.array(z.object({ id: z.string(), version: z.number() })) }),
  async *open(context) {
    const { principal, input, services, signal } = context;
    const refusals: Problem[] = [];
    const pages = new Set<FollowedPage>();
    for (const [index, list] of input.list.entries())
      try {
        pages.add(followedPage(context, list, index));
      } catch (error) {
        storeRefusal(refusals, error);
      }
    const { tenantId } = principal;
    const rightsTags = new Set([...["role", "member"].map((type) => rowsTag(tenantId, type)), entitiesTag(tenantId)]);
    // When the reader's rights may have changed, the stream ends, and the browser reconnects with current rights.
    const rightsChanged = new AbortController();
    const endSignal = AbortSignal.any([signal, rightsChanged.signal]);
    const changes = new EventEmitter();
    const unsubscribe = services.database.onChanged((tags) => {
      if (tags.some((tag) => rightsTags.has(tag))) rightsChanged.abort();
      // The tag "*" means that changes may have been missed.
      const stalePages = [...pages].filter((page) => tags.some((tag) => tag === page.tag || tag === "*"));
      for (const page of stalePages) page.isStale = true;
      if (stalePages.length > 0) changes.emit("change");
    });
    try {
      while (!endSignal.aborted) {
        // Listens before reading, so that a change during the read is not missed.
        const change = markHandled(once(changes, "change", { signal: endSignal }));
        yield* readStalePages(pages, (error) => storeRefusal(refusals, error));
        if (pages.size === 0) throw refusals[0]!;
        // Both waits reject when the stream ends.
        await change.catch(() => undefined);
        await wait(minInterval, undefined, { signal: endSignal }).catch(() => undefined);
      }
    } finally {
      unsubscribe();
    }
  },
});
