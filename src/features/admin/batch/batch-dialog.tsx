import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { RequestAction } from "#kit/auto.ts";
import { type BatchPreview, type BatchVerb, maxDirectBatchRows, type Selection } from "#kit/batch.ts";
import { listSeparator } from "#kit/list-text.ts";
import { deletionTopic, maxUndoRows } from "#kit/row-history.ts";
import { formatText } from "#kit/text.ts";
import { setActivity } from "#client/activity.ts";
import { call } from "#client/call.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { QueryContent } from "#ui/query-content.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { randomId } from "#ui/random-id.ts";
import { notify } from "#ui/toast.tsx";
import { type FieldValues, SetFields, shownValues } from "./set-fields.tsx";
import { notifyUndoable, undoOf } from "./undo-notice.ts";

const texts = {
  update: { zh: "批量设置", en: "Set fields" },
  delete: { zh: "批量删除", en: "Delete records" },
  found: { zh: "已选 {count} 条", en: "{count} {n|record|records} selected" },
  willUpdate: { zh: "将更改 {count} 条", en: "{count} {n|record|records} will change" },
  willDelete: {
    zh: "此操作将删除 {count} 条数据，是否继续？",
    en: "This will delete {count} {n|record|records}. Continue?",
  },
  willUpdateAtMost: { zh: "最多更改 {count} 条", en: "Up to {count} {n|record|records} will change" },
  willDeleteAtMost: {
    zh: "此操作最多删除 {count} 条数据，是否继续？",
    en: "This will delete up to {count} {n|record|records}. Continue?",
  },
  unchecked: {
    zh: "其中 {count} 条将在执行时检查，无法更改的保持不变。",
    en: "{count} of them will be checked as this runs. Any that cannot be changed will be left unchanged.",
  },
  none: { zh: "没有可以更改的数据", en: "None of these can be changed" },
  names: { zh: "包括{names}等", en: "Including {names}" },
  refused: { zh: "{count} 条保持不变：{reason}", en: "{count} left unchanged: {reason}" },
  undoable: { zh: "完成后 10 分钟内可以撤销。", en: "You can undo this for ten minutes." },
  later: {
    zh: "数量较多，将在后台执行，可在“任务”中查看进度。",
    en: "This runs in the background. Follow the progress in Activity.",
  },
  next: { zh: "下一步", en: "Next" },
  back: { zh: "上一步", en: "Back" },
  cancel: { zh: "取消", en: "Cancel" },
  apply: { zh: "更改 {count} 条", en: "Change {count}" },
  remove: { zh: "删除 {count} 条", en: "Delete {count}" },
  run: { zh: "{name}（{count} 条）", en: "{name} ({count})" },
  running: { zh: "正在处理…", en: "Working…" },
  updated: { zh: "已更新 {count} 条", en: "{count} {n|record|records} updated" },
  deleted: { zh: "删除成功！", en: "Deleted" },
  started: { zh: "已开始执行", en: "Started in the background" },
};

const withCount = (text: { zh: string; en: string }, count: number, otherValues: Record<string, string> = {}) =>
  formatText(text, { n: count, count: count.toLocaleString("en"), ...otherValues });

/** The text for the number of rows that would change. `isUpperBound`: some of them have not been checked. */
function effectText(verb: BatchVerb, isUpperBound: boolean) {
  if (verb === "delete") return isUpperBound ? texts.willDeleteAtMost : texts.willDelete;
  return isUpperBound ? texts.willUpdateAtMost : texts.willUpdate;
}

/** A preview of the effect on the rows. */
function BatchReview({ verb, isUndoable, preview }: { verb: BatchVerb; isUndoable: boolean; preview: BatchPreview }) {
  const t = useText();
  const locale = useLocale();
  const { possible, unchecked, refusals, effects, names, count } = preview;
  const joinNames = (rowNames: readonly string[]) =>
    rowNames.map((name) => (locale === "zh" ? `“${name}”` : name)).join(listSeparator[locale]);
  return (
    <div className="mt-3 grid gap-3">
      <p className="font-medium">
        {t(possible === 0 ? texts.none : withCount(effectText(verb, unchecked > 0), possible))}
      </p>
      {names.length > 0 && (
        <p className="text-sm break-words text-ink-2">
          {names.length === possible ? joinNames(names) : t(formatText(texts.names, { names: joinNames(names) }))}
        </p>
      )}
      {possible > 0 && effects.length > 0 && (
        <ul className="grid list-none gap-1 rounded-sm border border-line px-3 py-2 text-sm">
          {effects.map((effect) => (
            <li key={effect} className="break-words">
              {effect}
            </li>
          ))}
        </ul>
      )}
      {refusals.length > 0 && (
        <ul className="grid list-none gap-1 rounded-sm border border-line bg-paper-2 px-3 py-2 text-sm text-ink-2">
          {refusals.map(({ reason, count: refusedCount, names: examples }) => (
            <li key={reason} className="break-words">
              {t(withCount(texts.refused, refusedCount, { reason }))}
              {examples.length > 0 && <span className="text-ink-3"> ({joinNames(examples)})</span>}
            </li>
          ))}
        </ul>
      )}
      {unchecked > 0 && <p className="text-sm text-ink-2">{t(withCount(texts.unchecked, unchecked))}</p>}
      {possible > 0 && (
        <p className="text-sm text-ink-3">
          {count > maxDirectBatchRows && `${t(texts.later)} `}
          {/* Not for a job: its result offers the undo. */}
          {isUndoable && count <= Math.min(maxUndoRows, maxDirectBatchRows) && t(texts.undoable)}
        </p>
      )}
    </div>
  );
}

