import { use } from "react";
import { array, maxLength, record, string, unknown } from "zod/mini";
import { defineField, type EditProps, type Fields as SubFields, type LocalizedField } from "#kit/field.ts";
import { lazyControl } from "#ui/lazy-control.tsx";
import { ViewRowsEditor } from "#ui/view-rows-editor.ts";

const SubRows = lazyControl(async () => (await import("#ui/sub-rows.tsx")).SubRows);

/** The editor of the screen, or else plain rows. */
function ViewRowsInput({ id, value, field, locale, disabled, problems, dependencies, ...edit }: EditProps<"viewrows">) {
  const { Editor } = use(ViewRowsEditor) ?? {};
  const { kind, max, fields, base } = field;
  const common = { id, rows: value ?? [], max, locale, disabled, problems, ...edit };
  if (Editor === undefined) return <SubRows {...common} fields={fields} />;
  return (
    <Editor
      {...common}
      kind={kind}
      fields={fields as unknown as Record<string, LocalizedField>}
      base={String(dependencies[base] ?? "")}
    />
  );
}

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
  Show: ({ value, isWhole = false }) => {
    if (!isWhole || value === null) return <>{value?.length ?? 0}</>;
    return (
      <ol style={{ listStyle: "decimal", paddingInlineStart: "1.25rem" }}>
        {value.map(({ path, aggregate, operator, value: operand }, index) => (
          <li key={index}>
            <code className="font-mono text-sm">{[path, aggregate, operator, operand].filter(Boolean).join(" ")}</code>
          </li>
        ))}
      </ol>
    );
  },
  Edit: ViewRowsInput,
  examples: {
    field: {
      kind: "columns",
      base: "base",
      max: 1,
      fields: { path: { type: "viewpath", name: { zh: "字段", en: "Field" } } },
    },
    valid: [[{ path: "title" }], []],
    invalid: [[{ path: "title" }, { path: "intro" }], ["title"]],
    sample: ({ kind }) => (kind === "conditions" ? [] : [{ path: "title" }]),
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** Rows about values of a view, with the field `path`. `base`: the field with the entity in which the paths begin. */
    viewrows: {
      value: Record<string, unknown>[];
      options: { kind: "columns" | "conditions"; base: string; max: number; fields: SubFields };
    };
  }
}
