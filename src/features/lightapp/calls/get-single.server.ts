import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import { readRow } from "#records/query/list.server.ts";
import { idInput, rowOutput, typeInput } from "#records/query/row-input.server.ts";
import { guard } from "#records/registry/guard.server.ts";

const unknownTypeText = { zh: "类型传入不正确，请重新传入", en: "Unknown type" };

/** Reads only entities that the space defined: `tableName` is looked up in its registry and is never the name of a table. */
const getSingle = defineCall({
  method: "GET",
  path: "Api/LightApp/getsingle",
  envelope: "site",
  title: { zh: "查询轻应用的一条数据", en: "Get a row of a light app" },
  access: member,
  input: z.strictObject({ _id: idInput, tableName: typeInput }),
  output: rowOutput,
  async run({ _id, tableName }, { principal, entities, services }) {
    const entity = entities.find(tableName);
    if (entity.stored === undefined) throw new Problem("notFound", unknownTypeText);
    guard(principal, entity, "read");
    return { ...(await readRow(services.database, principal, entity, _id)), _id };
  },
});

export default getSingle;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/LightApp/getsingle": typeof getSingle;
  }
}
