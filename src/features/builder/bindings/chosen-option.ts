import { formatText, type Text } from "#kit/text.ts";

type Option = { key: string; name: string };

/** A field as an option of a choice. */
export const toOption = ({ name, label }: { name: string; label: string }): Option => ({ key: name, name: label });

const goneText = { zh: "{name}（已不可用）", en: "{name} (not available)" };

/** The options of a choice, with the chosen one at the end if it is not among them any more. `isGone`: whether it is not. */
export function withChosenOption(
  options: readonly Option[],
  chosen: string | null,
  t: (text: Text) => string,
): { options: Option[]; isGone: boolean } {
  if (chosen === null || options.some(({ key }) => key === chosen)) return { options: [...options], isGone: false };
  return { options: [...options, { key: chosen, name: t(formatText(goneText, { name: chosen })) }], isGone: true };
}
