import { boolean } from "zod/mini";
import { defineField } from "#kit/field.ts";
import { Checkbox } from "#ui/checkbox.tsx";

const words = { zh: { yes: "是", no: "否" }, en: { yes: "Yes", no: "No" } };
const choices = [
  { key: "true", name: { zh: "是", en: "Yes" } },
  { key: "false", name: { zh: "否", en: "No" } },
];

export default defineField({
  type: "checkbox",
  title: { zh: "勾选", en: "Checkbox" },
  storage: "boolean",
  check: () => boolean(),
  message: () => ({ zh: "请选择是或否", en: "Choose yes or no" }),
  operators: ["eq"],
  cellStyle: () => ({ type: "bool" }),
  // A yes/no question of a search needs a third answer, "does not matter".
  searchControl: (field) => ({ ...field, type: "dropdownlist", options: choices }),
  settings: {},
  Show: ({ value, locale }) => words[locale][value === true ? "yes" : "no"],
  Edit: ({ id, value, disabled, invalid, describedBy, onChange, onBlur }) => (
    <span className="flex min-h-9 items-center pl-1">
      <Checkbox
        id={id}
        checked={value === true}
        disabled={disabled}
        invalid={invalid}
        describedBy={describedBy}
        onCheckedChange={onChange}
        onBlur={onBlur}
      />
    </span>
  ),
  examples: { field: {}, valid: [true, false], invalid: ["true", 1] },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    checkbox: { value: boolean; options: object };
  }
}
