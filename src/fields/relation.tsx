import { defineField } from "#kit/field.ts";
import { RelationSelect } from "#client/relation-select.tsx";
import { type SingleRelationOptions, singleRelation } from "./parts/single-relation.tsx";

export default defineField({
  ...singleRelation,
  type: "relation",
  isDefault: true,
  title: { zh: "关联", en: "Relation" },
  group: "relation",
  isChoice: true,
  Edit: ({ id, value, field, invalid, disabled, describedBy, onChange, onBlur }) => (
    <RelationSelect
      {...{ id, value, invalid, disabled, describedBy, onChange, onBlur }}
      entity={field.entity}
      placeholder={field.placeholder}
    />
  ),
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** The id of a row of another entity in the same tenant. */
    relation: { value: string; options: SingleRelationOptions };
  }
}
