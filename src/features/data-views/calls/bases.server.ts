import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { entityChoices } from "#records/registry/entity-choices.server.ts";
import { allows } from "#records/registry/guard.server.ts";

const bases = defineCall({
  method: "GET",
  path: "paas/collectData/bases",
  envelope: "data",
  title: { zh: "获取可作为视图主数据的类型", en: "List the types of records that data views can begin with" },
  access: administrator,
  input: z.strictObject({}),
  output: z.array(z.strictObject({ type: z.string(), name: z.string() })),
  run: (_input, { principal, entities, locale }) =>
    entityChoices(
      entities.all.filter((entity) => allows(principal, entity, "read")),
      locale,
    ).map(({ entity, name }) => ({ type: entity.type, name })),
});

export default bases;
declare module "#kit/call.ts" {
  interface Calls {
    "GET paas/collectData/bases": typeof bases;
  }
}
