import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { columnOf } from "#records/definitions/data-columns.server.ts";
import { guard } from "#records/registry/guard.server.ts";
import { viewOf } from "#records/registry/view.server.ts";
import { columnOutput } from "../columns.server.ts";

const getColumns = defineCall({
  method: "GET",
  path: "Api/DataEngine/GetColumns",
  envelope: "site",
  title: {
    zh: "查询实体的数据列",
    en: "List the data columns of an entity, named by its type or by the id of its light app",
  },
  access: administrator,
  input: z.strictObject({ id: z.string().min(1).max(60) }),
  output: z.array(columnOutput),
  run({ id }, { principal, entities }) {
    const entity = entities.all.find(({ stored }) => stored?.id === id) ?? entities.find(id);
    guard(principal, entity, "read");
    const { fields } = viewOf(principal, entity).readable;
    return Object.entries(fields).map(([name, field]) => columnOf(name, field) as z.input<typeof columnOutput>);
  },
});

export default getColumns;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/DataEngine/GetColumns": typeof getColumns;
  }
}
