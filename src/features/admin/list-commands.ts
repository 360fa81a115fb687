import {
  ArrowLeft,
  ArrowRight,
  ListFilter,
  type LucideIcon,
  MessageSquareText,
  Plus,
  RefreshCw,
  Search,
  SquareCheckBig,
  Trash2,
  Undo2,
} from "lucide-react";
import { actionKey, type RowAction, type RowIcon } from "#kit/auto.ts";
import { type Command, commandAt, type CommandDefinition, defineCommandFor } from "#ui/command.ts";
import type { Text } from "#kit/text.ts";
import type { Batch } from "#render/table/selection-bar.tsx";

/** What can be done with the list on the screen; read whenever a command is shown. */
export type ListPlace = {
  /** The name of the command that adds a row; undefined if this person may not. */
  addName: Text | undefined;
  add: () => void;
  canSearch: boolean;
  /** Opens the advanced search. */
  openFilter: () => void;
  canTurn: (step: "previous" | "next") => boolean;
  turn: (step: "previous" | "next") => void;
  refresh: () => void;
  canSelect: () => boolean;
  selectAll: () => void;
  /** The batch actions of the entity, each with why it cannot be done with the selected rows, if so. */
  batchActions: readonly RowAction[];
  batch: () => readonly Batch[];
};

const defineCommand = defineCommandFor<() => ListPlace>();
const group = { zh: "列表", en: "List" };

const nothingSelected = { zh: "请先选择数据", en: "Select records first" };
const both = (text: string): Text => ({ zh: text, en: text });
const batchIcons: Partial<Record<RowIcon, LucideIcon>> = { delete: Trash2, message: MessageSquareText, revoke: Undo2 };

/** The command for an action that the server offers for the selected rows. */
const batchCommand = (action: RowAction): CommandDefinition<() => ListPlace> => {
  const ofPlace = (place: () => ListPlace) =>
    place()
      .batch()
      .find((one) => actionKey(one.action) === actionKey(action));
  const { icon } = action;
  return {
    id: `batch ${actionKey(action)}`,
    group: { zh: "所选数据", en: "Selected records" },
    name: action.event === "delete" ? { zh: "删除所选", en: "Delete selected" } : both(action.name),
    ...(batchIcons[icon] === undefined ? {} : { icon: batchIcons[icon] }),
    ...(action.event === "delete" ? { keys: ["Delete"] } : {}),
    when(place) {
      const found = ofPlace(place);
      return found === undefined ? nothingSelected : found.reason === undefined || both(found.reason);
    },
    run: (place) => ofPlace(place)?.run(),
  };
};

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
];

/** The commands of a list that is shown. */
export const commandsOfList = (place: () => ListPlace): Command[] =>
  [...listCommands, ...place().batchActions.map(batchCommand)].map((command) => commandAt(place, command));
