import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { findRows } from "#records/query/find.server.ts";
import { readRows } from "#records/query/list.server.ts";
import { labelFieldsOf, labelOf } from "#records/describe/titles.server.ts";
import { viewOf } from "#records/registry/view.server.ts";
import { idInput, typeInput } from "#records/query/row-input.server.ts";

/** The maximum number of requested ids, and of other rows in a page. */
const maxRows = 100;
/** The length of an id with the comma that follows it. */
const idLength = 37;

const relationKeyValues = defineCall({
  method: "GET",
  path: "Api/Relation/GetKeyValues",
  envelope: "site",
  title: {
    zh: "查询关联选项",
    en: "List up to 100 rows of an entity by title: those named, then the newest or those that `q` finds",
  },
  access: rowAccess("read"),
  input: z.strictObject({
    type: typeInput,
    id: idInput.optional(),
    /** Ids of rows to return whether they match `q` or not, comma separated. */
    ids: z
      .string()
      .max(maxRows * idLength)
      .regex(/^[0-9a-f-]{36}(?:,[0-9a-f-]{36})*$/i)
      .optional(),
    /** Search words; matches in titles come first. */
    q: z.string().max(100).optional(),
    /** Pages of 100 rows, from 1. The rows of `id` and `ids` come before those of the first page, and are on no other page. */
    pageIndex: z.coerce.number<number | string>().int().min(1).max(100).default(1),
  }),
  output: z.array(z.object({ key: z.string(), name: z.string() })),
  async run({ type, id, ids, q = "", pageIndex }, { principal, entities, locale, services }) {
    const entity = entities.find(type);
    const { readable } = viewOf(principal, entity);
    const requestedIds = [...(id === undefined ? [] : [id]), ...(ids?.split(",") ?? [])];
    const newestFirst = { field: "createdAt", direction: "desc" } as const;
    const page = { pageSize: maxRows, sort: newestFirst, fields: labelFieldsOf(readable) };
    const restriction = entity.selectable === undefined ? {} : { within: entity.selectable };
    const requestedRows =
      requestedIds.length === 0
        ? []
        : await readRows(services.database, principal, entity, {
            ...page,
            filter: { field: "id", op: "in", value: requestedIds },
          });
    const except = requestedRows.map((row) => row.id);
    const matchingRows = await findRows(services.database, principal, entity, q, {
      ...page,
      ...restriction,
      except,
      pageIndex,
    });
    const rows = pageIndex === 1 ? [...requestedRows, ...matchingRows] : matchingRows;
    return rows.map((row) => ({ key: row.id, name: labelOf(row, readable, locale) }));
  },
});

export default relationKeyValues;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/Relation/GetKeyValues": typeof relationKeyValues;
  }
}
