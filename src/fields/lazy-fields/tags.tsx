import { array, maxLength, minLength, refine, string } from "zod/mini";
import { defineField } from "#kit/field.ts";
import { countSetting } from "#kit/field-settings.ts";
import { readList } from "#kit/list-text.ts";
import { TagInput } from "#ui/tag-input.tsx";

const maxTags = 20;
const maxCharacters = 40;

export default defineField({
  type: "tags",
  title: { zh: "标签", en: "Tags" },
  group: "choice",
  storage: "json",
  isDefault: true,
  check: ({ max = maxTags }) =>
    array(
      string().check(
        minLength(1),
        maxLength(maxCharacters),
        refine((tag) => tag === tag.trim()),
      ),
    ).check(
      maxLength(max),
      refine((tags) => new Set(tags).size === tags.length),
    ),
  message: ({ max = maxTags }) => ({
    zh: `最多 ${max} 个标签，每个不超过 ${maxCharacters} 个字符，不能重复`,
    en: `Up to ${max} different tags of up to ${maxCharacters} characters`,
  }),
  operators: ["has"],
  readText: readList,
  searchControl: ({ name }) => ({ type: "textbox", name }),
  settings: countSetting,
  Show: ({ value }) => (
    <span className="inline-flex flex-wrap gap-1 align-middle">
      {value?.map((tag) => (
        <span key={tag} className="rounded-sm border border-line bg-paper-2 px-1.5 text-sm">
          {tag}
        </span>
      ))}
    </span>
  ),
  Edit: ({ field, value, ...edit }) => (
    <TagInput
      {...edit}
      value={value ?? []}
      placeholder={field.placeholder}
      max={field.max ?? maxTags}
      maxCharacters={maxCharacters}
    />
  ),
  examples: {
    field: { max: 3 },
    valid: [["新品"], ["a", "b", "c"], []],
    invalid: [["a", "a"], ["a", "b", "c", "d"], [""], [" a"], "a", ["a".repeat(41)]],
    sample: (_field, n) => [`标签 ${n}`],
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** Distinct tags, in order. `max`: their maximum number, 20 by default. */
    tags: { value: string[]; options: { max?: number } };
  }
}
