import { defineField } from "#kit/field.ts";
import { Switch } from "#ui/switch.tsx";
import { yesNoField } from "./parts/yes-no-field.tsx";

export default defineField({
  ...yesNoField,
  type: "switch",
  isDefault: true,
  title: { zh: "开关", en: "Switch" },
  group: "choice",
  Edit: ({ id, value, disabled, describedBy, onChange }) => (
    <Switch
      id={id}
      checked={value === true}
      disabled={disabled}
      aria-describedby={describedBy}
      onCheckedChange={onChange}
    />
  ),
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    switch: { value: boolean; options: object };
  }
}
