import type { AnyRow } from "#kit/entity.ts";
import type { Filter } from "#kit/filter.ts";
import type { Locale } from "#kit/text.ts";
import type { LoadContext } from "#kit/widget.ts";
import type { Database } from "#server/database.server.ts";
import { entityOf } from "./definitions.server.ts";
import { listRows } from "./list.server.ts";

const isPublished: Filter = { field: "status", op: "eq", value: "published" };

/**
 * What widgets may read while they load: rows of their own tenant that are public because their status says so.
 * `onRead` is told the tag of everything read, so that what is made of it can be dropped when it changes.
 */
export function publicRows(
  database: Database,
  tenantId: string,
  locale: Locale,
  onRead: (tag: string) => void = () => undefined,
): LoadContext {
  return {
    locale,
    async list(type, { filter, sort, limit }) {
      const entity = entityOf(type);
      if (entity.fields.status === undefined)
        throw new Error(`Rows of ${type} have no status, so none of them is public.`);
      onRead(`${tenantId}:${type}`);
      const found = await listRows(database, { kind: "system", tenantId }, entity, {
        filter: { and: [isPublished, ...(filter === undefined ? [] : [filter])] },
        ...(sort === undefined ? {} : { sort }),
        pageSize: limit,
      });
      return found.rows as AnyRow[] as never;
    },
  };
}
