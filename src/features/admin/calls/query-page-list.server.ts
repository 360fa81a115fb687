import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defaultPageSize, pageSizes } from "#kit/auto.ts";
import { defineCall } from "#kit/call.ts";
import { listRows } from "#records/query/list.server.ts";
import { relatedRowsFor } from "#records/query/related.server.ts";
import { filterOf, rowOutput, typeInput } from "#records/query/row-input.server.ts";
import { viewOf } from "#records/registry/view.server.ts";

const positiveInteger = z.coerce.number<number | string>().int().min(1);

const queryPageList = defineCall({
  method: "GET",
  path: "Api/{type}/QueryPageList",
  envelope: "site",
  title: {
    zh: "分页查询数据",
    en: "List a page of rows; other parameters filter by field, {field}_Start and {field}_End by range, {relation}.{field} by a field of a related record",
  },
  access: rowAccess("read"),
  input: z.looseObject({
    type: typeInput,
    pageIndex: positiveInteger.default(1),
    pageSize: positiveInteger.max(pageSizes.at(-1)!).default(defaultPageSize),
    orderBy: z.string().max(60).optional(),
    direction: z.enum(["asc", "desc"]).default("asc"),
    /** The id of the row after which, or before which, the page begins: for pages beyond the maximum offset. */
    after: z.uuid().optional(),
    before: z.uuid().optional(),
  }),
  output: z.object({
    pageIndex: z.number(),
    pageSize: z.number(),
    total: z.number(),
    isCapped: z.boolean(),
    rows: z.array(rowOutput),
  }),
  run({ type, pageIndex, pageSize, orderBy, direction, after, before, ...values }, context) {
    const { principal, entities, services } = context;
    const entity = entities.find(type);
    return listRows(services.database, principal, entity, {
      pageIndex,
      pageSize,
      filter: filterOf(viewOf(principal, entity).readable, values),
      related: relatedRowsFor(context),
      ...(orderBy === undefined ? {} : { sort: { field: orderBy, direction } }),
      ...(after === undefined ? {} : { after }),
      ...(before === undefined ? {} : { before }),
    });
  },
});

export default queryPageList;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/{type}/QueryPageList": typeof queryPageList;
  }
}