/** The title of the dialog, the text of its last button, and whether the operation destroys data. */
function dialogTextsOf(verb: BatchVerb, action: RequestAction | undefined) {
  if (action !== undefined) {
    const { name, question } = action;
    const isDangerous = question?.isDangerous === true;
    return { title: { zh: name, en: name }, isDangerous, submitText: formatText(texts.run, { name }) };
  }
  const isDangerous = verb === "delete";
  return isDangerous
    ? { title: texts.delete, isDangerous, submitText: texts.remove }
    : { title: texts.update, isDangerous, submitText: texts.apply };
}

type DialogProps = {
  type: string;
  verb: BatchVerb;
  /** The command, if the verb is `command`. */
  action?: RequestAction;
  selection: Selection;
  /** Called after the rows have changed, and after they were restored. */
  onChanged: () => Promise<void>;
  onClose: () => void;
};

/** Changes or deletes many rows: choose fields, review, run. */
export function BatchDialog({ type, verb, action, selection, onChanged, onClose }: DialogProps) {
  const t = useText();
  const locale = useLocale();
  const [values, setValues] = useState<FieldValues>({});
  const [isReviewed, setReviewed] = useState(verb !== "update");
  // Before the review the preview serves only to count the rows and to list their fields: it is not requested again for each typed value.
  const reviewedValues = isReviewed ? values : {};
  const command = action === undefined ? {} : { command: action.command };
  const batch = { type, verb, ...command, selection, values: reviewedValues };
  const { title, isDangerous, submitText } = dialogTextsOf(verb, action);
  const query = useQuery({
    queryKey: ["batch", locale, batch],
    // The cast is needed because the output's schema leaves the options of field types open.
    queryFn: async ({ signal }) =>
      (await call("POST Api/{type}/BatchPreview", batch, { signal })) as unknown as BatchPreview,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const preview = query.data;
  const run = useMutation({
    async mutationFn({ stamp, count }: BatchPreview) {
      const input = { ...batch, stamp };
      if (count > maxDirectBatchRows) {
        await call("POST Api/Job/Start", { name: "changeRows", input }, { idempotencyKey: randomId() });
        notify("success", t(texts.started));
        setActivity({ isOpen: true });
      } else {
        const { changed, text, undo } = await call("POST Api/{type}/Batch", input, { idempotencyKey: randomId() });
        const doneText = verb === "delete" ? texts.deleted : withCount(texts.updated, changed);
        if (undo === undefined) notify("success", text ?? doneText[locale]);
        else {
          const topic = verb === "delete" ? { topic: deletionTopic(type) } : {};
          notifyUndoable(doneText, { undo: undoOf(type, undo), locale, onUndone: onChanged, ...topic });
        }
        await onChanged();
      }
      onClose();
    },
    // The rows may have been changed by others: load the review again.
    onError: () => void query.refetch(),
  });
  const isEmpty = Object.keys(values).length === 0;
  function review(): void {
    setValues(shownValues(preview?.columns ?? [], values));
    setReviewed(true);
  }
  const isReady = preview !== undefined && preview.possible > 0 && !query.isFetching && !run.isPending;

  return (
    <Dialog
      isOpen
      size={verb === "update" ? "wide" : "small"}
      title={t(title)}
      onClose={onClose}
      actions={
        <>
          {isReviewed && verb === "update" ? (
            <Button onClick={() => setReviewed(false)}>{t(texts.back)}</Button>
          ) : (
            <Button onClick={onClose}>{t(texts.cancel)}</Button>
          )}
          {isReviewed ? (
            <Button
              kind={isDangerous ? "danger" : "primary"}
              disabled={!isReady}
              onClick={() => preview !== undefined && run.mutate(preview)}
            >
              {t(run.isPending ? texts.running : withCount(submitText, preview?.possible ?? 0))}
            </Button>
          ) : (
            <Button kind="primary" disabled={isEmpty} onClick={review}>
              {t(texts.next)}
            </Button>
          )}
        </>
      }
    >
      <QueryContent query={query} height="h-24">
        {(loadedPreview) =>
          isReviewed ? (
            <BatchReview verb={verb} isUndoable={action?.isUndoable !== false} preview={loadedPreview} />
          ) : (
            <div className="mt-3 grid gap-4">
              <p className="text-ink-2">{t(withCount(texts.found, loadedPreview.count))}</p>
              <SetFields columns={loadedPreview.columns} values={values} onChange={setValues} />
            </div>
          )
        }
      </QueryContent>
      {run.error !== null && (
        <p role="alert" className="mt-3 text-danger">
          {run.error.message}
        </p>
      )}
    </Dialog>
  );
}
