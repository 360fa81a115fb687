import type { EntityType } from "#kit/entity.ts";
import { defineField } from "#kit/field.ts";
import { lazyControl } from "#ui/lazy-control.tsx";
import { singleRelation } from "../parts/single-relation.tsx";

const RelationTree = lazyControl(async () => (await import("#client/editors/relation-tree.tsx")).RelationTree);

export default defineField({
  ...singleRelation,
  type: "relationtree",
  title: { zh: "关联树", en: "Relation, tree" },
  group: "relation",
  searchControl: (field) => ({ ...field, type: "relation" }),
  Edit: ({ id, value, field, invalid, disabled, describedBy, onChange, onBlur }) => (
    <RelationTree
      {...{ id, value, invalid, disabled, describedBy, onChange, onBlur }}
      entity={field.entity}
      placeholder={field.placeholder}
    />
  ),
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** The id of a row of a hierarchical entity of the same tenant, chosen from its tree. */
    relationtree: { value: string; options: { entity: EntityType } };
  }
}
