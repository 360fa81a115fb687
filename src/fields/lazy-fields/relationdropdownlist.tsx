import { defineField } from "#kit/field.ts";
import { RelationDropdown } from "#client/relation-dropdown.tsx";
import { type SingleRelationOptions, singleRelation } from "../parts/single-relation.tsx";

export default defineField({
  ...singleRelation,
  type: "relationdropdownlist",
  title: { zh: "关联下拉", en: "Relation, drop-down list" },
  group: "relation",
  searchControl: (field) => ({ ...field, type: "relation" }),
  Edit: ({ id, value, field, invalid, disabled, describedBy, onChange, onBlur }) => (
    <RelationDropdown
      {...{ id, value, invalid, disabled, describedBy, onChange, onBlur }}
      entity={field.entity}
      placeholder={field.placeholder}
      isClearable={field.required !== true}
    />
  ),
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** The id of a row of another entity in the same tenant. For entities with few rows: all are in a drop-down list. */
    relationdropdownlist: { value: string; options: SingleRelationOptions };
  }
}
