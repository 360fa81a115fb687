import { EventEmitter, once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { seconds } from "#kit/format.ts";
import { isSame } from "#kit/same.ts";
import { defineStream } from "#kit/stream.ts";
import { readRows } from "#records/query/list.server.ts";
import { filterOfList, listPageInput, typeOfList } from "#records/query/row-input.server.ts";
import { viewOf } from "#records/registry/view.server.ts";
import { entitiesTag, rowsTag } from "#server/postgres/tags.server.ts";

/** The minimum interval between two reads of the list. */
const minInterval = seconds(1);

type RowVersion = { id: string; version: number };

/** The displayed page of a list, by id and version, whenever rows change: only rows that the reader may read. */
export default defineStream({
  path: "paas/table/events",
  title: {
    zh: "订阅列表的变化",
    en: "Follow a page of a list: its rows and their versions, whenever others change them",
  },
  input: z.object({
    /** `paraModel` of `paas/table/search`, as JSON. */
    list: z
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
      .pipe(z.strictObject(listPageInput)),
  }),
  output: z.object({ rows: z.array(z.object({ id: z.string(), version: z.number() })) }),
  async *open({ principal, entities, input: { list }, services: { database }, signal }) {
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
    const [rows, role, member] = [entity.type, "role", "member"].map((type) => rowsTag(principal.tenantId, type));
    /** The reader's rights may have changed: the stream ends, and the browser reconnects with current rights. */
    const changedRights = new AbortController();
    const ended = AbortSignal.any([signal, changedRights.signal]);
    const changes = new EventEmitter();
    const unsubscribe = database.onChanged((tags) => {
      if (tags.some((tag) => tag === role || tag === member || tag === entitiesTag(principal.tenantId)))
        changedRights.abort();
      if (tags.some((tag) => tag === rows || tag === "*")) changes.emit("sign");
    });
    let last: RowVersion[] | undefined;
    try {
      while (!ended.aborted) {
        const change = once(changes, "sign", { signal: ended });
        change.catch(() => undefined);
        const versions = (await readRows(database, principal, entity, query)).map(({ id, version }) => ({
          id,
          version,
        }));
        if (!isSame(versions, last)) yield { rows: versions };
        last = versions;
        await change.catch(() => undefined);
        await wait(minInterval, undefined, { signal: ended }).catch(() => undefined);
      }
    } finally {
      unsubscribe();
    }
  },
});
