import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { readRows } from "#records/query/list.server.ts";
import { relatedRowsFor } from "#records/query/related.server.ts";
import { filterOf, rowOutput, typeInput } from "#records/query/row-input.server.ts";
import { viewOf } from "#records/registry/view.server.ts";

/** The maximum number of rows of a list without paging. */
const maxRows = 120;

const queryList = defineCall({
  method: "GET",
  path: "Api/{type}/QueryList",
  envelope: "site",
  title: {
    zh: "查询数据列表",
    en: "List the first 120 rows; parameters filter by field, and {relation}.{field} by one of a related record",
  },
  access: rowAccess("read"),
  input: z.looseObject({ type: typeInput }),
  output: z.array(rowOutput),
  run({ type, ...values }, context) {
    const { principal, entities, services } = context;
    const entity = entities.find(type);
    return readRows(services.database, principal, entity, {
      pageSize: maxRows,
      filter: filterOf(viewOf(principal, entity).readable, values),
      related: relatedRowsFor(context),
    });
  },
});

export default queryList;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/{type}/QueryList": typeof queryList;
  }
}
