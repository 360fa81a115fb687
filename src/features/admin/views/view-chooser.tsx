import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { useEffect, useState } from "react";
import { defaultPageSize, pageSizes, type ListDescription } from "#kit/auto.ts";
import { isSame } from "#kit/same.ts";
import type { SavedView, ViewContent } from "#kit/saved-view.ts";
import { errorMessage } from "#kit/error-message.ts";
import { formatText, type Text } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { useLocale, useText } from "#ui/locale.ts";
import { Menu } from "#ui/menu.tsx";
import { notify } from "#ui/toast.tsx";
import { ask } from "#ui/confirm.tsx";
import { layoutOf } from "../columns/displayed-layout.ts";
import { ViewDialog } from "./view-dialog.tsx";

const texts = {
  label: { zh: "视图：{name}", en: "View: {name}" },
  all: { zh: "全部数据", en: "All records" },
  changed: { zh: "{name}（已修改）", en: "{name} (edited)" },
  shared: { zh: "共享", en: "Shared" },
  standard: { zh: "默认", en: "Default" },
  save: { zh: "保存修改", en: "Save changes" },
  saveShared: { zh: "为所有人保存修改", en: "Save changes for everyone" },
  discard: { zh: "放弃修改", en: "Discard changes" },
  add: { zh: "另存为新视图…", en: "Save as a new view…" },
  edit: { zh: "名称与共享…", en: "Name and sharing…" },
  setDefault: { zh: "设为我的默认视图", en: "Open this list with this view" },
  noDefault: { zh: "不再作为默认视图", en: "Stop opening with this view" },
  remove: { zh: "删除视图", en: "Delete view" },
  removeText: { zh: "此操作将删除“{name}”，是否继续？", en: "This will delete “{name}”. Continue?" },
  no: { zh: "取消", en: "Cancel" },
  saved: { zh: "视图已保存", en: "View saved" },
  done: { zh: "已更新", en: "Updated" },
  failed: { zh: "失败", en: "Failed" },
};

/** The properties of a list's search that a view stores. The default page size is not stored. */
function searchOf({ fields, filter, sort, pageSize }: SearchState): ViewContent {
  const size = pageSizes.find((candidate) => candidate === pageSize && candidate !== defaultPageSize);
  return {
    fields,
    ...(filter === undefined ? {} : { filter }),
    ...(sort === undefined ? {} : { sort }),
    ...(size === undefined ? {} : { pageSize: size }),
  };
}

/** Whether two searches find the same. The order of keys differs between the database and the address, and has no meaning. */
const isSameSearch = (one: SearchState, other: SearchState) => isSame(searchOf(one), searchOf(other));

/** The search of a list or of a view. */
type SearchState = Omit<ViewContent, "pageSize" | "layout"> & { pageSize?: number | undefined };

type Run = () => unknown;
type MenuItem = { name: Text; run: Run };

/** The menu items for a chosen view whose search or layout was changed. */
function changeItems(
  { isEditable, isShared }: SavedView,
  { save, discard }: Record<"save" | "discard", Run>,
): MenuItem[] {
  return [
    ...(isEditable ? [{ name: isShared ? texts.saveShared : texts.save, run: save }] : []),
    { name: texts.discard, run: discard },
  ];
}

/** The menu items for the chosen view. */
function viewItems(
  { isEditable, isDefault }: SavedView,
  { edit, setDefault, remove }: Record<"edit" | "setDefault" | "remove", Run>,
): MenuItem[] {
  return [
    ...(isEditable ? [{ name: texts.edit, run: edit }] : []),
    { name: isDefault ? texts.noDefault : texts.setDefault, run: setDefault },
    ...(isEditable ? [{ name: texts.remove, run: remove }] : []),
  ];
}

type ChooserProps = {
  type: string;
  description: ListDescription;
  /** The current search of the list. */
  content: SearchState;
  /** The id of the chosen view; undefined for none. */
  chosenId: string | undefined;
  /** Called with the chosen view; undefined for the list without a view. */
  onChoose: (view: Pick<SavedView, "id" | "content"> | undefined) => void;
  /** Called with the loaded views, for the palette. */
  onViews: (views: readonly SavedView[]) => void;
};

