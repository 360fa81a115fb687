import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { permittedIds } from "#records/query/row.server.ts";
import { idInput, typeInput } from "#records/query/row-input.server.ts";
import { deletionEffects } from "../batch/deletion-effects.server.ts";

const deletePreview = defineCall({
  method: "POST",
  path: "Api/{type}/DeletePreview",
  envelope: "site",
  title: {
    zh: "预览删除对引用数据的影响",
    en: "Preview what the deletion of up to 100 rows does to the rows that refer to them, each effect in words",
  },
  access: rowAccess("delete"),
  safe: true,
  limit: { max: 240, windowSeconds: 60 },
  input: z.strictObject({ type: typeInput, ids: z.array(idInput).min(1).max(100) }),
  output: z.strictObject({ effects: z.array(z.string()) }),
  run({ type, ids }, context) {
    const { principal, entities, services } = context;
    const entity = entities.find(type);
    return services.database.tenant(principal.tenantId, async (tx) => {
      const deletable = await permittedIds(tx, principal, entity, { verb: "delete", ids });
      return { effects: await deletionEffects(tx, context, entity, deletable) };
    });
  },
});

export default deletePreview;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/{type}/DeletePreview": typeof deletePreview;
  }
}
