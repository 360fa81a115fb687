import { ArrowLeft, ArrowRight, Plus, RefreshCw, Search, SquareCheckBig, Trash2 } from "lucide-react";
import { type Command, commandAt, defineCommandFor } from "#ui/command.ts";
import type { Text } from "#kit/text.ts";

/** What a list can do: asked for when a command is looked at, so that it is what stands on the screen then. */
export type ListPlace = {
  /** What adding a row is called; undefined where this person may not. */
  addName: Text | undefined;
  add: () => void;
  canSearch: boolean;
  canTurn: (step: "previous" | "next") => boolean;
  turn: (step: "previous" | "next") => void;
  refresh: () => void;
  selection: () => { count: number; canSelect: boolean };
  selectAll: () => void;
  deleteSelected: () => void;
};

const defineCommand = defineCommandFor<() => ListPlace>();
const group = { zh: "列表", en: "List" };

const isSelected = (place: () => ListPlace) =>
  place().selection().count > 0 || { zh: "请先选择数据", en: "Select records first" };

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
    when: (place) => place().canSearch || { zh: "此列表没有搜索条件", en: "This list has no search" },
    run: () => document.querySelector<HTMLElement>("main [role=search] :is(input, [role=combobox])")?.focus(),
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
    when: (place) => place().selection().canSelect || { zh: "没有可选择的数据", en: "There is nothing to select" },
    run: (place) => place().selectAll(),
  }),
  defineCommand({
    id: "deleteSelected",
    group,
    name: { zh: "删除所选", en: "Delete selected" },
    icon: Trash2,
    keys: ["Delete"],
    when: isSelected,
    run: (place) => place().deleteSelected(),
  }),
];

/** The commands of a list that is shown. */
export const commandsOfList = (place: () => ListPlace): Command[] =>
  listCommands.map((command) => commandAt(place, command));
