import { defineField } from "#kit/field.ts";
import { choiceSetting } from "#kit/field-settings.ts";
import { isSelectable, offeredChoices, searchChoices } from "#kit/choices.ts";
import { Select } from "#ui/select.tsx";
import { ChoiceName, placeholderOf } from "#fields/parts/choice-name.tsx";

export default defineField({
  type: "dropdownlist",
  title: { zh: "下拉选择", en: "Select" },
  group: "choice",
  storage: "text",
  check: (field, { refine, string }) =>
    string().check(refine((value) => field.options.some((option) => option.key === value && isSelectable(option)))),
  message: () => ({ zh: "请从列表中选择", en: "Choose an option from the list" }),
  operators: ["eq", "in"],
  isChoice: true,
  choices: ({ options }) => options,
  cellStyle: ({ options }) => ({ type: "enum", enumColors: options.some(({ color }) => color !== undefined) }),
  searchControl: (field) => ({ ...field, options: searchChoices(field.options) }),
  settings: choiceSetting,
  Show: ({ value, field }) => (value === null ? null : <ChoiceName value={value} options={field.options} />),
  Edit: ({ id, value, field, locale, invalid, disabled, describedBy, onChange, onBlur }) => (
    <Select
      id={id}
      className="max-w-80"
      value={value}
      options={offeredChoices(field.options, [value])}
      placeholder={placeholderOf(field, locale)}
      isClearable={field.required !== true}
      invalid={invalid}
      disabled={disabled}
      describedBy={describedBy}
      onChange={onChange}
      onBlur={onBlur}
    />
  ),
  examples: {
    field: { options: [{ key: "draft", name: { zh: "草稿", en: "Draft" }, color: "ochre" }] },
    valid: ["draft"],
    invalid: ["other", 1],
    sample: ({ options }, n) => options[n % options.length]!.key,
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /**
     * `color` of an option is a colour token: malachite, azurite, ochre, cinnabar, amethyst or orpiment (N-025). `dataSource`: the list that the options
     * come from; in fields that a space defines.
     */
    dropdownlist: { value: string; options: { options: Choice[]; dataSource?: string } };
  }
}
