import { z } from "zod";
import { anyone } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import { refusal } from "#kit/refusal.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import { guard } from "#records/registry/guard.server.ts";
import { viewOf } from "#records/registry/view.server.ts";

const missingType = refusal({ zh: "类型不能为空", en: "The type cannot be empty" });

const typeKeyValue = defineCall({
  method: "GET",
  path: "Api/Type/GetKeyValue",
  envelope: "site",
  title: { zh: "查询选项", en: "List the options of a list field, named `entity.field`" },
  // Whoever may read the rows may read the choices; `run` checks it once the entity is known.
  access: anyone,
  input: z.strictObject({ type: z.string(missingType).min(1, missingType).max(120) }),
  output: z.array(z.object({ key: z.string(), name: z.string(), color: z.string().optional() })),
  run({ type }, { principal, entities, locale }) {
    const [entityType, name = ""] = type.split(".");
    const entity = entities.find(entityType);
    guard(principal, entity, "read");
    const { fields } = viewOf(principal, entity).readable;
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const choices = field && fieldTypeOf(field).choices?.(field);
    if (choices === undefined)
      throw new Problem("notFound", { zh: "KeyValue 数据源获取失败", en: "Option list not found" });
    return choices.map((choice) => ({ key: choice.key, name: choice.name[locale], color: choice.color }));
  },
});

export default typeKeyValue;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/Type/GetKeyValue": typeof typeKeyValue;
  }
}
