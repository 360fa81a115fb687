import { sourceTexts } from "#kit/choices.ts";
import type { Choice } from "#kit/field.ts";
import type { Locale, Localized } from "#kit/text.ts";
import { StatusTag } from "#ui/status-tag.tsx";

type Options = readonly Localized<Choice>[];

/** The option of a value, with its colour if the options have colours. A value that no option has is shown as it is. */
export function ChoiceName({ value, options }: { value: string; options: Options }) {
  const option = options.find(({ key }) => key === value);
  if (options.every(({ color }) => color === undefined)) return <>{option?.name ?? value}</>;
  // The colour of a status is the option's, else the first option's, else `orpiment` (B-163).
  return <StatusTag color={option?.color ?? options[0]?.color ?? "orpiment"}>{option?.name ?? value}</StatusTag>;
}

type SelectField = { options: Options; dataSource?: string; placeholder?: string };

/** The placeholder of a select: why it has no options (B-266), if it has none. */
export function placeholderOf({ options, dataSource, placeholder }: SelectField, locale: Locale): string | undefined {
  if (options.length > 0) return placeholder;
  return sourceTexts[dataSource === undefined ? "missing" : "unknown"][locale];
}
