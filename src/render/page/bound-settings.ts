import type { BoundSettings } from "#kit/bound-page.ts";
import type { FieldConfig, TypeOf } from "#kit/field.ts";
import { definitionOf } from "#render/registry.ts";

/** The settings of components that can show a field of the page's row: texts, images and links, as their field types say. */
export const boundSettingsWith = (typeOf: TypeOf<"boundAs" | "inlineText">): BoundSettings => ({
  settingsOf: (record) => definitionOf(record)?.settings,
  partOf(field: FieldConfig) {
    const { boundAs, inlineText } = typeOf(field);
    return boundAs ?? (inlineText === undefined ? undefined : "text");
  },
});
