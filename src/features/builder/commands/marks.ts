import { Eye, EyeOff, Lock, LockOpen, Pencil } from "lucide-react";
import { clearMark, isMarkUsed, setMark } from "#features/builder/document/arrange.ts";
import { defineEdit } from "#features/builder/editor/command.tsx";
import type { Editor } from "#features/builder/editor/editor.ts";
import { requireOne, requireSelection } from "#features/builder/editor/requirements.ts";

const group = { zh: "所选内容", en: "Selection" };
type Mark = "isHidden" | "isLocked";

/** Whether all selected records have the mark themselves. */
function isMarked({ store }: Editor, mark: Mark): boolean {
  const ids = store.selected.get();
  return ids.length > 0 && ids.every((id) => store.record(id)?.[mark] === true);
}

const toggleMark = (editor: Editor, mark: Mark) =>
  setMark(editor.store, editor.store.selected.get(), mark, !isMarked(editor, mark));

export const lock = defineEdit({
  id: "lock",
  group,
  name: (editor) => (isMarked(editor, "isLocked") ? { zh: "解锁", en: "Unlock" } : { zh: "锁定", en: "Lock" }),
  icon: Lock,
  keys: ["$mod+Shift+KeyL"],
  isOn: (editor) => isMarked(editor, "isLocked"),
  when: requireSelection,
  run: (editor) => toggleMark(editor, "isLocked"),
});

export const hide = defineEdit({
  id: "hide",
  group,
  name: (editor) => (isMarked(editor, "isHidden") ? { zh: "显示", en: "Show" } : { zh: "隐藏", en: "Hide" }),
  icon: EyeOff,
  keys: ["$mod+Shift+KeyH"],
  isOn: (editor) => isMarked(editor, "isHidden"),
  when: requireSelection,
  run: (editor) => toggleMark(editor, "isHidden"),
});

export const rename = defineEdit({
  id: "rename",
  group,
  name: { zh: "重命名", en: "Rename" },
  icon: Pencil,
  keys: ["F2"],
  when: requireOne,
  run: ({ store, renaming }) => renaming.set(store.selected.get()[0]),
});

export const unlockAll = defineEdit({
  id: "unlockAll",
  group,
  name: { zh: "全部解锁", en: "Unlock all" },
  icon: LockOpen,
  when: (editor) => isMarkUsed(editor.store, "isLocked") || { zh: "没有锁定的内容", en: "Nothing is locked" },
  run: ({ store }) => clearMark(store, "isLocked"),
});

export const showAll = defineEdit({
  id: "showAll",
  group,
  name: { zh: "全部显示", en: "Show all" },
  icon: Eye,
  when: (editor) => isMarkUsed(editor.store, "isHidden") || { zh: "没有隐藏的内容", en: "Nothing is hidden" },
  run: ({ store }) => clearMark(store, "isHidden"),
});

export default [lock, hide, rename, unlockAll, showAll];
