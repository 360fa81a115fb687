import { string, uuid } from "zod/mini";
import type { EntityType } from "#kit/entity.ts";
import { defineField } from "#kit/field.ts";
import { entitySetting } from "#kit/field-settings.ts";
import { RelationRadios } from "#client/relation-radios.tsx";
import { RelationTitle } from "#client/relation-title.tsx";

export default defineField({
  type: "relationradio",
  title: { zh: "关联单选", en: "Relation, radio buttons" },
  storage: "uuid",
  check: () => string().check(uuid()),
  message: () => ({ zh: "请从列表中选择", en: "Choose an option from the list" }),
  operators: ["eq"],
  searchControl: (field) => ({ ...field, type: "relation" }),
  references: ({ entity }) => ({ entity }),
  isGroup: true,
  settings: entitySetting,
  Show: ({ value, field }) => (value === null ? null : <RelationTitle entity={field.entity} id={value} />),
  Edit: ({ field, ...edit }) => <RelationRadios {...edit} entity={field.entity} />,
  examples: {
    field: { entity: "news" },
    valid: ["0190d7a2-6a9b-7c43-9c1f-3b2a1e0d4c5b"],
    invalid: ["1", 1],
    sample: () => undefined,
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** The id of a row of another entity in the same tenant. For entities with few rows: each is a radio button. */
    relationradio: { value: string; options: { entity: EntityType } };
  }
}
