import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { entityChoices } from "#records/registry/entity-choices.server.ts";
import { allows } from "#records/registry/guard.server.ts";

const auditTypes = defineCall({
  method: "GET",
  path: "Api/Audit/Types",
  envelope: "site",
  title: { zh: "查看操作日志的数据类型", en: "List the entity types by which the audit log can be filtered" },
  access: administrator,
  input: z.object({}),
  output: z.array(z.strictObject({ key: z.string(), name: z.string() })),
  async run(_input, { principal, entities, locale }) {
    const readable = entities.all.filter((entity) => allows(principal, entity, "read"));
    return entityChoices(readable, locale).map(({ entity, name }) => ({ key: entity.type, name }));
  },
});

export default auditTypes;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/Audit/Types": typeof auditTypes;
  }
}
