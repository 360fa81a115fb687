import { refine, string } from "zod/mini";
import { defineField } from "#kit/field.ts";
import { typeNameProblem } from "#kit/reserved-names.ts";
import { EntitySelect } from "#client/view-paths/entity-select.tsx";

export default defineField({
  type: "entityname",
  title: { zh: "数据类型", en: "Type of records" },
  storage: "text",
  check: () => string().check(refine((value) => typeNameProblem(value) === undefined)),
  message: () => ({ zh: "请选择数据类型", en: "Choose a type of records" }),
  operators: ["eq", "prefix"],
  isGroup: true,
  searchControl: (field) => ({ ...field, type: "textbox", max: 40 }),
  Show: ({ value }) => (value === null ? null : <code className="font-mono text-sm">{value}</code>),
  Edit: ({ id, value, field, invalid, disabled, describedBy, onChange, onBlur }) => (
    <EntitySelect
      {...{ id, value, invalid, disabled, describedBy, onChange, onBlur }}
      placeholder={field.placeholder}
    />
  ),
  examples: { field: {}, valid: ["news", "customer2"], invalid: ["News", "two words", "", 7], sample: () => "news" },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** The type of an entity of the space. Whether there is such an entity is checked where it is used. */
    entityname: { value: string; options: object };
  }
}
