import { defineField } from "#kit/field.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { yesNoField } from "../parts/yes-no-field.tsx";

export default defineField({
  ...yesNoField,
  type: "checkbox",
  title: { zh: "勾选", en: "Checkbox" },
  group: "choice",
  Edit: ({ id, value, disabled, invalid, describedBy, onChange, onBlur }) => (
    <span className="flex min-h-9 items-center pl-1">
      <Checkbox
        {...{ id, disabled, invalid, describedBy, onBlur }}
        checked={value === true}
        onCheckedChange={onChange}
      />
    </span>
  ),
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    checkbox: { value: boolean; options: object };
  }
}
