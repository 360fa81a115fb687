import { array, maxLength, refine, string } from "zod/mini";
import { isSelectable, offeredChoices, searchChoices } from "#kit/choices.ts";
import { defineField } from "#kit/field.ts";
import { choiceSetting } from "#kit/field-settings.ts";
import { listSeparator } from "#kit/list-text.ts";
import { ChoiceName } from "#fields/parts/choice-name.tsx";
import { LabelledCheckbox } from "#ui/labelled-checkbox.tsx";

export default defineField({
  type: "checkboxlist",
  title: { zh: "多选", en: "Checkbox list" },
  group: "choice",
  storage: "json",
  check: ({ options }) =>
    array(
      string().check(refine((value) => options.some((option) => option.key === value && isSelectable(option)))),
    ).check(
      maxLength(options.length),
      refine((keys) => new Set(keys).size === keys.length),
    ),
  message: () => ({ zh: "请从列表中选择", en: "Choose options from the list" }),
  operators: ["has"],
  choices: ({ options }) => options,
  isGroup: true,
  // A search form has a select, with which people search for one of the values.
  searchControl: (field) => ({ ...field, type: "dropdownlist", options: searchChoices(field.options) }),
  settings: choiceSetting,
  Show({ value, field: { options }, locale }) {
    const keys = value ?? [];
    if (options.every(({ color }) => color === undefined))
      return (
        <>{keys.map((key) => options.find((option) => option.key === key)?.name ?? key).join(listSeparator[locale])}</>
      );
    return (
      <span className="inline-flex flex-wrap gap-x-4">
        {keys.map((key) => (
          <ChoiceName key={key} value={key} options={options} />
        ))}
      </span>
    );
  },
  Edit: ({ id, value, field, disabled, describedBy, onChange, onBlur }) => {
    const selected = value ?? [];
    const offered = offeredChoices(field.options, selected);
    // The keys are stored in the order of the options.
    const toggle = (key: string) =>
      onChange(
        offered
          .map((option) => option.key)
          .filter((other) => (other === key ? !selected.includes(key) : selected.includes(other))),
      );
    return (
      <div
        id={id}
        tabIndex={-1}
        aria-describedby={describedBy}
        className="flex flex-wrap gap-x-6 gap-y-2 py-2"
        onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && onBlur()}
      >
        {offered.map(({ key, name }) => (
          <LabelledCheckbox key={key} checked={selected.includes(key)} disabled={disabled} onChange={() => toggle(key)}>
            {name}
          </LabelledCheckbox>
        ))}
      </div>
    );
  },
  examples: {
    field: {
      options: [
        { key: "sms", name: { zh: "短信", en: "SMS" } },
        { key: "mail", name: { zh: "邮件", en: "Email" } },
      ],
    },
    valid: [["sms"], ["sms", "mail"], []],
    invalid: [["other"], "sms", ["sms", "sms"]],
    sample: ({ options }, n) => [options[n % options.length]!.key],
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** The keys of the selected options, in the order of the options. */
    checkboxlist: { value: string[]; options: { options: Choice[]; dataSource?: string } };
  }
}
