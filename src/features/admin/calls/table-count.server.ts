import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { countAtLeast } from "#records/query/list.server.ts";
import { relatedRowsFor } from "#records/query/related.server.ts";
import { filterOfList, listFilterInput, typeOfList } from "#records/query/row-input.server.ts";
import { viewOf } from "#records/registry/view.server.ts";

const tableCount = defineCall({
  method: "POST",
  path: "paas/table/count",
  envelope: "data",
  title: {
    zh: "统计自动表格的总条数；数据库繁忙时为下限",
    en: "Count the rows of an auto table, up to 10,001; a lower bound while the database is busy",
  },
  access: member,
  safe: true,
  input: z.strictObject({ paraModel: z.strictObject(listFilterInput) }),
  output: z.object({ total: z.number(), isCapped: z.boolean() }),
  run({ paraModel }, context) {
    const { principal, entities, services } = context;
    const entity = entities.find(typeOfList(paraModel.url));
    return countAtLeast(services.database, principal, entity, {
      filter: filterOfList(viewOf(principal, entity).readable, paraModel),
      related: relatedRowsFor(context),
    });
  },
});

export default tableCount;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/table/count": typeof tableCount;
  }
}
