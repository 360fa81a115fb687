import { defineField } from "#kit/field.ts";
import { RelationRadios } from "#client/relation-radios.tsx";
import { type SingleRelationOptions, singleRelation } from "../parts/single-relation.tsx";

export default defineField({
  ...singleRelation,
  type: "relationradio",
  title: { zh: "关联单选", en: "Relation, radio buttons" },
  group: "relation",
  searchControl: (field) => ({ ...field, type: "relation" }),
  isGroup: true,
  Edit: ({ field, ...edit }) => <RelationRadios {...edit} entity={field.entity} />,
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** The id of a row of another entity in the same tenant. For entities with few rows: each is a radio button. */
    relationradio: { value: string; options: SingleRelationOptions };
  }
}
