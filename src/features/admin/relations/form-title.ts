import type { AutoForm } from "#kit/auto.ts";
import type { Locale } from "#kit/text.ts";

const texts = {
  edit: { zh: "编辑{name}", en: "Edit {name}" },
  add: { zh: "新增{name}", en: "Add {name}" },
};

/** "Edit plan"; "Plan" for a read-only form. */
export function formTitle({ row, name, hiddenButton, saveWord }: AutoForm, locale: Locale): string {
  if (hiddenButton) return name;
  const lowerName = locale === "zh" ? name : name.toLowerCase();
  if (row === null && saveWord !== undefined)
    return locale === "zh" ? saveWord + lowerName : `${saveWord} ${lowerName}`;
  return texts[row === null ? "add" : "edit"][locale].replace("{name}", lowerName);
}
