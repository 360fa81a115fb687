import { string, uuid } from "zod/mini";
import type { EntityType } from "#kit/entity.ts";
import { defineField } from "#kit/field.ts";
import { entitySetting } from "#kit/field-settings.ts";
import { RelationSelect } from "#client/relation-select.tsx";
import { RelationTitle } from "#client/relation-title.tsx";

export default defineField({
  type: "relation",
  title: { zh: "关联", en: "Relation" },
  storage: "uuid",
  check: () => string().check(uuid()),
  message: () => ({ zh: "请从列表中选择", en: "Choose an option from the list" }),
  operators: ["eq"],
  isChoice: true,
  references: ({ entity }) => ({ entity }),
  settings: entitySetting,
  Show: ({ value, field }) => (value === null ? null : <RelationTitle entity={field.entity} id={value} />),
  Edit: ({ id, value, field, invalid, disabled, describedBy, onChange, onBlur }) => (
    <RelationSelect
      id={id}
      entity={field.entity}
      value={value}
      placeholder={field.placeholder}
      invalid={invalid}
      disabled={disabled}
      describedBy={describedBy}
      onChange={onChange}
      onBlur={onBlur}
    />
  ),
  examples: {
    field: { entity: "news" },
    valid: ["0190d7a2-6a9b-7c43-9c1f-3b2a1e0d4c5b"],
    invalid: ["1", 1],
    sample: () => undefined,
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** The id of a row of another entity in the same tenant. */
    relation: { value: string; options: { entity: EntityType } };
  }
}
