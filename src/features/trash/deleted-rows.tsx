import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { errorMessage } from "#kit/error-message.ts";
import { dateTime, days } from "#kit/format.ts";
import { actorName, deletionTopic, trashDays, type TrashRow } from "#kit/row-history.ts";
import { formatText, type Text } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { useUrlFor } from "#client/person.ts";
import { Button } from "#ui/button.tsx";
import { MoreButton } from "#ui/more-button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { ask } from "#ui/confirm.tsx";
import { QueryContent } from "#ui/query-content.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { closeToasts, notify } from "#ui/toast.tsx";

const texts = {
  nameless: { zh: "未命名", en: "Untitled" },
  deleted: { zh: "{name} 删除于 {time}", en: "Deleted by {name} · {time}" },
  deletedSelf: { zh: "您删除于 {time}", en: "Deleted by you · {time}" },
  deletedAt: { zh: "删除于 {time}", en: "Deleted {time}" },
  left: {
    zh: "{days} 天后彻底删除",
    en: "Permanently deleted in {days} {days|day|days}",
  },
  soon: { zh: "即将彻底删除", en: "Permanently deleted soon" },
  select: { zh: "选择“{name}”", en: "Select “{name}”" },
  selectAll: { zh: "全选", en: "Select all" },
  selected: { zh: "已选 {count} 条", en: "{count} selected" },
  restore: { zh: "恢复", en: "Restore" },
  restored: { zh: "已恢复 {count} 条数据", en: "{count} {count|record|records} restored" },
  restoredOne: { zh: "已恢复“{name}”", en: "“{name}” restored" },
  view: { zh: "查看", en: "View" },
  viewList: { zh: "查看列表", en: "View list" },
  erase: { zh: "彻底删除", en: "Delete permanently" },
  sure: { zh: "彻底删除 {count} 条数据？", en: "Permanently delete {count} {count|record|records}?" },
  sureOne: { zh: "彻底删除“{name}”？", en: "Permanently delete “{name}”?" },
  sureText: { zh: "删除后无法恢复。", en: "This cannot be undone." },
  erased: { zh: "已彻底删除 {count} 条数据", en: "{count} {count|record|records} permanently deleted" },
  no: { zh: "取消", en: "Cancel" },
  failed: { zh: "失败", en: "Failed" },
  none: { zh: "没有已删除的数据", en: "No deleted records" },
  tooMany: { zh: "一次最多处理 100 条数据", en: "Up to 100 records at a time" },
};

/** Maximum rows per call. */
const maxRows = 100;

/** A text about rows: with the title of a single one, else with their number. */
function textFor(rows: readonly TrashRow[], { one, several }: { one: Text; several: Text }): Text {
  const title = rows.length === 1 ? rows[0]!.title : "";
  return title === "" ? formatText(several, { count: rows.length }) : formatText(one, { name: title });
}

/** To the nearest day: a row that was deleted a moment ago has all of them. */
const daysLeft = ({ deletedAt }: TrashRow) =>
  Math.round((Date.parse(deletedAt) + days(trashDays) - Date.now()) / days(1));

type RowProps = { row: TrashRow; isSelected: boolean; isBusy: boolean; onSelect: (isSelected: boolean) => void };
type RowActions = { onRestore: () => void; onErase: () => void };

/** A deleted row: its title, who deleted it, and when it expires. */
function DeletedRow({ row, isSelected, isBusy, onSelect, onRestore, onErase }: RowProps & RowActions) {
  const t = useText();
  const { title, summary, deletedAt, by } = row;
  const name = title === "" ? t(texts.nameless) : title;
  const remainingDays = daysLeft(row);
  const time = dateTime(deletedAt, "yyyy-MM-dd HH:mm");
  const deletion = by === null ? texts.deletedAt : by.isSelf ? texts.deletedSelf : texts.deleted;
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-4 gap-y-3 border-t border-line px-4 py-3 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
      <span className="pt-1">
        <Checkbox
          checked={isSelected}
          disabled={isBusy}
          label={t(formatText(texts.select, { name }))}
          onCheckedChange={onSelect}
        />
      </span>
      <div className="min-w-0">
        <p className="font-medium break-words">{name}</p>
        {summary !== "" && <p className="line-clamp-2 text-sm break-words text-ink-2">{summary}</p>}
        <p className="mt-1 flex flex-wrap gap-x-3 text-sm text-ink-3">
          <span>{t(formatText(deletion, { time, name: by === null ? "" : t(actorName(by)) }))}</span>
          <span>{t(remainingDays < 1 ? texts.soon : formatText(texts.left, { days: remainingDays }))}</span>
        </p>
      </div>
      <div className="col-start-2 flex flex-wrap gap-2 sm:col-start-3">
        <Button disabled={isBusy} onClick={onRestore}>
          {t(texts.restore)}
        </Button>
        <Button kind="quiet" disabled={isBusy} onClick={onErase}>
          {t(texts.erase)}
        </Button>
      </div>
    </li>
  );
}

