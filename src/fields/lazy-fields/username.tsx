import { refine, string } from "zod/mini";
import { defineField } from "#kit/field.ts";
import { TextControl } from "#ui/text-control.tsx";

const maxCharacters = 32;
const pattern = /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u;
const isUsername = (name: string) => [...name].length >= 2 && [...name].length <= maxCharacters && pattern.test(name);

export default defineField({
  type: "username",
  title: { zh: "用户名", en: "Username" },
  group: "text",
  storage: "text",
  normalize: (value) => value.normalize("NFKC").trim(),
  check: () => string().check(refine(isUsername)),
  message: () => ({
    zh: `请输入 2 到 ${maxCharacters} 个字符，可以使用文字、数字、点、下划线和连字符，以文字或数字开头`,
    en: `Enter 2 to ${maxCharacters} letters, digits, dots, underscores or hyphens, beginning with a letter or digit`,
  }),
  operators: ["eq", "prefix"],
  searchControl: (field) => ({ ...field, type: "textbox" }),
  settings: {},
  Show: ({ value }) => <>{value}</>,
  Edit: (edit) => (
    <TextControl
      edit={edit}
      className="max-w-80"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      // Counted in UTF-16 units, of which a character has up to two.
      maxLength={2 * maxCharacters}
    />
  ),
  examples: {
    field: {},
    valid: ["li.na", "李娜", "user_01"],
    invalid: ["a", ".hidden", "a b", "a".repeat(33), "a@b", 7],
    sample: (_field, n) => `user${n}`,
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    username: { value: string; options: object };
  }
}
