import { regex, string } from "zod/mini";
import { defineField } from "#kit/field.ts";
import { mobileMessage, mobilePattern, normalizeMobile } from "#kit/mobile.ts";
import { TextControl } from "#ui/text-control.tsx";

export default defineField({
  type: "mobile",
  title: { zh: "手机号", en: "Mobile number" },
  group: "text",
  storage: "text",
  normalize: normalizeMobile,
  check: () => string().check(regex(mobilePattern)),
  message: () => mobileMessage,
  operators: ["eq", "prefix"],
  searchControl: (field) => ({ ...field, type: "textbox" }),
  settings: {},
  Show: ({ value, isWhole = false }) =>
    isWhole && value !== null ? <a href={`tel:+86${value}`}>{value}</a> : <span className="tabular-nums">{value}</span>,
  Edit: (edit) => (
    <TextControl edit={edit} className="max-w-64 tabular-nums" inputMode="tel" autoComplete="off" maxLength={20} />
  ),
  examples: {
    field: {},
    valid: ["13800138000"],
    invalid: ["12800138000", "1380013800", "138001380000", "abc", 13800138000],
    sample: (_field, n) => `138${String(n).padStart(8, "0")}`,
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** A mobile number of the Chinese mainland, its eleven digits. */
    mobile: { value: string; options: object };
  }
}
