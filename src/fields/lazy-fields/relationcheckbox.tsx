import { Fragment } from "react";
import { array, maxLength, refine, string, uuid } from "zod/mini";
import type { EntityType } from "#kit/entity.ts";
import { defineField } from "#kit/field.ts";
import { listSeparator } from "#kit/list-text.ts";
import { lazyControl } from "#ui/lazy-control.tsx";
import { entitySetting } from "#kit/field-settings.ts";
import { RelationTitle } from "#client/relation-title.tsx";

const RelationCheckboxes = lazyControl(
  async () => (await import("#client/relation-checkboxes.tsx")).RelationCheckboxes,
);

const maxChoices = 100;

export default defineField({
  type: "relationcheckbox",
  title: { zh: "关联多选", en: "Relation, multiple" },
  group: "relation",
  storage: "json",
  check: () =>
    array(string().check(uuid())).check(
      maxLength(maxChoices),
      refine((ids) => new Set(ids).size === ids.length),
    ),
  message: () => ({ zh: "请从列表中选择", en: "Choose options from the list" }),
  operators: ["has"],
  // A search form has a select, with which people search for one of the rows.
  searchControl: (field) => ({ ...field, type: "relation" }),
  references: ({ entity }) => ({ entity }),
  isGroup: true,
  settings: entitySetting,
  Show: ({ value, field, locale }) =>
    value?.map((id, index) => (
      <Fragment key={id}>
        {index > 0 && listSeparator[locale]}
        <RelationTitle entity={field.entity} id={id} />
      </Fragment>
    )),
  Edit: ({ id, value, field, disabled, describedBy, onChange }) => (
    <RelationCheckboxes
      id={id}
      entity={field.entity}
      value={value ?? []}
      disabled={disabled}
      describedBy={describedBy}
      onChange={onChange}
    />
  ),
  examples: {
    field: { entity: "news" },
    valid: [["0190d7a2-6a9b-7c43-9c1f-3b2a1e0d4c5b"], []],
    invalid: [["1"], "1", ["0190d7a2-6a9b-7c43-9c1f-3b2a1e0d4c5b", "0190d7a2-6a9b-7c43-9c1f-3b2a1e0d4c5b"]],
    sample: () => [],
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** The ids of rows of another entity in the same tenant. */
    relationcheckbox: { value: string[]; options: { entity: EntityType } };
  }
}
