import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import type { AnyRow } from "#kit/entity.ts";
import { errorMessage } from "#kit/error-message.ts";
import { maxMenuGroups, menuEntryKey } from "#kit/menu.ts";
import { type MenuName, menuNames, menus } from "#kit/menus.ts";
import { call, CallProblem } from "#client/call.ts";
import { ScreenLoading, ScreenProblem } from "#client/screen-states.tsx";
import { Button } from "#ui/button.tsx";
import { ask } from "#ui/confirm.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { randomId } from "#ui/random-id.ts";
import { Select } from "#ui/select.tsx";
import { useTitle } from "#ui/title.ts";
import { notify } from "#ui/toast.tsx";
import { UndoButtons } from "#ui/undo-buttons.tsx";
import { notifyFailure, notifyUndoable, undoOf } from "../batch/undo-notice.ts";
import { HistoryButton } from "../history-button.tsx";
import { useLeaveQuestion } from "#render/form/use-leave-question.ts";
import { EntryDialog } from "./entry-dialog.tsx";
import { GroupDialog } from "./group-dialog.tsx";
import {
  type Arrangement,
  defaultGroupName,
  type DraftEntry,
  draftOf,
  groupsOf,
  newGroup,
  type Place,
  withEntries,
} from "./menu-draft.ts";
import { MenuTree } from "./menu-tree.tsx";
import screen from "./menus.screen.ts";
import { PreviewDialog } from "./preview-dialog.tsx";
import { useDraft } from "./use-draft.ts";

const texts = {
  intro: {
    zh: "调整菜单的分组、顺序、名称和图标，对空间全体成员生效。成员看不到自己无权打开的菜单项。开发、设计、解决方案和服务专区各有自己的侧边菜单。",
    en: "Arrange the menus for everyone in the space: groups, order, names and icons. Members never see entries they cannot open. Development, Design, Solutions and Services have side menus of their own.",
  },
  onSite: {
    zh: "此菜单显示在网站的“模板库”组件中。访客只看到不限角色且打开网站页面或其他网站的菜单项，成员登录后还能看到所属角色的菜单项。",
    en: "The Templates component of your site shows this menu. Visitors see entries that are for everyone and open a page of the site or another site. Members who are signed in also see those of their roles.",
  },
  unchanged: { zh: "当前为内置菜单。", en: "This is the built-in menu." },
  menu: { zh: "菜单", en: "Menu" },
  preview: { zh: "预览", en: "Preview" },
  addGroup: { zh: "新增分组", en: "Add group" },
  save: { zh: "保存", en: "Save" },
  saved: { zh: "菜单已保存", en: "Menu saved" },
  reset: { zh: "恢复内置菜单", en: "Reset" },
  resetTitle: { zh: "恢复为内置菜单？", en: "Reset to the built-in menu?" },
  resetText: {
    zh: "此菜单的全部调整将被移除，包括自己添加的分组和菜单项。",
    en: "This removes every change to this menu, including your own groups and entries.",
  },
  resetDone: { zh: "已恢复内置菜单", en: "The menu was reset" },
  cancel: { zh: "取消", en: "Cancel" },
  changed: { zh: "他人已修改此菜单", en: "Someone else changed this menu" },
  changedText: {
    zh: "载入最新的菜单后，您未保存的修改将会丢失。",
    en: "Loading the latest menu discards what you have not saved.",
  },
  load: { zh: "载入最新菜单", en: "Load the latest" },
  stay: { zh: "继续编辑", en: "Keep editing" },
};

const icon = { size: 16, strokeWidth: 1.5, "aria-hidden": true } as const;

/** The open dialog. `group` is the index of a group; undefined for a new one. */
type OpenDialog =
  | { kind: "entry"; place: Place }
  | { kind: "newEntry"; group: number }
  | { kind: "group"; group: number | undefined }
  | { kind: "preview" };

type EditorProps = {
  menu: MenuName;
  arrangement: Arrangement;
  onMenu: (menu: MenuName) => void;
  /** Loads the menu again. */
  onReload: () => Promise<void>;
};

/** Whether a save was refused because the menu was saved by somebody else. */
const isClash = (error: unknown) => error instanceof CallProblem && error.status === 409;

