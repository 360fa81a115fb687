import type { RowAction } from "#kit/auto.ts";
import type { CallInput } from "#kit/call.ts";
import { formatText, type Locale } from "#kit/text.ts";
import { ask } from "#ui/confirm.tsx";
import { notify } from "#ui/toast.tsx";

/** Fixed wording (B-158) with full-width marks; a name stands in quotes. */
const texts = {
  title: { zh: "删除", en: "Delete" },
  one: { zh: "此操作将删除“{name}”，是否继续？", en: "This will delete “{name}”. Continue?" },
  many: { zh: "此操作将删除 {count} 条数据，是否继续？", en: "This will delete {count} records. Continue?" },
  nameless: { zh: "此操作将删除该数据，是否继续？", en: "This will delete this record. Continue?" },
  yes: { zh: "删除", en: "Delete" },
  no: { zh: "取消", en: "Cancel" },
  cancelled: { zh: "已取消删除", en: "Deletion cancelled" },
  done: { zh: "删除成功！", en: "Deleted" },
  noUrl: { zh: "删除接口ApiUrl不能为空", en: "The delete action has no URL" },
  noId: { zh: "行数据Id不存在", en: "The record has no ID" },
  noRows: { zh: "请选择需要删除的数据", en: "Select the records to delete" },
  failed: { zh: "失败", en: "Failed" },
};

type Deleting = {
  type: string;
  ids: readonly string[];
  name: string | undefined;
  action: RowAction | undefined;
  locale: Locale;
  remove: (input: CallInput<"DELETE Api/{type}/QueryDelete">) => Promise<unknown>;
};

/** Asks, deletes one row or many (all or none), and says what came of it. Resolves to whether rows are gone. */
export async function deleteRows({ type, ids, name, action, locale, remove }: Deleting): Promise<boolean> {
  const refuse = (text: (typeof texts)[keyof typeof texts]) => (notify("error", text[locale]), false);
  if (action === undefined || action.url === "") return refuse(texts.noUrl);
  if (ids.length === 0) return refuse(texts.noRows);
  if (ids.some((id) => id === "")) return refuse(texts.noId);
  const text =
    ids.length > 1
      ? formatText(texts.many, { count: ids.length })
      : name === undefined
        ? texts.nameless
        : formatText(texts.one, { name });
  const isSure = await ask({
    title: texts.title[locale],
    text: text[locale],
    yes: texts.yes[locale],
    no: texts.no[locale],
    isDangerous: true,
  });
  if (!isSure) return (notify("info", texts.cancelled[locale]), false);
  try {
    await remove(ids.length > 1 ? { type, ids: ids.join(",") } : { type, id: ids[0]! });
  } catch (error) {
    notify("error", texts.failed[locale], { description: error instanceof Error ? error.message : String(error) });
    return false;
  }
  notify("success", texts.done[locale]);
  return true;
}
