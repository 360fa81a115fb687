import { boolean } from "zod/mini";
import { defineField } from "#kit/field.ts";
import { yesNo, yesNoChoices } from "#kit/yes-no.ts";
import { Checkbox } from "#ui/checkbox.tsx";

export default defineField({
  type: "checkbox",
  title: { zh: "勾选", en: "Checkbox" },
  storage: "boolean",
  check: () => boolean(),
  message: () => ({ zh: "请选择是或否", en: "Choose yes or no" }),
  operators: ["eq"],
  cellStyle: () => ({ type: "bool" }),
  // A yes/no question of a search needs a third answer, "does not matter".
  searchControl: (field) => ({ ...field, type: "dropdownlist", options: yesNoChoices }),
  settings: {},
  Show: ({ value, locale }) => yesNo[`${value === true}`][locale],
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
