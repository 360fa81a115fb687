import {
  ArrowLeft,
  ArrowRight,
  Bookmark,
  Download,
  ListFilter,
  PencilLine,
  Plus,
  Printer,
  RefreshCw,
  Search,
  SquareCheckBig,
  Trash2,
  TrendingUp,
} from "lucide-react";
import type { RefObject } from "react";
import type { BatchVerb } from "#kit/batch.ts";
import { actionKey, isBatchAction, type ListDescription, type RequestAction, type RowAction } from "#kit/auto.ts";
import { type Command, bindCommand, type CommandDefinition, defineCommandFor } from "#ui/command.ts";
import { formatText, type Text } from "#kit/text.ts";
import type { SelectionAction } from "#render/table/selection-bar.tsx";
import { rowIcons } from "#render/table/row-icons.ts";
import type { TableHandle } from "#render/table/table.tsx";
import type { SavedView } from "#kit/saved-view.ts";
import type { ListBatch } from "./list-batch.tsx";
import type { ListViews } from "./list-views.tsx";

/** The state of a list that its commands use. */
export type ListState = {
  /** Undefined until the list has loaded. */
  description: ListDescription | undefined;
  tableHandle: RefObject<TableHandle | null>;
  openFilter: () => void;
  batch: ListBatch;
  exportRows: (() => void) | undefined;
  views: ListViews;
  add: () => void;
  refresh: () => void;
  /** Opens the page of the records over time. */
  openTimePage: () => void;
};

/** The context of a list's commands, read whenever a command is shown or run. */
type ListContext = {
  /** The name of the command that adds a row; undefined if this person may not. */
  addName: Text | undefined;
  add: () => void;
  canSearch: boolean;
  /** Opens the advanced search. */
  openFilter: () => void;
  /** Whether the list has a previous or next page; `goToPage` goes there. */
  canGoToPage: (step: "previous" | "next") => boolean;
  goToPage: (step: "previous" | "next") => void;
  refresh: () => void;
  openTimePage: () => void;
  /** The operations that this person may use on many rows. */
  may: Readonly<Record<"update" | "delete", boolean>>;
  /** Opens the batch dialog for the selected or for all matching rows. */
  openBatchDialog: (verb: BatchVerb, scope: "selected" | "all", action?: RequestAction) => void;
  /** Opens the export, of the selected rows if there are any; undefined where this person may not. */
  exportRows: (() => void) | undefined;
  /** Whether any row is selected. */
  hasSelection: () => boolean;
  views: ListViews;
  /** Whether the page has rows that can be selected. */
  canSelect: () => boolean;
  selectAll: () => void;
  /** The batch actions of the entity. */
  batchActions: readonly RowAction[];
  /** The actions on the selected rows, each with the reason if it is unavailable for them. Empty without a selection. */
  selectionActions: () => readonly SelectionAction[];
};

const defineCommand = defineCommandFor<() => ListContext>();
const group = { zh: "列表", en: "List" };

const rowsGroup = { zh: "所选数据", en: "Selected records" };
const notAllowed = { zh: "您的权限不足，无权更改", en: "You do not have permission to change these" };
const allName = { zh: "{name}：全部符合条件的数据", en: "{name}: all matching records" };
const nothingSelected = { zh: "请先选择数据", en: "Select records first" };
const addName = { zh: "新增", en: "Add" };
const sameText = (text: string): Text => ({ zh: text, en: text });

/** The command for a batch action on the selected rows. */
const batchCommand = (action: RowAction): CommandDefinition<() => ListContext> => {
  const selectionAction = (getContext: () => ListContext) =>
    getContext()
      .selectionActions()
      .find((candidate) => actionKey(candidate.action) === actionKey(action));
  const { icon } = action;
  return {
    id: `batch ${actionKey(action)}`,
    group: rowsGroup,
    name: action.event === "delete" ? { zh: "删除所选", en: "Delete selected" } : sameText(action.name),
    icon: rowIcons[icon],
    ...(action.event === "delete" ? { keys: ["Delete"] } : {}),
    when(getContext) {
      const available = selectionAction(getContext);
      return available === undefined ? nothingSelected : available.reason === undefined || sameText(available.reason);
    },
    run: (getContext) => selectionAction(getContext)?.run(),
  };
};

/** The command for a batch action on all rows that match the list's search. */
const allCommand = (action: RequestAction): CommandDefinition<() => ListContext> => ({
  id: `all ${action.command}`,
  group: rowsGroup,
  name: formatText(allName, { name: action.name }),
  icon: rowIcons[action.icon],
  run: (getContext) => getContext().openBatchDialog("command", "all", action),
});

