import { gte, int, lte } from "zod/mini";
import { defineField } from "#kit/field.ts";
import { countSetting } from "#kit/field-settings.ts";
import { Rating, RatingStars } from "#ui/rating.tsx";

const maxStars = 5;

export default defineField({
  type: "rate",
  title: { zh: "评分", en: "Rating" },
  group: "number",
  storage: "integer",
  isDefault: true,
  check: ({ max = maxStars }) => int().check(gte(1), lte(max)),
  message: ({ max = maxStars }) => ({ zh: `请选择 1 到 ${max} 星`, en: `Choose 1 to ${max} stars` }),
  operators: ["eq", "gte", "lte", "between"],
  searchControl: (field, operator) => (operator === "between" ? { type: "numberrange", name: field.name } : field),
  toText: String,
  fromText: (text) => (/^\d{1,2}$/.test(text) ? Number(text) : undefined),
  isGroup: true,
  settings: countSetting,
  Show: ({ value, field }) => (value === null ? null : <RatingStars value={value} max={field.max ?? maxStars} />),
  Edit: ({ field, ...edit }) => <Rating {...edit} max={field.max ?? maxStars} isRequired={field.required === true} />,
  examples: { field: {}, valid: [1, 5], invalid: [0, 6, 2.5, "3"], sample: ({ max = maxStars }, n) => 1 + (n % max) },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** A whole number of stars. `max`: the highest number, 5 by default. */
    rate: { value: number; options: { max?: number } };
  }
}
