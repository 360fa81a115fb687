import { regex, string } from "zod/mini";
import { defineField } from "#kit/field.ts";
import { colorPattern, normalizeColor } from "#kit/color.ts";
import { ColorInput, ColorSample } from "#ui/color-input.tsx";

export default defineField({
  type: "color",
  title: { zh: "颜色", en: "Colour" },
  group: "choice",
  storage: "text",
  normalize: normalizeColor,
  check: () => string().check(regex(colorPattern)),
  message: () => ({ zh: "请输入颜色，例如 #1f5eff", en: "Enter a colour such as #1f5eff" }),
  operators: ["eq"],
  searchControl: (field) => ({ ...field, type: "textbox" }),
  settings: {},
  Show: ({ value }) => (value === null ? null : <ColorSample color={value} />),
  Edit: ({ field, ...edit }) => <ColorInput {...edit} placeholder={field.placeholder} fallback={field.fallback} />,
  examples: { field: {}, valid: ["#1f5eff", "#000000"], invalid: ["red", "#12345", "#1234567", "1f5eff", 0] },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** A colour as `#rrggbb`. `fallback`: the colour that is used as long as none is set. */
    color: { value: string; options: { fallback?: string } };
  }
}
