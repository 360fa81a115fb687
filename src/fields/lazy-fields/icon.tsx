import { maxLength, regex, string } from "zod/mini";
import { defineField } from "#kit/field.ts";
import { iconNamePattern, maxIconName } from "#kit/icon.ts";
import { lazyControl } from "#ui/lazy-control.tsx";

// Loaded on demand: the module contains several hundred icons.
const IconPicker = lazyControl(async () => (await import("#client/answers/space-icons.tsx")).IconPicker);
const NamedIcon = lazyControl(async () => (await import("#client/answers/space-icons.tsx")).NamedIcon, {
  renderFallback: ({ name }) => name,
});

export default defineField({
  type: "icon",
  title: { zh: "图标", en: "Icon" },
  group: "choice",
  storage: "text",
  check: () => string().check(maxLength(maxIconName), regex(iconNamePattern)),
  message: () => ({ zh: "请从列表中选择图标", en: "Choose an icon from the list" }),
  operators: ["eq"],
  searchControl: (field) => ({ ...field, type: "textbox" }),
  settings: {},
  Show: ({ value }) => (value === null ? null : <NamedIcon name={value} />),
  Edit: ({ field, ...edit }) => <IconPicker {...edit} name={field.name} />,
  examples: { field: {}, valid: ["truck", "building-2"], invalid: ["Truck", "<svg>", "a--b", 1] },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** The name of an icon, such as `truck`. */
    icon: { value: string; options: object };
  }
}
