import {
  ArrowDown,
  ArrowUp,
  ClipboardPaste,
  Copy,
  CopyPlus,
  CornerLeftUp,
  Group,
  Scissors,
  SquareDashed,
  Trash2,
  Ungroup,
} from "lucide-react";
import { parentOf, rootId } from "#kit/page-tree.ts";
import { duplicateSelected, removeSelected, selectAll, shiftSelected } from "#features/builder/document/edit-page.ts";
import { isSelectionOnCanvas } from "#features/builder/document/selection.ts";
import { groupObstacle, groupSelected, selectedGroups, ungroupSelected } from "#features/builder/document/groups.ts";
import { defineCommand } from "#features/builder/editor/command.tsx";
import type { Editor } from "#features/builder/editor/editor.ts";

const group = { zh: "所选内容", en: "Selection" };
const selectFirst = { zh: "请先选择组件", en: "Select a component first" };
const tooMany = { zh: "一次只能移动一个组件", en: "Only one component can be moved at a time" };

/** True if something is selected, else the reason why the command is disabled. */
const requireSelection = ({ store }: Editor) => store.selected.get().length > 0 || selectFirst;
function requireSingleSelection({ store }: Editor) {
  const { length } = store.selected.get();
  return length === 0 ? selectFirst : length === 1 || tooMany;
}

/** Selects the parent (group or canvas) of the last selected record; clears the selection if it is a widget. */
function selectParentOrNothing({ store }: Editor): void {
  const record = store.record(store.selected.get().at(-1) ?? "");
  const parent = record === undefined ? rootId : parentOf(record);
  store.selected.set(parent === rootId ? [] : [parent]);
}

const selectEverything = defineCommand({
  id: "selectAll",
  group,
  name: { zh: "全选", en: "Select all" },
  icon: SquareDashed,
  keys: ["$mod+KeyA"],
  run: ({ store }) => selectAll(store),
});

const selectParent = defineCommand({
  id: "selectParent",
  group,
  name: { zh: "选择上一层", en: "Select parent" },
  icon: CornerLeftUp,
  keys: ["Escape"],
  when: requireSelection,
  run: selectParentOrNothing,
});

// On a canvas, "up" in the outline is towards the back: the outline lists elements from back to front.
export const moveUp = defineCommand({
  id: "moveUp",
  group,
  name: (editor) =>
    isSelectionOnCanvas(editor.store) ? { zh: "下移一层", en: "Send backward" } : { zh: "上移", en: "Move up" },
  icon: ArrowUp,
  keys: ["Alt+ArrowUp"],
  when: requireSingleSelection,
  run: ({ store }) => shiftSelected(store, -1),
});

export const moveDown = defineCommand({
  id: "moveDown",
  group,
  name: (editor) =>
    isSelectionOnCanvas(editor.store) ? { zh: "上移一层", en: "Bring forward" } : { zh: "下移", en: "Move down" },
  icon: ArrowDown,
  keys: ["Alt+ArrowDown"],
  when: requireSingleSelection,
  run: ({ store }) => shiftSelected(store, 1),
});

const obstacles = {
  few: { zh: "请选择画布上的两个或更多元素", en: "Select two or more elements on a canvas" },
  deep: { zh: "组合嵌套过深", en: "Groups are nested too deeply" },
};

export const makeGroup = defineCommand({
  id: "group",
  group,
  name: { zh: "组合", en: "Group" },
  icon: Group,
  keys: ["$mod+KeyG"],
  when({ store }) {
    const obstacle = groupObstacle(store);
    return obstacle === undefined || obstacles[obstacle];
  },
  run: ({ store }) => groupSelected(store),
});

export const ungroup = defineCommand({
  id: "ungroup",
  group,
  name: { zh: "取消组合", en: "Ungroup" },
  icon: Ungroup,
  keys: ["$mod+Shift+KeyG"],
  when: ({ store }) => selectedGroups(store).length > 0 || { zh: "请先选择组合", en: "Select a group first" },
  run: ({ store }) => ungroupSelected(store),
});

export const duplicate = defineCommand({
  id: "duplicate",
  group,
  name: { zh: "创建副本", en: "Duplicate" },
  icon: CopyPlus,
  keys: ["$mod+KeyD"],
  when: requireSelection,
  run: ({ store }) => duplicateSelected(store),
});

// Copy, cut and paste trigger the browser's clipboard events, which `editor/clipboard.ts` handles, so that they also work between pages.
const copy = defineCommand({
  id: "copy",
  group,
  name: { zh: "复制", en: "Copy" },
  icon: Copy,
  keys: ["$mod+KeyC"],
  only: "browser",
  when: requireSelection,
  run: () => void document.execCommand("copy"),
});

const cut = defineCommand({
  id: "cut",
  group,
  name: { zh: "剪切", en: "Cut" },
  icon: Scissors,
  keys: ["$mod+KeyX"],
  only: "browser",
  when: requireSelection,
  run: () => void document.execCommand("cut"),
});

const paste = defineCommand({
  id: "paste",
  group,
  name: { zh: "粘贴", en: "Paste" },
  icon: ClipboardPaste,
  keys: ["$mod+KeyV"],
  only: "browser",
  run: () => void document.execCommand("paste"),
});

export const remove = defineCommand({
  id: "delete",
  group,
  name: { zh: "删除", en: "Delete" },
  icon: Trash2,
  keys: ["Delete", "Backspace"],
  when: requireSelection,
  run: ({ store }) => removeSelected(store),
});

export default [
  copy,
  cut,
  paste,
  duplicate,
  remove,
  selectEverything,
  selectParent,
  makeGroup,
  ungroup,
  moveUp,
  moveDown,
];
