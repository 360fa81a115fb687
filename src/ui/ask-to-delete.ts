import type { Locale, Text } from "#kit/text.ts";
import { ask } from "./confirm.tsx";
import { notify } from "./toast.tsx";

const texts = {
  no: { zh: "取消", en: "Cancel" },
  cancelled: { zh: "已取消删除", en: "Deletion cancelled" },
};

/** Asks whether to delete something; `name` is the title and the button. Says so when it is cancelled. */
export async function askToDelete(name: string, text: Text, locale: Locale): Promise<boolean> {
  const isYes = await ask({ title: name, text: text[locale], yes: name, no: texts.no[locale], isDangerous: true });
  if (!isYes) notify("info", texts.cancelled[locale]);
  return isYes;
}