/** The commands that every list has. */
const listCommands = [
  defineCommand({
    id: "add",
    group,
    name: (getContext) => getContext().addName ?? addName,
    icon: Plus,
    keys: ["n"],
    when: (getContext) =>
      getContext().addName !== undefined || {
        zh: "您不能在此列表中新增数据",
        en: "You cannot add records to this list",
      },
    run: (getContext) => getContext().add(),
  }),
  defineCommand({
    id: "search",
    group,
    name: { zh: "搜索此列表", en: "Search this list" },
    icon: Search,
    keys: ["/"],
    when: (getContext) => getContext().canSearch || { zh: "此列表没有搜索条件", en: "This list cannot be searched" },
    run: () => document.querySelector<HTMLElement>("main [role=search] :is(input, [role=combobox])")?.focus(),
  }),
  defineCommand({
    id: "filter",
    group,
    name: { zh: "高级搜索", en: "Advanced search" },
    icon: ListFilter,
    keys: ["f"],
    run: (getContext) => getContext().openFilter(),
  }),
  defineCommand({
    id: "refresh",
    group,
    name: { zh: "刷新列表", en: "Refresh the list" },
    icon: RefreshCw,
    keys: ["r"],
    run: (getContext) => getContext().refresh(),
  }),
  defineCommand({
    id: "overTime",
    group,
    name: { zh: "按时间查看", en: "View over time" },
    icon: TrendingUp,
    run: (getContext) => getContext().openTimePage(),
  }),
  defineCommand({
    id: "print",
    group,
    name: { zh: "打印此列表", en: "Print the list" },
    icon: Printer,
    run: () => print(),
  }),
  defineCommand({
    id: "export",
    group,
    name: { zh: "导出", en: "Export" },
    icon: Download,
    when: (getContext) =>
      getContext().exportRows !== undefined || { zh: "您不能导出此列表", en: "You cannot export this list" },
    run: (getContext) => getContext().exportRows?.(),
  }),
  defineCommand({
    id: "nextPage",
    group,
    name: { zh: "下一页", en: "Next page" },
    icon: ArrowRight,
    keys: ["]"],
    when: (getContext) => getContext().canGoToPage("next") || { zh: "已是最后一页", en: "This is the last page" },
    run: (getContext) => getContext().goToPage("next"),
  }),
  defineCommand({
    id: "previousPage",
    group,
    name: { zh: "上一页", en: "Previous page" },
    icon: ArrowLeft,
    keys: ["["],
    when: (getContext) => getContext().canGoToPage("previous") || { zh: "已是第一页", en: "This is the first page" },
    run: (getContext) => getContext().goToPage("previous"),
  }),
  defineCommand({
    id: "selectAll",
    group,
    name: { zh: "选择本页全部", en: "Select all on this page" },
    icon: SquareCheckBig,
    keys: ["$mod+KeyA"],
    when: (getContext) => getContext().canSelect() || { zh: "没有可选择的数据", en: "There is nothing to select" },
    run: (getContext) => getContext().selectAll(),
  }),
  defineCommand({
    id: "set",
    group: rowsGroup,
    name: { zh: "批量设置", en: "Set fields of selected" },
    icon: PencilLine,
    when: (getContext) =>
      !getContext().may.update
        ? notAllowed
        : getContext().hasSelection() || { zh: "请选择需要设置的数据", en: "Select the records to change" },
    run: (getContext) => getContext().openBatchDialog("update", "selected"),
  }),
  defineCommand({
    id: "setAll",
    group: rowsGroup,
    name: { zh: "设置全部符合条件的数据", en: "Set fields of all matching records" },
    icon: PencilLine,
    when: (getContext) => getContext().may.update || notAllowed,
    run: (getContext) => getContext().openBatchDialog("update", "all"),
  }),
  defineCommand({
    id: "deleteAll",
    group: rowsGroup,
    name: { zh: "删除全部符合条件的数据", en: "Delete all matching records" },
    icon: Trash2,
    when: (getContext) => getContext().may.delete || notAllowed,
    run: (getContext) => getContext().openBatchDialog("delete", "all"),
  }),
];

/** A command that applies a saved view. */
const viewCommand = ({ id, name, problem, content }: SavedView): CommandDefinition<() => ListContext> => ({
  id: `view ${id}`,
  group: { zh: "视图", en: "Views" },
  name: sameText(name),
  icon: Bookmark,
  when: () => problem === undefined || sameText(problem),
  run: (getContext) => getContext().views.choose({ id, content }),
});

/** The context of the commands for a state of the list. */
function contextOf(state: ListState): ListContext {
  const { description, tableHandle, openFilter, batch, exportRows, views, add, refresh, openTimePage } = state;
  const { current: table } = tableHandle;
  return {
    addName:
      description?.addUrl === undefined
        ? undefined
        : description.addWord === undefined
          ? addName
          : sameText(description.addWord),
    add,
    refresh,
    openTimePage,
    canSearch: description !== undefined && description.fields.length > 0,
    openFilter,
    may: batch.may,
    openBatchDialog: batch.openBatchDialog,
    exportRows,
    hasSelection: () => (table?.selectedIds().length ?? 0) > 0,
    views,
    canSelect: () => table?.canSelect() ?? false,
    selectAll: () => table?.selectAll(),
    batchActions: description?.actions.filter(isBatchAction) ?? [],
    selectionActions: () => table?.selectionActions() ?? [],
    canGoToPage: (step) => table?.canGoToPage(step) ?? false,
    goToPage: (step) => table?.goToPage(step),
  };
}

/** The commands of a list. */
export const commandsOfList = (getState: () => ListState): Command[] => {
  const getContext = () => contextOf(getState());
  const { views, batchActions } = getContext();
  const requests = batchActions.filter((action) => action.event === "command");
  return [
    ...listCommands,
    ...views.views.map(viewCommand),
    ...batchActions.map(batchCommand),
    ...requests.map(allCommand),
  ].map((command) => bindCommand(getContext, command));
};
