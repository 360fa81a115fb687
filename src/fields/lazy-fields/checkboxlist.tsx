import { array, maxLength, refine, string } from "zod/mini";
import { defineField } from "#kit/field.ts";
import { choiceSetting } from "#kit/field-settings.ts";
import { listSeparator } from "#kit/list-text.ts";
import { LabelledCheckbox } from "#ui/labelled-checkbox.tsx";

export default defineField({
  type: "checkboxlist",
  title: { zh: "多选", en: "Checkbox list" },
  storage: "json",
  check: ({ options }) =>
    array(string().check(refine((value) => options.some(({ key }) => key === value)))).check(
      maxLength(options.length),
      refine((keys) => new Set(keys).size === keys.length),
    ),
  message: () => ({ zh: "请从列表中选择", en: "Choose options from the list" }),
  operators: ["has"],
  choices: ({ options }) => options,
  isGroup: true,
  // A search form has a select, with which people search for one of the values.
  searchControl: (field) => ({ ...field, type: "dropdownlist" }),
  settings: choiceSetting,
  Show: ({ value, field, locale }) => {
    const names = value?.map((key) => field.options.find((option) => option.key === key)?.name ?? key);
    return <>{names?.join(listSeparator[locale])}</>;
  },
  Edit: ({ id, value, field, disabled, describedBy, onChange, onBlur }) => {
    const selected = value ?? [];
    // The keys are stored in the order of the options.
    const toggle = (key: string) =>
      onChange(
        field.options
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
        {field.options.map(({ key, name }) => (
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
    checkboxlist: { value: string[]; options: { options: Choice[] } };
  }
}
