import { refine, string } from "zod/mini";
import { defineField } from "#kit/field.ts";
import { isIdentityNumber, maskIdentityNumber, normalizeIdentityNumber } from "#kit/identity-number.ts";
import { TextControl } from "#ui/text-control.tsx";

export default defineField({
  type: "idcard",
  title: { zh: "身份证号", en: "Identity number" },
  group: "text",
  storage: "text",
  normalize: normalizeIdentityNumber,
  check: () => string().check(refine(isIdentityNumber)),
  message: () => ({ zh: "身份证号不正确", en: "The identity number is incorrect" }),
  operators: ["eq"],
  searchControl: (field) => ({ ...field, type: "textbox" }),
  settings: {},
  // Masked in lists, which show the numbers of many people at once.
  Show: ({ value, isWhole = false }) => (
    <span className="tabular-nums">{value === null || isWhole ? value : maskIdentityNumber(value)}</span>
  ),
  Edit: (edit) => (
    <TextControl
      edit={edit}
      className="max-w-64 tabular-nums"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      // A number has 18 characters; it may be typed with spaces.
      maxLength={24}
    />
  ),
  examples: {
    field: {},
    valid: ["11010519491231002X", "440524188001010014"],
    invalid: [
      "11010519491231002A",
      "11010519490230002X",
      "01010519491231002X",
      "11010521491231002X",
      "1101051949123100",
      7,
    ],
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** The number of a Chinese identity card. */
    idcard: { value: string; options: object };
  }
}
