import { boolean } from "zod/mini";
import { defineField } from "#kit/field.ts";
import { yesNo, yesNoChoices } from "#kit/yes-no.ts";
import { Switch } from "#ui/switch.tsx";

export default defineField({
  type: "switch",
  title: { zh: "开关", en: "Switch" },
  storage: "boolean",
  check: () => boolean(),
  message: () => ({ zh: "请选择是或否", en: "Choose yes or no" }),
  operators: ["eq"],
  cellStyle: () => ({ type: "bool" }),
  // A yes/no question of a search needs a third answer, "does not matter".
  searchControl: (field) => ({ ...field, type: "dropdownlist", options: yesNoChoices }),
  // A bool column is shown as yes or no (B-145).
  settings: {},
  Show: ({ value, locale }) => yesNo[`${value === true}`][locale],
  Edit: ({ id, value, disabled, describedBy, onChange }) => (
    <Switch
      id={id}
      checked={value === true}
      disabled={disabled}
      aria-describedby={describedBy}
      onCheckedChange={onChange}
    />
  ),
  examples: { field: {}, valid: [true, false], invalid: ["true", 1] },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    switch: { value: boolean; options: object };
  }
}
