import { defineField, type Fields as SubFields } from "#kit/field.ts";
import { rowCountSetting } from "#kit/field-settings.ts";
import { lazyControl } from "#ui/lazy-control.tsx";

const maxSubRows = 60;

const SubRows = lazyControl(async () => (await import("#ui/sub-rows.tsx")).SubRows);

export default defineField({
  type: "table",
  title: { zh: "子表", en: "Rows" },
  group: "parts",
  storage: "json",
  // The cells are checked by their own field types, where all field types are available (kit/check-fields.ts).
  check: (field, { array, maxLength, record, string, unknown }) =>
    array(record(string(), unknown())).check(maxLength(field.max ?? maxSubRows)),
  message: (field) => ({ zh: `最多 ${field.max ?? maxSubRows} 行`, en: `Up to ${field.max ?? maxSubRows} rows` }),
  operators: [],
  // Those of the fields of its rows are beside them (records/definitions/sub-field-check.server.ts).
  settings: rowCountSetting,
  isGroup: true,
  subFields: ({ fields }) => fields,
  describe: ({ fields }, localizeAll) => ({ fields: localizeAll(fields) }),
  Show: ({ value }) => <>{value?.length ?? 0}</>,
  Edit: ({ id, value, field, locale, disabled, problems, onChange, onLeave }) => (
    <SubRows
      id={id}
      rows={value ?? []}
      fields={field.fields}
      max={field.max ?? maxSubRows}
      locale={locale}
      disabled={disabled}
      problems={problems}
      onChange={onChange}
      onLeave={onLeave}
    />
  ),
  examples: {
    field: { max: 1, fields: { name: { type: "textbox", name: { zh: "名称", en: "Name" } } } },
    valid: [[{ name: "a" }]],
    invalid: [[{ name: "a" }, { name: "b" }], ["a"]],
    sample: () => [],
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** Rows stored inside the value, each with the same fields. `max`: their maximum number, 60 by default. */
    table: { value: Record<string, unknown>[]; options: { fields: SubFields; max?: number } };
  }
}