function Editor({ menu, arrangement, onMenu, onReload }: EditorProps) {
  const t = useText();
  const locale = useLocale();
  const client = useQueryClient();
  const { targets, roles, pages } = arrangement;
  const { draft, isDirty, change, undo, redo, markSaved } = useDraft(
    useMemo(() => draftOf(arrangement.groups), [arrangement]),
  );
  const [row, setRow] = useState(arrangement.row);
  const [dialog, setDialog] = useState<OpenDialog>();
  const choices = useMemo(() => new Map(targets.map((target) => [menuEntryKey(target), target])), [targets]);
  const dirtyRef = useRef(false);
  useEffect(() => {
    dirtyRef.current = isDirty;
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isDirty]);
  useLeaveQuestion(dirtyRef);
  const close = () => setDialog(undefined);
  const refreshShell = () => client.invalidateQueries({ queryKey: ["person"] });

  async function askToReload(): Promise<void> {
    const isConfirmed = await ask({
      title: t(texts.changed),
      text: t(texts.changedText),
      yes: t(texts.load),
      no: t(texts.stay),
    });
    if (isConfirmed) await onReload();
  }
  const { mutate: save, isPending: isSaving } = useMutation({
    mutationFn: async () => {
      const body = { type: "menu", menu, groups: groupsOf(draft), ...row };
      return (await call("POST Api/{type}/QuerySave", body, { idempotencyKey: randomId() })) as AnyRow;
    },
    async onSuccess({ id, version }) {
      setRow({ id, version });
      markSaved(draft);
      await refreshShell();
      notify("success", t(texts.saved));
    },
    onError: (error) => (isClash(error) ? void askToReload() : notify("error", errorMessage(error))),
  });
  async function reset(): Promise<void> {
    if (row === null) return;
    const isConfirmed = await ask({
      title: t(texts.resetTitle),
      text: t(texts.resetText),
      yes: t(texts.reset),
      no: t(texts.cancel),
      isDangerous: true,
    });
    if (!isConfirmed) return;
    try {
      const { undo: undoId } = await call("DELETE Api/{type}/QueryDelete", { type: "menu", id: row.id });
      const reload = async () => void (await Promise.all([onReload(), refreshShell()]));
      await reload();
      notifyUndoable(texts.resetDone, { undo: undoOf("menu", undoId), locale, onUndone: reload });
    } catch (error) {
      notifyFailure(error, locale);
    }
  }
  function finishEntry(entry: DraftEntry): void {
    if (dialog?.kind === "entry") {
      const { group, entry: index } = dialog.place;
      change(withEntries(draft, group, draft[group]!.entries.with(index, entry)));
    }
    if (dialog?.kind === "newEntry") change(withEntries(draft, dialog.group, [...draft[dialog.group]!.entries, entry]));
    close();
  }
  const editedGroup = dialog?.kind === "group" && dialog.group !== undefined ? draft[dialog.group] : undefined;
  return (
    <div className="grid max-w-3xl gap-6">
      <header className="grid gap-4">
        <div className="grid gap-1">
          <h1 className="text-2xl font-semibold tracking-tight">{t(screen.title)}</h1>
          <p className="text-ink-2">{t(texts.intro)}</p>
          {"isOnSite" in menus[menu] && <p className="text-ink-2">{t(texts.onSite)}</p>}
          {row === null && !isDirty && <p className="text-sm text-ink-3">{t(texts.unchanged)}</p>}
        </div>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <div className="flex items-center gap-2 max-sm:w-full">
            <Select
              label={t(texts.menu)}
              className="w-40 max-sm:flex-1"
              value={menu}
              options={menuNames.map((key) => ({ key, name: t(menus[key].name) }))}
              onChange={(key) => onMenu(menuNames.find((name) => name === key) ?? menu)}
            />
            <UndoButtons undo={undo} redo={redo} />
          </div>
          <div className="flex flex-wrap items-center gap-2">
            <Button onClick={() => setDialog({ kind: "preview" })}>{t(texts.preview)}</Button>
            {row !== null && (
              <HistoryButton
                type="menu"
                id={row.id}
                mayRestore
                form={{ type: "menu", name: t(screen.title), checkSafePassword: false }}
                lastChange={undefined}
                isDirty={() => isDirty}
                onRestored={() => void Promise.all([onReload(), refreshShell()])}
              />
            )}
            {row !== null && <Button onClick={() => void reset()}>{t(texts.reset)}</Button>}
            <Button kind="primary" disabled={!isDirty || isSaving} aria-busy={isSaving} onClick={() => save()}>
              {t(texts.save)}
            </Button>
          </div>
        </div>
      </header>
      <MenuTree
        menu={menu}
        draft={draft}
        roles={roles}
        choices={choices}
        onChange={change}
        onEdit={(place) => setDialog({ kind: "entry", place })}
        onAdd={(group) => setDialog({ kind: "newEntry", group })}
        onRename={(group) => setDialog({ kind: "group", group })}
      />
      <Button
        className="justify-self-start"
        disabled={draft.length >= maxMenuGroups}
        onClick={() => setDialog({ kind: "group", group: undefined })}
      >
        <Plus {...icon} />
        {t(texts.addGroup)}
      </Button>
      {(dialog?.kind === "entry" || dialog?.kind === "newEntry") && (
        <EntryDialog
          entry={dialog.kind === "entry" ? draft[dialog.place.group]!.entries[dialog.place.entry] : undefined}
          targets={targets}
          roles={roles}
          pages={pages}
          usedKeys={new Set(draft.flatMap(({ entries }) => entries.map(menuEntryKey)))}
          onDone={finishEntry}
          onClose={close}
        />
      )}
      {dialog?.kind === "group" && (
        <GroupDialog
          group={editedGroup}
          defaultName={defaultGroupName(menu, editedGroup ?? { group: null })}
          onDone={(name) => {
            change(
              editedGroup === undefined
                ? [...draft, newGroup(name)]
                : draft.with(draft.indexOf(editedGroup), { ...editedGroup, name }),
            );
            close();
          }}
          onClose={close}
        />
      )}
      {dialog?.kind === "preview" && <PreviewDialog menu={menu} draft={draft} roles={roles} onClose={close} />}
    </div>
  );
}

/** The menus of the space, which administrators arrange. */
export function MenusScreen() {
  const t = useText();
  const [search, setSearch] = useSearchParams();
  const menu = menuNames.find((name) => name === search.get("menu")) ?? "management";
  const [reloadCount, setReloadCount] = useState(0);
  const { data, error, refetch } = useQuery({
    queryKey: ["menu arrangement", menu],
    queryFn: ({ signal }) => call("GET paas/menu/arrangement", { menu }, { signal }),
    // Not refetched while the menu is open: it must not change while somebody arranges it.
    staleTime: Infinity,
    gcTime: 0,
  });
  useTitle(t(screen.title));
  if (error !== null) return <ScreenProblem problem={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <ScreenLoading />;
  return (
    <Editor
      key={`${menu} ${reloadCount}`}
      menu={menu}
      arrangement={data}
      onMenu={(name) => setSearch(name === "management" ? {} : { menu: name })}
      onReload={async () => {
        await refetch();
        setReloadCount((count) => count + 1);
      }}
    />
  );
}
