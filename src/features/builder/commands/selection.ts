import { ArrowDown, ArrowUp, Copy, CopyPlus, CornerLeftUp, Scissors, SquareDashed, Trash2 } from "lucide-react";
import { duplicateSelected, removeSelected, selectAll, shiftSelected } from "#features/builder/document/commands.ts";
import { parentOf, root } from "#features/builder/document/document-store.ts";
import { defineCommand } from "#features/builder/editor/command.tsx";
import type { Editor } from "#features/builder/editor/editor.ts";

const group = { zh: "所选内容", en: "Selection" };
const nothing = { zh: "请先选择组件", en: "Select a component first" };
const tooMany = { zh: "一次只能移动一个组件", en: "Only one component can be moved at a time" };

const isSelected = ({ store }: Editor) => store.selected.get().length > 0 || nothing;
function isAlone({ store }: Editor) {
  const { length } = store.selected.get();
  return length === 0 ? nothing : length === 1 || tooMany;
}
const isNode = ({ store }: Editor) => store.record(store.selected.get()[0] ?? "")?.kind === "node";

/** Escape goes up: from a node to its canvas, from a widget to the page. */
function goUp({ store }: Editor): void {
  const record = store.record(store.selected.get().at(-1) ?? "");
  const parent = record === undefined ? root : parentOf(record);
  store.selected.set(parent === root ? [] : [parent]);
}

export const selectEverything = defineCommand({
  id: "selectAll",
  group,
  name: { zh: "全选", en: "Select all" },
  icon: SquareDashed,
  keys: ["$mod+KeyA"],
  run: ({ store }) => selectAll(store),
});

export const selectParent = defineCommand({
  id: "selectParent",
  group,
  name: { zh: "选择上一层", en: "Select parent" },
  icon: CornerLeftUp,
  keys: ["Escape"],
  when: isSelected,
  run: goUp,
});

export const moveUp = defineCommand({
  id: "moveUp",
  group,
  name: (editor) => (isNode(editor) ? { zh: "下移一层", en: "Send backward" } : { zh: "上移", en: "Move up" }),
  icon: ArrowUp,
  keys: ["Alt+ArrowUp"],
  when: isAlone,
  run: ({ store }) => shiftSelected(store, -1),
});

export const moveDown = defineCommand({
  id: "moveDown",
  group,
  name: (editor) => (isNode(editor) ? { zh: "上移一层", en: "Bring forward" } : { zh: "下移", en: "Move down" }),
  icon: ArrowDown,
  keys: ["Alt+ArrowDown"],
  when: isAlone,
  run: ({ store }) => shiftSelected(store, 1),
});

export const duplicate = defineCommand({
  id: "duplicate",
  group,
  name: { zh: "创建副本", en: "Duplicate" },
  icon: CopyPlus,
  keys: ["$mod+KeyD"],
  when: isSelected,
  run: ({ store }) => duplicateSelected(store),
});

// The browser's own events, so that parts go from page to page by its clipboard (`editor/clipboard.ts`).
export const copy = defineCommand({
  id: "copy",
  group,
  name: { zh: "复制", en: "Copy" },
  icon: Copy,
  keys: ["$mod+KeyC"],
  only: "browser",
  when: isSelected,
  run: () => void document.execCommand("copy"),
});

export const cut = defineCommand({
  id: "cut",
  group,
  name: { zh: "剪切", en: "Cut" },
  icon: Scissors,
  keys: ["$mod+KeyX"],
  only: "browser",
  when: isSelected,
  run: () => void document.execCommand("cut"),
});

export const remove = defineCommand({
  id: "delete",
  group,
  name: { zh: "删除", en: "Delete" },
  icon: Trash2,
  keys: ["Delete", "Backspace"],
  when: isSelected,
  run: ({ store }) => removeSelected(store),
});
