import { array, maxLength, record, string, unknown } from "zod/mini";
import { defineField, type Fields as SubFields } from "#kit/field.ts";
import { lazyControl } from "#ui/lazy-control.tsx";

const SubRows = lazyControl(async () => (await import("#ui/sub-rows.tsx")).SubRows);

export default defineField({
  type: "viewrows",
  title: { zh: "视图的列或条件", en: "Columns or conditions of a view" },
  storage: "json",
  check: ({ max }) => array(record(string(), unknown())).check(maxLength(max)),
  message: ({ max }) => ({ zh: `最多 ${max} 行`, en: `Up to ${max} rows` }),
  operators: [],
  isGroup: true,
  dependsOn: ({ base }) => [base],
  subFields: ({ fields }) => fields,
  describe: ({ fields }, localizeAll) => ({ fields: localizeAll(fields) }),
  Show: ({ value }) => <>{value?.length ?? 0}</>,
  Edit: ({ id, value, field, locale, disabled, problems, dependencies, onChange, onLeave }) => {
    const base = String(dependencies[field.base] ?? "");
    return (
      <SubRows
        id={id}
        rows={value ?? []}
        fields={{ ...field.fields, path: { ...field.fields.path, base } }}
        max={field.max}
        locale={locale}
        disabled={disabled}
        problems={problems}
        onChange={onChange}
        onLeave={onLeave}
      />
    );
  },
  examples: {
    field: { base: "base", max: 1, fields: { path: { type: "viewpath", name: { zh: "字段", en: "Field" } } } },
    valid: [[{ path: "title" }], []],
    invalid: [[{ path: "title" }, { path: "intro" }], ["title"]],
    sample: ({ fields }) => (Object.hasOwn(fields, "operator") ? [] : [{ path: "title" }]),
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** Rows about values of a view, with the field `path`. `base`: the field with the entity in which the paths begin. */
    viewrows: { value: Record<string, unknown>[]; options: { base: string; max: number; fields: SubFields } };
  }
}
