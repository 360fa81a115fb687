import {
  ClipboardPaste,
  Copy,
  CopyPlus,
  CornerLeftUp,
  Group,
  Scissors,
  SquareDashed,
  SquareDashedMousePointer,
  Trash2,
  Ungroup,
} from "lucide-react";
import { parentOf, rootId } from "#kit/page-tree.ts";
import { duplicateSelected, removeSelected, selectAll } from "#features/builder/document/edit-page.ts";
import { groupObstacle, groupSelected, selectedGroups, ungroupSelected } from "#features/builder/document/groups.ts";
import { pasteFromClipboard } from "#features/builder/editor/clipboard.ts";
import { defineCommand, defineEdit } from "#features/builder/editor/command.tsx";
import type { Editor } from "#features/builder/editor/editor.ts";
import { locked, requireMovable, requireSelection } from "#features/builder/editor/requirements.ts";

const group = { zh: "所选内容", en: "Selection" };
/** Selects the parent (group or canvas) of the last selected record; clears the selection if it is a widget. */
function selectParentOrNothing({ store }: Editor): void {
  const record = store.record(store.selected.get().at(-1) ?? "");
  const parent = record === undefined ? rootId : parentOf(record);
  store.selected.set(parent === rootId ? [] : [parent]);
}

export const selectEverything = defineCommand({
  id: "selectAll",
  group,
  name: { zh: "全选", en: "Select all" },
  icon: SquareDashed,
  keys: ["$mod+KeyA"],
  run: ({ store }) => selectAll(store),
});

/** For fingers, which have no Shift. */
export const selectMultiple = defineCommand({
  id: "selectMultiple",
  group,
  name: { zh: "多选", en: "Select multiple" },
  icon: SquareDashedMousePointer,
  keys: ["Shift+KeyS"],
  isOn: ({ multiSelect }) => multiSelect.get(),
  run: ({ multiSelect }) => multiSelect.set(!multiSelect.get()),
});

// A press with Shift is handled where the press is.
const addToSelection = defineCommand({
  id: "addToSelection",
  group,
  name: { zh: "点击以添加到所选内容（按住）", en: "Click to add to the selection (hold)" },
  keys: ["Shift"],
  only: "browser",
  run: () => undefined,
});

/** Escape ends the selection of several, before it leaves what is selected. */
const selectParent = defineCommand({
  id: "selectParent",
  group,
  name: { zh: "选择上一层", en: "Select parent" },
  icon: CornerLeftUp,
  keys: ["Escape"],
  when: (editor) => editor.multiSelect.get() || requireSelection(editor),
  run: (editor) => (editor.multiSelect.get() ? editor.multiSelect.set(false) : selectParentOrNothing(editor)),
});

const obstacles = {
  few: { zh: "请选择画布上的两个或更多元素", en: "Select two or more elements on a canvas" },
  locked,
  deep: { zh: "组合嵌套过深", en: "Groups are nested too deeply" },
};

export const makeGroup = defineEdit({
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

export const ungroup = defineEdit({
  id: "ungroup",
  group,
  name: { zh: "取消组合", en: "Ungroup" },
  icon: Ungroup,
  keys: ["$mod+Shift+KeyG"],
  when: ({ store }) => selectedGroups(store).length > 0 || { zh: "请先选择组合", en: "Select a group first" },
  run: ({ store }) => ungroupSelected(store),
});

export const duplicate = defineEdit({
  id: "duplicate",
  group,
  name: { zh: "创建副本", en: "Duplicate" },
  icon: CopyPlus,
  keys: ["$mod+KeyD"],
  when: requireSelection,
  run: ({ store }) => duplicateSelected(store),
});

// The keys of copy, cut and paste are left to the browser, whose clipboard events `editor/clipboard.ts` handles, so that they also work between pages.
// From a menu, pasting reads the clipboard, for which the browser asks.
export const copy = defineCommand({
  id: "copy",
  group,
  name: { zh: "复制", en: "Copy" },
  icon: Copy,
  keys: ["$mod+KeyC"],
  only: "browser",
  when: requireSelection,
  run: () => void document.execCommand("copy"),
});

export const cut = defineEdit({
  id: "cut",
  group,
  name: { zh: "剪切", en: "Cut" },
  icon: Scissors,
  keys: ["$mod+KeyX"],
  only: "browser",
  when: requireSelection,
  run: () => void document.execCommand("cut"),
});

export const paste = defineEdit({
  id: "paste",
  group,
  name: { zh: "粘贴", en: "Paste" },
  icon: ClipboardPaste,
  keys: ["$mod+KeyV"],
  only: "browser",
  run: (editor) => void pasteFromClipboard(editor),
});

export const remove = defineEdit({
  id: "delete",
  group,
  name: { zh: "删除", en: "Delete" },
  icon: Trash2,
  keys: ["Delete", "Backspace"],
  when: requireMovable,
  run: ({ store }) => removeSelected(store),
});

export default [
  copy,
  cut,
  paste,
  duplicate,
  remove,
  selectEverything,
  selectMultiple,
  addToSelection,
  selectParent,
  makeGroup,
  ungroup,
];
