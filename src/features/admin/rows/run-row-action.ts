import type { QueryClient } from "@tanstack/react-query";
import { actionKey, type RequestAction, type RowAction } from "#kit/auto.ts";
import { createDoubleClickGuard } from "#kit/double-click.ts";
import { deletionTopic } from "#kit/row-history.ts";
import { formatText, type Locale } from "#kit/text.ts";
import type { RowEvent } from "#kit/row-action.ts";
import { shorten } from "#kit/text-length.ts";
import { askToDelete } from "#ui/ask-to-delete.ts";
import { call } from "#client/call.ts";
import { siteUrl } from "#client/space-site.ts";
import { ask } from "#ui/confirm.tsx";
import { copyText } from "#ui/copy.ts";
import { randomId } from "#ui/random-id.ts";
import { notify } from "#ui/toast.tsx";
import { notifyFailure, notifyUndoable, undoOf } from "../batch/undo-notice.ts";

// The Chinese wording of deletions is fixed (B-158), with full-width punctuation.
const texts = {
  one: { zh: "此操作将删除“{name}”，是否继续？", en: "This will delete “{name}”. Continue?" },
  many: { zh: "此操作将删除 {count} 条数据，是否继续？", en: "This will delete {count} records. Continue?" },
  nameless: { zh: "此操作将删除该数据，是否继续？", en: "This will delete this record. Continue?" },
  records: { zh: "{count} 条数据", en: "{count} records" },
  no: { zh: "取消", en: "Cancel" },
  done: { zh: "删除成功！", en: "Deleted" },
  noAction: { zh: "操作按钮配置错误", en: "This button is not set up correctly" },
  noUrl: { zh: "删除接口ApiUrl不能为空", en: "The delete action has no URL" },
  noId: { zh: "行数据Id不存在", en: "The record has no ID" },
  noRows: { zh: "请选择需要删除的数据", en: "Select the records to delete" },
  copied: { zh: "链接已复制", en: "Link copied" },
  uncopied: { zh: "链接复制失败，请重试", en: "Could not copy the link. Try again." },
};

type ActionRun = {
  type: string;
  ids: readonly string[];
  /** The row's name; undefined for several rows, or a row without one. */
  name: string | undefined;
  action: RowAction;
  locale: Locale;
  /** Called after an undo, also after a failed one. */
  onUndone: () => Promise<void>;
};

/** Asks for confirmation, deletes one row or many (all or none), and shows the outcome. Resolves to whether rows were deleted. */
async function deleteRows({ type, ids, name, action, locale, onUndone }: ActionRun): Promise<boolean> {
  const refuse = (reason: (typeof texts)[keyof typeof texts]) => (notify("error", reason[locale]), false);
  if (action.url === "") return refuse(texts.noUrl);
  if (ids.length === 0) return refuse(texts.noRows);
  if (ids.some((id) => id === "")) return refuse(texts.noId);
  const text =
    ids.length > 1
      ? formatText(texts.many, { count: ids.length })
      : name === undefined
        ? texts.nameless
        : formatText(texts.one, { name: shorten(name) });
  const { effects } = await call("POST Api/{type}/DeletePreview", { type, ids: [...ids] });
  if (!(await askToDelete(action.name, text, locale, effects))) return false;
  const input = ids.length > 1 ? { type, ids: ids.join(",") } : { type, id: ids[0]! };
  const { undo } = await call("DELETE Api/{type}/QueryDelete", input);
  notifyUndoable(texts.done, { undo: undoOf(type, undo), locale, onUndone, topic: deletionTopic(type) });
  return true;
}

/** Runs a command, after its confirmation question if it has one, and shows the server's message. Resolves to whether the command ran. */
async function runCommand(action: RequestAction, { type, ids, name, locale, onUndone }: ActionRun): Promise<boolean> {
  const { question, command } = action;
  if (question !== undefined) {
    const subject = ids.length > 1 ? formatText(texts.records, { count: ids.length })[locale] : shorten(name ?? "");
    const title = question.title.replace("{name}", () => subject);
    const { isDangerous } = question;
    if (!(await ask({ title, yes: action.name, no: texts.no[locale], isDangerous }))) return false;
  }
  const { text, kind, undo } = await call(
    "POST Api/{type}/Command",
    { type, command, ids: [...ids] },
    { idempotencyKey: randomId() },
  );
  if (undo === undefined) notify(kind, text);
  else notifyUndoable({ zh: text, en: text }, { undo: undoOf(type, undo), locale, onUndone });
  return true;
}

type EventHandler = (url: string, run: ActionRun) => Promise<void>;

/** The handlers of actions that run in the browser, by event. */
const eventHandlers: Record<RowEvent, EventHandler> = {
  async copyLink(url, { ids, locale }) {
    const isDone = await copyText(siteUrl(url.replace("{id}", ids[0]!)));
    notify(isDone ? "success" : "error", texts[isDone ? "copied" : "uncopied"][locale]);
  },
};

const mayRun = createDoubleClickGuard();

/** Runs an action on rows. Resolves to whether they may have changed. */
export async function runRowAction(run: ActionRun): Promise<boolean> {
  const { type, ids, action, locale } = run;
  // A confirmation question already prevents double clicks. After a "no", the action may be started again at once.
  const hasQuestion = action.event === "delete" || (action.event === "command" && action.question !== undefined);
  if (!hasQuestion && !mayRun(`${type} ${actionKey(action)} ${ids.join()}`)) return false;
  try {
    if (action.event === "delete") return await deleteRows(run);
    if (action.event === "command") return await runCommand(action, run);
    // A description from another version of the server may have actions that this one does not know.
    const handler = action.type === "event" ? (eventHandlers[action.event] as EventHandler | undefined) : undefined;
    if (handler === undefined) notify("error", texts.noAction[locale]);
    else await handler(action.url, run);
    return false;
  } catch (error) {
    notifyFailure(error, locale);
    return false;
  }
}

/** Refetches what an action on rows may have changed: lists of the type, and after a command the person with the menus, where light apps are. */
export const refreshAfterAction = async (client: QueryClient, type: string, { event }: RowAction): Promise<unknown> =>
  Promise.all([
    client.invalidateQueries({ queryKey: ["table", type] }),
    event === "command" && client.invalidateQueries({ queryKey: ["person"] }),
  ]);
