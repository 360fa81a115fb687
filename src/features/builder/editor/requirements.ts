import type { Text } from "#kit/text.ts";
import { unitCount } from "#features/builder/document/arrange.ts";
import { isSelectionOnCanvas, movableSelected } from "#features/builder/document/selection.ts";
import type { Editor } from "./editor.ts";

// What commands require of the selection: true, or the reason why the command is unavailable.

const selectFirst = { zh: "请先选择组件", en: "Select a component first" };
const selectOnCanvas = { zh: "请先选择画布上的元素", en: "Select an element on a canvas first" };
const selectThree = { zh: "请选择画布上的三个或更多元素", en: "Select three or more elements on a canvas" };
const selectOne = { zh: "请只选择一个组件", en: "Select a single component" };
export const locked = { zh: "所选内容已锁定", en: "The selection is locked" };

export const requireSelection = ({ store }: Editor): true | Text => store.selected.get().length > 0 || selectFirst;

export const requireOne = ({ store }: Editor): true | Text => store.selected.get().length === 1 || selectOne;

export function requireMovable(editor: Editor): true | Text {
  const selection = requireSelection(editor);
  return selection === true ? movableSelected(editor.store).length > 0 || locked : selection;
}

/** Requires nodes or groups of one canvas that are not locked; at least `count` of them. */
export function requireOnCanvas({ store }: Editor, count: 1 | 3 = 1): true | Text {
  if (!isSelectionOnCanvas(store)) return count === 1 ? selectOnCanvas : selectThree;
  if (movableSelected(store).length === 0) return locked;
  return unitCount(store) >= count || selectThree;
}