/** The deleted rows of one entity, with buttons to restore them or delete them permanently, one by one or several at once. */
export function DeletedRows({ type, onChanged }: { type: string; onChanged: () => void }) {
  const t = useText();
  const locale = useLocale();
  const client = useQueryClient();
  const navigate = useNavigate();
  const urlForReader = useUrlFor();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const query = useInfiniteQuery({
    queryKey: ["trash", type, locale],
    queryFn: ({ pageParam: before, signal }) =>
      call("GET Api/{type}/QueryTrash", { type, ...(before === null ? {} : { before }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    gcTime: 0,
  });
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ verb, ids }: { verb: "restore" | "erase"; ids: string[] }): Promise<object> =>
      verb === "restore"
        ? call("POST Api/{type}/RestoreDeleted", { type, ids })
        : call("POST Api/{type}/Erase", { type, ids }),
  });

  function confirmErase(rows: readonly TrashRow[]): Promise<boolean> {
    const title = textFor(rows, { one: texts.sureOne, several: texts.sure });
    const question = { title: t(title), text: t(texts.sureText), yes: t(texts.erase), no: t(texts.no) };
    return ask({ ...question, isDangerous: true });
  }

  /** Confirms that rows are restored, with a link to the row or to the list. */
  function notifyRestored(rows: readonly TrashRow[]): void {
    const [row] = rows;
    const link =
      rows.length === 1
        ? { name: t(texts.view), url: `/paas/${type}/edit?id=${row!.id}` }
        : { name: t(texts.viewList), url: `/paas/${type}/list` };
    notify("success", t(textFor(rows, { one: texts.restoredOne, several: texts.restored })), {
      actions: [{ name: link.name, run: () => void navigate(urlForReader(link.url)) }],
    });
  }

  async function act(verb: "restore" | "erase", rows: readonly TrashRow[]): Promise<void> {
    if (rows.length > maxRows) return notify("error", t(texts.tooMany));
    if (verb === "erase" && !(await confirmErase(rows))) return;
    try {
      await mutateAsync({ verb, ids: rows.map(({ id }) => id) });
      // The list that these rows were deleted from may still offer to undo that.
      closeToasts(deletionTopic(type));
      if (verb === "restore") notifyRestored(rows);
      else notify("success", t(formatText(texts.erased, { count: rows.length })));
      setSelected(new Set());
    } catch (error) {
      notify("error", t(texts.failed), { description: errorMessage(error) });
    }
    await Promise.all([query.refetch(), client.invalidateQueries({ queryKey: ["table", type] })]);
    onChanged();
  }

  return (
    <QueryContent query={query} height="h-60">
      {({ pages }) => {
        const rows = pages.flatMap((page) => page.rows);
        const selectedRows = rows.filter(({ id }) => selected.has(id));
        if (rows.length === 0) return <p className="text-ink-2">{t(texts.none)}</p>;
        return (
          <div className="grid gap-4">
            <section className="border border-line bg-sheet">
              <div className="flex min-h-13 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2">
                <label className="flex items-center gap-3 text-sm text-ink-2">
                  <Checkbox
                    checked={selectedRows.length === rows.length}
                    indeterminate={selectedRows.length > 0 && selectedRows.length < rows.length}
                    disabled={isPending}
                    onCheckedChange={(isOn) => setSelected(new Set(isOn ? rows.map(({ id }) => id) : []))}
                  />
                  {selectedRows.length === 0
                    ? t(texts.selectAll)
                    : t(formatText(texts.selected, { count: selectedRows.length }))}
                </label>
                {selectedRows.length > 0 && (
                  <div className="flex flex-wrap gap-2">
                    <Button disabled={isPending} onClick={() => void act("restore", selectedRows)}>
                      {t(texts.restore)}
                    </Button>
                    <Button kind="danger" disabled={isPending} onClick={() => void act("erase", selectedRows)}>
                      {t(texts.erase)}
                    </Button>
                  </div>
                )}
              </div>
              <ul className="m-0 list-none p-0">
                {rows.map((row) => (
                  <DeletedRow
                    key={row.id}
                    row={row}
                    isSelected={selected.has(row.id)}
                    isBusy={isPending}
                    onSelect={(isOn) =>
                      setSelected(
                        (previous) =>
                          new Set(isOn ? [...previous, row.id] : [...previous].filter((id) => id !== row.id)),
                      )
                    }
                    onRestore={() => void act("restore", [row])}
                    onErase={() => void act("erase", [row])}
                  />
                ))}
              </ul>
            </section>
            <MoreButton query={query} className="justify-self-start" />
          </div>
        );
      }}
    </QueryContent>
  );
}
