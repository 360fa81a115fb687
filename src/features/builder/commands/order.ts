import { ArrowDown, ArrowDownToLine, ArrowUp, ArrowUpToLine } from "lucide-react";
import { reorderSelected } from "#features/builder/document/arrange.ts";
import { isSelectionOnCanvas } from "#features/builder/document/selection.ts";
import { defineEdit } from "#features/builder/editor/command.tsx";
import type { Editor } from "#features/builder/editor/editor.ts";
import { requireMovable } from "#features/builder/editor/requirements.ts";

const group = { zh: "所选内容", en: "Selection" };
const isOnCanvas = ({ store }: Editor) => isSelectionOnCanvas(store);

// On a canvas, "up" in the outline is towards the back: the outline lists elements from back to front.
export const moveUp = defineEdit({
  id: "moveUp",
  group,
  name: (editor) => (isOnCanvas(editor) ? { zh: "下移一层", en: "Send backward" } : { zh: "上移", en: "Move up" }),
  icon: ArrowUp,
  keys: ["Alt+ArrowUp", "$mod+BracketLeft"],
  when: requireMovable,
  run: ({ store }) => reorderSelected(store, "backward"),
});

export const moveDown = defineEdit({
  id: "moveDown",
  group,
  name: (editor) => (isOnCanvas(editor) ? { zh: "上移一层", en: "Bring forward" } : { zh: "下移", en: "Move down" }),
  icon: ArrowDown,
  keys: ["Alt+ArrowDown", "$mod+BracketRight"],
  when: requireMovable,
  run: ({ store }) => reorderSelected(store, "forward"),
});

export const moveFirst = defineEdit({
  id: "moveFirst",
  group,
  name: (editor) =>
    isOnCanvas(editor) ? { zh: "置于底层", en: "Send to back" } : { zh: "移到最前", en: "Move to the top" },
  icon: ArrowUpToLine,
  keys: ["BracketLeft"],
  when: requireMovable,
  run: ({ store }) => reorderSelected(store, "back"),
});

export const moveLast = defineEdit({
  id: "moveLast",
  group,
  name: (editor) =>
    isOnCanvas(editor) ? { zh: "置于顶层", en: "Bring to front" } : { zh: "移到最后", en: "Move to the bottom" },
  icon: ArrowDownToLine,
  keys: ["BracketRight"],
  when: requireMovable,
  run: ({ store }) => reorderSelected(store, "front"),
});

export default [moveLast, moveDown, moveUp, moveFirst];
