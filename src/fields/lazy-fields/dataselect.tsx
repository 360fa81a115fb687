import { Fragment } from "react";
import { array, maxLength, refine, string, uuid } from "zod/mini";
import type { EntityType } from "#kit/entity.ts";
import { defineField } from "#kit/field.ts";
import { entitySetting } from "#kit/field-settings.ts";
import { listSeparator } from "#kit/list-text.ts";
import { maxCountOf } from "#kit/mark.ts";
import { lazyControl } from "#ui/lazy-control.tsx";
import { RelationTitle } from "#client/relation-title.tsx";

const DataSelect = lazyControl(async () => (await import("#client/editors/data-select.tsx")).DataSelect);

const maxRows = 100;
/** The maximum number of selected rows; 1 when `mark` is not a number (B-126). */
const limitOf = ({ mark }: { mark?: number }) => maxCountOf(mark, { max: maxRows });

export default defineField({
  type: "dataselect",
  title: { zh: "数据选择", en: "Data select" },
  group: "relation",
  storage: "json",
  check: (field) =>
    array(string().check(uuid())).check(
      maxLength(limitOf(field)),
      refine((ids) => new Set(ids).size === ids.length),
    ),
  message: (field) => ({
    zh: `请从列表中选择，最多 ${limitOf(field)} 条`,
    en: `Choose up to ${limitOf(field)} from the list`,
  }),
  operators: ["has"],
  // A search form has a select, with which people search for one of the rows.
  searchControl: (field) => ({ ...field, type: "relation" }),
  references: ({ entity }) => ({ entity }),
  isGroup: true,
  settings: {
    ...entitySetting,
    mark: { type: "number", name: { zh: "最多选择", en: "Maximum choices" }, min: 1, max: maxRows },
  },
  Show: ({ value, field, locale }) =>
    value?.map((id, index) => (
      <Fragment key={id}>
        {index > 0 && listSeparator[locale]}
        <RelationTitle entity={field.entity} id={id} />
      </Fragment>
    )),
  Edit: ({ id, value, field, invalid, disabled, describedBy, onChange, onBlur }) => (
    <DataSelect
      {...{ id, invalid, disabled, describedBy, onChange, onBlur }}
      entity={field.entity}
      value={value ?? []}
      max={limitOf(field)}
      placeholder={field.placeholder}
    />
  ),
  examples: {
    field: { entity: "news", mark: 2 },
    valid: [["0190d7a2-6a9b-7c43-9c1f-3b2a1e0d4c5b"], []],
    invalid: [["1"], "1", ["0190d7a2-6a9b-7c43-9c1f-3b2a1e0d4c5b", "0190d7a2-6a9b-7c43-9c1f-3b2a1e0d4c5b"]],
    sample: () => [],
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** The ids of rows of another entity of the same tenant, chosen from their list. `mark`: the maximum number of rows, 1 by default. */
    dataselect: { value: string[]; options: { entity: EntityType; mark?: number } };
  }
}
