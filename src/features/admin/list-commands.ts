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
} from "lucide-react";
import type { BatchVerb } from "#kit/batch.ts";
import { actionKey, type RequestAction, type RowAction } from "#kit/auto.ts";
import { type Command, commandAt, type CommandDefinition, defineCommandFor } from "#ui/command.ts";
import { formatText, type Text } from "#kit/text.ts";
import type { Batch } from "#render/table/selection-bar.tsx";
import { rowIcons } from "#render/table/row-icons.ts";
import type { SavedView } from "#kit/saved-view.ts";
import type { ListViews } from "./list-views.tsx";

/** The context of a list's commands; read whenever a command is shown. */
export type ListContext = {
  /** The name of the command that adds a row; undefined if this person may not. */
  addName: Text | undefined;
  add: () => void;
  canSearch: boolean;
  /** Opens the advanced search. */
  openFilter: () => void;
  canTurn: (step: "previous" | "next") => boolean;
  turn: (step: "previous" | "next") => void;
  refresh: () => void;
  /** The batch operations that this person may use. */
  may: Readonly<Record<"update" | "delete", boolean>>;
  begin: (verb: BatchVerb, scope: "selected" | "all", action?: RequestAction) => void;
  /** Opens the export, of the selected rows if there are any; undefined where this person may not. */
  exportRows: (() => void) | undefined;
  isSelected: () => boolean;
  views: ListViews;
  canSelect: () => boolean;
  selectAll: () => void;
  /** The batch actions of the entity, each with the reason if it is unavailable for the selected rows. */
  batchActions: readonly RowAction[];
  batch: () => readonly Batch[];
};

const defineCommand = defineCommandFor<() => ListContext>();
const group = { zh: "列表", en: "List" };

const rowsGroup = { zh: "所选数据", en: "Selected records" };
const notAllowed = { zh: "您的权限不足，无权更改", en: "You do not have permission to change these" };
const allName = { zh: "{name}：全部符合条件的数据", en: "{name}: all matching records" };
const nothingSelected = { zh: "请先选择数据", en: "Select records first" };
const sameText = (text: string): Text => ({ zh: text, en: text });

/** The command for an action that the server offers for the selected rows. */
const batchCommand = (action: RowAction): CommandDefinition<() => ListContext> => {
  const offerAt = (place: () => ListContext) =>
    place()
      .batch()
      .find((offer) => actionKey(offer.action) === actionKey(action));
  const { icon } = action;
  return {
    id: `batch ${actionKey(action)}`,
    group: rowsGroup,
    name: action.event === "delete" ? { zh: "删除所选", en: "Delete selected" } : sameText(action.name),
    icon: rowIcons[icon],
    ...(action.event === "delete" ? { keys: ["Delete"] } : {}),
    when(place) {
      const offer = offerAt(place);
      return offer === undefined ? nothingSelected : offer.reason === undefined || sameText(offer.reason);
    },
    run: (place) => offerAt(place)?.run(),
  };
};

/** The same with all rows that the list finds. */
const allCommand = (action: RequestAction): CommandDefinition<() => ListContext> => ({
  id: `all ${action.command}`,
  group: rowsGroup,
  name: formatText(allName, { name: action.name }),
  icon: rowIcons[action.icon],
  run: (place) => place().begin("command", "all", action),
});

/** Every list has these. */
const listCommands = [
  defineCommand({
    id: "add",
    group,
    name: (place) => place().addName ?? { zh: "新增", en: "Add" },
    icon: Plus,
    keys: ["n"],
    when: (place) =>
      place().addName !== undefined || { zh: "您不能在此列表中新增数据", en: "You cannot add records to this list" },
    run: (place) => place().add(),
  }),
  defineCommand({
    id: "search",
    group,
    name: { zh: "搜索此列表", en: "Search this list" },
    icon: Search,
    keys: ["/"],
    when: (place) => place().canSearch || { zh: "此列表没有搜索条件", en: "This list cannot be searched" },
    run: () => document.querySelector<HTMLElement>("main [role=search] :is(input, [role=combobox])")?.focus(),
  }),
  defineCommand({
    id: "filter",
    group,
    name: { zh: "高级搜索", en: "Advanced search" },
    icon: ListFilter,
    keys: ["f"],
    run: (place) => place().openFilter(),
  }),
  defineCommand({
    id: "refresh",
    group,
    name: { zh: "刷新列表", en: "Refresh the list" },
    icon: RefreshCw,
    keys: ["r"],
    run: (place) => place().refresh(),
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
    when: (place) => place().exportRows !== undefined || { zh: "您不能导出此列表", en: "You cannot export this list" },
    run: (place) => place().exportRows?.(),
  }),
  defineCommand({
    id: "nextPage",
    group,
    name: { zh: "下一页", en: "Next page" },
    icon: ArrowRight,
    keys: ["]"],
    when: (place) => place().canTurn("next") || { zh: "已是最后一页", en: "This is the last page" },
    run: (place) => place().turn("next"),
  }),
  defineCommand({
    id: "previousPage",
    group,
    name: { zh: "上一页", en: "Previous page" },
    icon: ArrowLeft,
    keys: ["["],
    when: (place) => place().canTurn("previous") || { zh: "已是第一页", en: "This is the first page" },
    run: (place) => place().turn("previous"),
  }),
  defineCommand({
    id: "selectAll",
    group,
    name: { zh: "选择本页全部", en: "Select all on this page" },
    icon: SquareCheckBig,
    keys: ["$mod+KeyA"],
    when: (place) => place().canSelect() || { zh: "没有可选择的数据", en: "There is nothing to select" },
    run: (place) => place().selectAll(),
  }),
  defineCommand({
    id: "set",
    group: rowsGroup,
    name: { zh: "批量设置", en: "Set fields of selected" },
    icon: PencilLine,
    when: (place) =>
      !place().may.update
        ? notAllowed
        : place().isSelected() || { zh: "请选择需要设置的数据", en: "Select the records to change" },
    run: (place) => place().begin("update", "selected"),
  }),
  defineCommand({
    id: "setAll",
    group: rowsGroup,
    name: { zh: "设置全部符合条件的数据", en: "Set fields of all matching records" },
    icon: PencilLine,
    when: (place) => place().may.update || notAllowed,
    run: (place) => place().begin("update", "all"),
  }),
  defineCommand({
    id: "deleteAll",
    group: rowsGroup,
    name: { zh: "删除全部符合条件的数据", en: "Delete all matching records" },
    icon: Trash2,
    when: (place) => place().may.delete || notAllowed,
    run: (place) => place().begin("delete", "all"),
  }),
];

/** A command that applies a saved view. */
const viewCommand = ({ id, name, problem, content }: SavedView): CommandDefinition<() => ListContext> => ({
  id: `view ${id}`,
  group: { zh: "视图", en: "Views" },
  name: sameText(name),
  icon: Bookmark,
  when: () => problem === undefined || sameText(problem),
  run: (place) => place().views.choose({ id, content }),
});

/** The commands of a list. */
export const commandsOfList = (place: () => ListContext): Command[] => {
  const { views, batchActions } = place();
  const requests = batchActions.filter((action) => action.event === "command");
  return [
    ...listCommands,
    ...views.views.map(viewCommand),
    ...batchActions.map(batchCommand),
    ...requests.map(allCommand),
  ].map((command) => commandAt(place, command));
};
