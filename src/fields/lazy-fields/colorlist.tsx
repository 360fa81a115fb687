import { array, maxLength, regex, string } from "zod/mini";
import { colorPattern } from "#kit/color.ts";
import { defineField } from "#kit/field.ts";
import { countSetting } from "#kit/field-settings.ts";
import { readList } from "#kit/list-text.ts";
import { ColorList } from "#ui/color-list.tsx";

const maxColors = 20;

export default defineField({
  type: "colorlist",
  title: { zh: "颜色列表", en: "Colours" },
  group: "choice",
  storage: "json",
  check: ({ max = maxColors }) => array(string().check(regex(colorPattern))).check(maxLength(max)),
  message: ({ max = maxColors }) => ({
    zh: `最多 ${max} 种颜色，例如 #1f5eff`,
    en: `Up to ${max} colours such as #1f5eff`,
  }),
  operators: ["has"],
  readText: readList,
  searchControl: ({ name }) => ({ type: "color", name }),
  isGroup: true,
  settings: countSetting,
  Show: ({ value }) => (
    <span className="inline-flex flex-wrap gap-1 align-middle">
      {value?.map((color, index) => (
        <span
          key={index}
          role="img"
          aria-label={color}
          title={color}
          className="size-4 rounded-sm border border-line-2"
          style={{ background: color }}
        />
      ))}
    </span>
  ),
  Edit: ({ id, value, field, locale, disabled, onChange, onBlur }) => (
    <ColorList
      id={id}
      value={value ?? []}
      max={field.max ?? maxColors}
      locale={locale}
      disabled={disabled}
      onChange={onChange}
      onBlur={onBlur}
    />
  ),
  examples: {
    field: { max: 2 },
    valid: [["#1f5eff"], ["#1f5eff", "#000000"], []],
    invalid: [["red"], "#1f5eff", ["#000000", "#000000", "#000000"]],
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** Colours as `#rrggbb`, in order. `max`: their maximum number, 20 by default. */
    colorlist: { value: string[]; options: { max?: number } };
  }
}
