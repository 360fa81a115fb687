import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { readRows } from "#records/query/list.server.ts";
import { filterOf, rowOutput, typeInput } from "#records/query/row-input.server.ts";
import { viewOf } from "#records/registry/view.server.ts";

const querySingle = defineCall({
  method: "GET",
  path: "Api/{type}/QuerySingle",
  envelope: "site",
  title: { zh: "查询单条数据", en: "Get the first matching row, or null" },
  access: rowAccess("read"),
  input: z.looseObject({ type: typeInput }),
  output: rowOutput.nullable(),
  async run({ type, ...values }, { principal, entities, services }) {
    const entity = entities.find(type);
    const [row] = await readRows(services.database, principal, entity, {
      pageSize: 1,
      filter: filterOf(viewOf(principal, entity).readable, values),
    });
    return row ?? null;
  },
});

export default querySingle;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/{type}/QuerySingle": typeof querySingle;
  }
}
