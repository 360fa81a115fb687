import type { Locale, Text } from "#kit/text.ts";
import { ask } from "./confirm.tsx";
import { notify } from "./toast.tsx";

const texts = {
  no: { zh: "取消", en: "Cancel" },
  cancelled: { zh: "已取消删除", en: "Deletion cancelled" },
};

/**
 * Asks whether to delete something and returns the decision. `name`: title and confirm button of the dialog; `points`: what else the deletion does. Shows
 * a toast after a cancellation.
 */
export async function askToDelete(
  name: string,
  text: Text,
  locale: Locale,
  points: readonly string[] = [],
): Promise<boolean> {
  const isConfirmed = await ask({
    title: name,
    text: [text[locale], ...points].join(" "),
    yes: name,
    no: texts.no[locale],
    isDangerous: true,
  });
  if (!isConfirmed) notify("info", texts.cancelled[locale]);
  return isConfirmed;
}
