import type { Choice } from "./field.ts";
import type { Localized, Text } from "./text.ts";

// They are part of the text (B-356).
const dots = "...";

/** Why a field has no options (B-266). */
export const sourceTexts = {
  missing: { zh: `请配置数据源api${dots}`, en: `Please configure the data source api${dots}` },
  unknown: { zh: "KeyValue 数据源获取失败", en: "The KeyValue data source could not be loaded" },
} satisfies Record<string, Text>;

/** The colours that an option can have: tokens of the status tag. */
export const choiceColors: readonly Choice[] = [
  { key: "malachite", name: { zh: "绿色", en: "Green" }, color: "malachite" },
  { key: "azurite", name: { zh: "蓝色", en: "Blue" }, color: "azurite" },
  { key: "amethyst", name: { zh: "紫色", en: "Purple" }, color: "amethyst" },
  { key: "cinnabar", name: { zh: "红色", en: "Red" }, color: "cinnabar" },
  { key: "orpiment", name: { zh: "黄色", en: "Yellow" }, color: "orpiment" },
  { key: "ochre", name: { zh: "棕色", en: "Brown" }, color: "ochre" },
];

/** Whether a new value may be this option. */
export const isSelectable = ({ disabled }: Pick<Choice, "disabled">): boolean => disabled !== true;

/** The options as a search offers them: rows may still have a disabled one. */
export const searchChoices = (options: readonly Choice[]): Choice[] =>
  options.map(({ disabled: _disabled, ...choice }) => choice);

/**
 * The options that a control offers: all that are not disabled, and those that are selected already, whether they are disabled or no longer exist. An
 * option that no longer exists has its key as its name.
 */
export function offeredChoices(
  options: readonly Localized<Choice>[],
  selectedKeys: readonly (string | null)[],
): Localized<Choice>[] {
  const keys = new Set(options.map(({ key }) => key));
  const removedKeys = selectedKeys.filter((key): key is string => key !== null && !keys.has(key));
  return [
    ...options.filter((option) => isSelectable(option) || selectedKeys.includes(option.key)),
    ...removedKeys.map((key) => ({ key, name: key })),
  ];
}
