import type { AutoForm } from "#kit/auto.ts";
import type { Locale } from "#kit/text.ts";

const texts = {
  edit: { zh: "编辑{name}", en: "Edit {name}" },
  add: { zh: "新增{name}", en: "Add {name}" },
};

/** The title of a form: "Edit plan", "Add plan", or "Plan" for a read-only form. `saveWord` replaces "Add". */
export function formTitle({ row, name, hiddenButton, saveWord }: AutoForm, locale: Locale): string {
  if (hiddenButton) return name;
  const lowerName = locale === "zh" ? name : name.toLowerCase();
  if (row === null && saveWord !== undefined)
    return locale === "zh" ? saveWord + lowerName : `${saveWord} ${lowerName}`;
  return texts[row === null ? "add" : "edit"][locale].replace("{name}", lowerName);
}