/** The menu of saved views, next to the title of a list. */
export function ViewChooser({ type, description, content, chosenId, onChoose, onViews }: ChooserProps) {
  const t = useText();
  const locale = useLocale();
  const client = useQueryClient();
  const key = ["views", type, locale];
  const [dialog, setDialog] = useState<SavedView | "new">();
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call("GET paas/table/views", { type }, { signal }),
  });
  const views: readonly SavedView[] = data?.views ?? [];
  const view = views.find(({ id }) => id === chosenId);
  const isChanged = view !== undefined && (view.isLayoutChanged || !isSameSearch(content, view.content));
  const currentContent: ViewContent = { ...searchOf(content), layout: layoutOf(description) };
  const refresh = () => client.invalidateQueries({ queryKey: key });

  async function discard({ id, content: savedContent, isLayoutChanged }: SavedView): Promise<void> {
    onChoose({ id, content: savedContent });
    if (!isLayoutChanged) return;
    await runAndNotify(() => call("POST paas/table/layout", { type, view: id, layout: null }), texts.done);
    await client.invalidateQueries({ queryKey: ["table", type] });
  }
  /** Runs a call, shows whether it succeeded, and refetches the views. */
  async function runAndNotify(run: () => Promise<unknown>, successText: Text): Promise<void> {
    try {
      await run();
      notify("success", t(successText));
    } catch (error) {
      notify("error", t(texts.failed), { description: errorMessage(error) });
    }
    await refresh();
  }
  function choose(savedView: SavedView): void {
    if (savedView.problem === undefined) onChoose(savedView);
    else notify("info", savedView.problem);
  }
  const save = ({ id }: SavedView) =>
    runAndNotify(() => call("POST paas/table/saveView", { type, id, content: currentContent }), texts.saved);
  const setDefault = ({ id, isDefault }: SavedView) =>
    runAndNotify(() => call("POST paas/table/defaultView", { type, id: isDefault ? null : id }), texts.done);
  async function remove({ id, name }: SavedView): Promise<void> {
    const text = t(formatText(texts.removeText, { name }));
    if (!(await ask({ title: t(texts.remove), text, yes: t(texts.remove), no: t(texts.no), isDangerous: true })))
      return;
    await runAndNotify(() => call("DELETE Api/{type}/QueryDelete", { type: "savedView", id }), texts.done);
    onChoose(undefined);
  }

  useEffect(() => {
    onViews(views);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [data]);

  const name = view?.name ?? t(texts.all);
  const label = isChanged ? t(formatText(texts.changed, { name })) : name;
  const noteOf = (savedView: SavedView) =>
    [...(savedView.isShared ? [t(texts.shared)] : []), ...(savedView.isDefault ? [t(texts.standard)] : [])].join(" · ");
  return (
    <>
      <Menu
        align="start"
        label={t(formatText(texts.label, { name: label }))}
        className="flex min-h-9 max-w-full min-w-0 items-center gap-1.5 rounded-sm px-2 text-ink-2 hover:bg-paper-3 hover:text-ink pointer-coarse:min-h-11"
        trigger={
          <>
            <span className="truncate">{label}</span>
            <ChevronDown size={16} strokeWidth={1.5} aria-hidden="true" className="shrink-0 text-ink-3" />
          </>
        }
        items={[
          { name: t(texts.all), isChosen: view === undefined, run: () => onChoose(undefined) },
          ...views.map((savedView) => ({
            name: savedView.name,
            note: noteOf(savedView),
            isChosen: savedView.id === chosenId,
            run: () => choose(savedView),
          })),
          "separator" as const,
          ...[
            ...(view !== undefined && isChanged
              ? changeItems(view, { save: () => save(view), discard: () => discard(view) })
              : []),
            { name: texts.add, run: () => setDialog("new") },
            ...(view === undefined
              ? []
              : viewItems(view, {
                  edit: () => setDialog(view),
                  setDefault: () => setDefault(view),
                  remove: () => remove(view),
                })),
          ].map((item) => ({ name: t(item.name), run: () => void item.run() })),
        ]}
      />
      {dialog !== undefined && (
        <ViewDialog
          type={type}
          view={dialog === "new" ? undefined : dialog}
          content={currentContent}
          canShare={data?.canShare === true}
          onSaved={async (id) => {
            await refresh();
            if (dialog === "new") onChoose({ id, content: currentContent });
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  );
}
