import { defineField } from "#kit/field.ts";
import { entitySetting } from "#kit/field-settings.ts";
import { lazyControl } from "#ui/lazy-control.tsx";
import { type SingleRelationOptions, singleRelation } from "../parts/single-relation.tsx";

const RelationTree = lazyControl(async () => (await import("#client/editors/relation-tree.tsx")).RelationTree);

export default defineField({
  ...singleRelation,
  type: "relationtree",
  title: { zh: "关联树", en: "Relation, tree" },
  group: "relation",
  references: ({ entity, branch }) => ({ entity, branch }),
  settings: {
    ...entitySetting,
    branch: {
      type: "textbox",
      name: { zh: "上级分类编码", en: "Parent category code" },
      max: 40,
      helpBlock: {
        zh: "只能选择此编码的分类之下的分类；不填则不限。",
        en: "Only categories below the one with this code can be chosen. Leave empty for all.",
      },
    },
  },
  searchControl: (field) => ({ ...field, type: "relation" }),
  Edit: ({ id, value, field, invalid, disabled, describedBy, onChange, onBlur }) => (
    <RelationTree
      {...{ id, value, invalid, disabled, describedBy, onChange, onBlur }}
      entity={field.entity}
      branch={field.branch}
      placeholder={field.placeholder}
    />
  ),
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** The id of a row of a hierarchical entity of the same tenant, chosen from its tree. `branch`: the code of the row below which it is. */
    relationtree: { value: string; options: SingleRelationOptions & { branch?: string } };
  }
}
