import { defineField } from "#kit/field.ts";
import { choiceSetting } from "#kit/field-settings.ts";
import { Select } from "#ui/select.tsx";
import { StatusTag } from "#ui/status-tag.tsx";

export default defineField({
  type: "dropdownlist",
  title: { zh: "下拉选择", en: "Select" },
  storage: "text",
  check: (field, { refine, string }) =>
    string().check(refine((value) => field.options.some((option) => option.key === value))),
  message: () => ({ zh: "请从列表中选择", en: "Choose an option from the list" }),
  operators: ["eq", "in"],
  isChoice: true,
  choices: ({ options }) => options,
  cellStyle: ({ options }) => ({ type: "enum", enumColors: options.some(({ color }) => color !== undefined) }),
  settings: choiceSetting,
  Show({ value, field }) {
    if (value === null) return null;
    const option = field.options.find((item) => item.key === value);
    const isColoured = field.options.some((item) => item.color !== undefined);
    if (!isColoured) return <>{option?.name ?? value}</>;
    // The colour of a status is the option's, else the first option's, else `orpiment` (B-163).
    return (
      <StatusTag color={option?.color ?? field.options[0]?.color ?? "orpiment"}>{option?.name ?? value}</StatusTag>
    );
  },
  Edit: ({ id, value, field, invalid, disabled, describedBy, onChange, onBlur }) => (
    <Select
      id={id}
      className="max-w-80"
      value={value}
      options={field.options.map(({ key, name }) => ({ key, name }))}
      placeholder={field.placeholder}
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
    /** `color` of an option is a colour token: malachite, azurite, ochre, cinnabar, amethyst or orpiment (N-025). */
    dropdownlist: { value: string; options: { options: Choice[] } };
  }
}
