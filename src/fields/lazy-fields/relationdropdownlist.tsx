import { string, uuid } from "zod/mini";
import type { EntityType } from "#kit/entity.ts";
import { defineField } from "#kit/field.ts";
import { entitySetting } from "#kit/field-settings.ts";
import { RelationSelect } from "#client/relation-select.tsx";
import { RelationTitle } from "#client/relation-title.tsx";

export default defineField({
  type: "relationdropdownlist",
  title: { zh: "关联下拉选择", en: "Relation, select" },
  storage: "uuid",
  check: () => string().check(uuid()),
  message: () => ({ zh: "请从列表中选择", en: "Choose an option from the list" }),
  operators: ["eq"],
  isChoice: true,
  references: ({ entity }) => ({ entity }),
  settings: entitySetting,
  Show: ({ value, field }) => (value === null ? null : <RelationTitle entity={field.entity} id={value} />),
  Edit: ({ field, ...edit }) => <RelationSelect {...edit} entity={field.entity} placeholder={field.placeholder} />,
  examples: {
    field: { entity: "news" },
    valid: ["0190d7a2-6a9b-7c43-9c1f-3b2a1e0d4c5b"],
    invalid: ["1", 1],
    sample: () => undefined,
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** The id of a row of another entity in the same tenant: the wire's other word for a `relation`. */
    relationdropdownlist: { value: string; options: { entity: EntityType } };
  }
}
