import { refine, string } from "zod/mini";
import { isSelectable, offeredChoices, searchChoices } from "#kit/choices.ts";
import type { Choice, EditProps } from "#kit/field.ts";
import { choiceSetting } from "#kit/field-settings.ts";
import type { Operator } from "#kit/filter.ts";
import type { Localized, Text } from "#kit/text.ts";
import { RadioList } from "#ui/radio-list.tsx";
import { ChoiceName } from "./choice-name.tsx";

type Options = { options: readonly Choice[] };
/** The options with names in the reader's language. */
type LocalizedOptions = { options: readonly Localized<Choice>[] };

const message = { zh: "请从列表中选择", en: "Choose an option from the list" };
const operators: Operator[] = ["eq", "in"];
const exampleChoices: Choice[] = [
  { key: "mail", name: { zh: "邮寄", en: "By post" } },
  { key: "pick-up", name: { zh: "自取", en: "Pick up" } },
];

/** The parts of a field type with one radio button per option, in a row or in a column. */
export const radioChoice = ({ isColumn }: { isColumn: boolean }) => ({
  storage: "text" as const,
  check: ({ options }: Options) =>
    string().check(refine((value) => options.some((option) => option.key === value && isSelectable(option)))),
  message: () => message,
  operators,
  isChoice: true as const,
  isGroup: true as const,
  choices: ({ options }: Options) => options,
  searchControl: ({ name, options }: Options & { name: Text }) => ({
    type: "dropdownlist" as const,
    name,
    options: searchChoices(options),
  }),
  settings: choiceSetting,
  Show: ({ value, field }: { value: string | null; field: LocalizedOptions }) =>
    value === null ? null : <ChoiceName value={value} options={field.options} />,
  Edit: ({ field, ...edit }: Omit<EditProps<"radiobutton">, "field"> & { field: LocalizedOptions }) => (
    <RadioList {...edit} options={offeredChoices(field.options, [edit.value])} isColumn={isColumn} />
  ),
  examples: {
    field: { options: exampleChoices },
    valid: ["mail", "pick-up"],
    invalid: ["other", 1],
    sample: ({ options }: Options, n: number) => options[n % options.length]!.key,
  },
});
