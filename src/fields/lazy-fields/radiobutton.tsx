import { refine, string } from "zod/mini";
import { defineField } from "#kit/field.ts";
import { choiceSetting } from "#kit/field-settings.ts";
import { RadioList } from "#ui/radio-list.tsx";

export default defineField({
  type: "radiobutton",
  title: { zh: "单选", en: "Radio buttons" },
  storage: "text",
  check: ({ options }) => string().check(refine((value) => options.some(({ key }) => key === value))),
  message: () => ({ zh: "请从列表中选择", en: "Choose an option from the list" }),
  operators: ["eq", "in"],
  isChoice: true,
  isGroup: true,
  choices: ({ options }) => options,
  searchControl: (field) => ({ ...field, type: "dropdownlist" }),
  settings: choiceSetting,
  Show: ({ value, field }) => <>{field.options.find(({ key }) => key === value)?.name ?? value}</>,
  Edit: ({ field, ...edit }) => <RadioList {...edit} options={field.options} isColumn={false} />,
  examples: {
    field: {
      options: [
        { key: "mail", name: { zh: "邮寄", en: "By post" } },
        { key: "pick-up", name: { zh: "自取", en: "Pick up" } },
      ],
    },
    valid: ["mail", "pick-up"],
    invalid: ["other", 1],
    sample: ({ options }, n) => options[n % options.length]!.key,
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    radiobutton: { value: string; options: { options: Choice[] } };
  }
}
