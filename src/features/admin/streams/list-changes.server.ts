import { EventEmitter, once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { seconds } from "#kit/format.ts";
import { Problem } from "#kit/problem.ts";
import { isSame } from "#kit/same.ts";
import { defineStream, type StreamContext } from "#kit/stream.ts";
import { readRows } from "#records/query/list.server.ts";
import { filterOfList, listPageInput, typeOfList } from "#records/query/row-input.server.ts";
import { viewOf } from "#records/registry/view.server.ts";
import { entitiesTag, rowsTag } from "#server/postgres/tags.server.ts";

/** The minimum interval between two reads of the list. */
const minInterval = seconds(1);
/** Lists of one stream: all that a browser shows. */
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
type List = z.output<typeof listInput>;

type RowVersion = { id: string; version: number };
type Page = {
  /** Its position in the address. */
  list: number;
  /** The tag of changes to its rows. */
  tag: string;
  read: () => Promise<RowVersion[]>;
  last: RowVersion[] | undefined;
  isStale: boolean;
};

/** A page to follow. @throws {Problem} when there is no such list, or its filter is not the reader's */
function pageOf({ principal, entities, services: { database } }: StreamContext, list: List, at: number): Page {
  const entity = entities.find(typeOfList(list.url));
  const { readable } = viewOf(principal, entity);
  const { pageIndex, pageSize, sort, after, before } = list;
  const query = {
    pageIndex,
    pageSize,
    ...(sort === undefined ? {} : { sort }),
    ...(after === undefined ? {} : { after }),
    ...(before === undefined ? {} : { before }),
    filter: filterOfList(readable, list),
    fields: [],
  };
  return {
    list: at,
    tag: rowsTag(principal.tenantId, entity.type),
    read: async () => (await readRows(database, principal, entity, query)).map(({ id, version }) => ({ id, version })),
    last: undefined,
    isStale: true,
  };
}

/** A list that is refused does not end the others. @throws what is no refusal, such as an outage */
function noteRefusal(refusals: Problem[], error: unknown): void {
  if (!(error instanceof Problem) || error.code === "unavailable") throw error;
  refusals.push(error);
}

/** The rows of a page, when they are other ones than before. @throws {Problem} as `readRows` */
async function readChanged(page: Page): Promise<RowVersion[] | undefined> {
  page.isStale = false;
  const rows = await page.read();
  const isChanged = !isSame(rows, page.last);
  page.last = rows;
  return isChanged ? rows : undefined;
}

/** The rows of the pages whose rows may have changed; `refuse` hears why a page cannot be read, which is left out from then on. */
async function* changesOf(pages: Set<Page>, refuse: (error: unknown) => void) {
  for (const page of [...pages].filter(({ isStale }) => isStale)) {
    const rows = await readChanged(page).catch((error: unknown) => {
      refuse(error);
      pages.delete(page);
    });
    if (rows !== undefined) yield { list: page.list, rows };
  }
}

/** The displayed pages of lists, by id and version, whenever rows change: only rows that the reader may read. */
export default defineStream({
  path: "paas/table/events",
  title: {
    zh: "订阅列表的变化",
    en: "Follow pages of lists: their rows with versions, whenever others change them. `list` can be repeated; each event names the list by its position.",
  },
  input: z.object({ list: z.union([listInput.transform((one) => [one]), z.array(listInput).min(1).max(maxLists)]) }),
  output: z.object({ list: z.number(), rows: z.array(z.object({ id: z.string(), version: z.number() })) }),
  async *open(context) {
    const { principal, input, services, signal } = context;
    const refusals: Problem[] = [];
    const pages = new Set<Page>();
    for (const [at, list] of input.list.entries())
      try {
        pages.add(pageOf(context, list, at));
      } catch (error) {
        noteRefusal(refusals, error);
      }
    const { tenantId } = principal;
    const rights = new Set([...["role", "member"].map((type) => rowsTag(tenantId, type)), entitiesTag(tenantId)]);
    /** The reader's rights may have changed: the stream ends, and the browser reconnects with current rights. */
    const changedRights = new AbortController();
    const ended = AbortSignal.any([signal, changedRights.signal]);
    const changes = new EventEmitter();
    const unsubscribe = services.database.onChanged((tags) => {
      if (tags.some((tag) => rights.has(tag))) changedRights.abort();
      const changed = [...pages].filter((page) => tags.some((tag) => tag === page.tag || tag === "*"));
      for (const page of changed) page.isStale = true;
      if (changed.length > 0) changes.emit("sign");
    });
    try {
      while (!ended.aborted) {
        const change = once(changes, "sign", { signal: ended });
        change.catch(() => undefined);
        yield* changesOf(pages, (error) => noteRefusal(refusals, error));
        if (pages.size === 0) throw refusals[0]!;
        await change.catch(() => undefined);
        await wait(minInterval, undefined, { signal: ended }).catch(() => undefined);
      }
    } finally {
      unsubscribe();
    }
  },
});
