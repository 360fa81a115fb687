import { record, string, unknown } from "zod/mini";
import { defineField, type Fields as SubFieldConfigs, isEmpty } from "#kit/field.ts";
import { listSeparator } from "#kit/list-text.ts";
import { SubFields } from "#ui/sub-fields.tsx";

export default defineField({
  type: "group",
  title: { zh: "字段组", en: "Group of fields" },
  group: "parts",
  storage: "json",
  // The sub-fields are checked by their own types, where all field types are available (kit/check-fields.ts).
  check: () => record(string(), unknown()),
  message: () => ({ zh: "内容无效，请重新填写", en: "Invalid value. Enter it again." }),
  operators: [],
  settings: {},
  isGroup: true,
  subFields: ({ fields }) => fields,
  describe: ({ fields }, localizeAll) => ({ fields: localizeAll(fields) }),
  Show({ value, field, locale }) {
    const filled = Object.entries(field.fields).filter(([name]) => !isEmpty(value?.[name]));
    return <>{filled.map(([, { name }]) => name).join(listSeparator[locale])}</>;
  },
  Edit: ({ id, value, field, locale, disabled, problems, onChange, onLeave }) => (
    <SubFields
      id={id}
      value={value ?? {}}
      fields={field.fields}
      locale={locale}
      disabled={disabled}
      problems={problems}
      onChange={onChange}
      onLeave={onLeave}
    />
  ),
  examples: {
    field: { fields: { name: { type: "textbox", name: { zh: "名称", en: "Name" } } } },
    valid: [{ name: "a" }],
    invalid: ["a", [{ name: "a" }]],
    sample: () => undefined,
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** Several fields whose values are stored as one object, by the names of the fields. */
    group: { value: Record<string, unknown>; options: { fields: SubFieldConfigs } };
  }
}
