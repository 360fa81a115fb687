import { Redo2, Save, Undo2 } from "lucide-react";
import { defineCommand } from "#features/builder/editor/command.tsx";

const group = { zh: "编辑", en: "Edit" };

export const undo = defineCommand({
  id: "undo",
  group,
  name: { zh: "撤销", en: "Undo" },
  icon: Undo2,
  keys: ["$mod+KeyZ"],
  keyScope: "editing",
  when: ({ store }) => store.history.get().done.length > 0 || { zh: "没有可撤销的修改", en: "Nothing to undo" },
  run: ({ store }) => store.undo(),
});

export const redo = defineCommand({
  id: "redo",
  group,
  name: { zh: "重做", en: "Redo" },
  icon: Redo2,
  keys: ["$mod+Shift+KeyZ", "$mod+KeyY"],
  keyScope: "editing",
  when: ({ store }) => store.history.get().undone.length > 0 || { zh: "没有可重做的修改", en: "Nothing to redo" },
  run: ({ store }) => store.redo(),
});

export const save = defineCommand({
  id: "save",
  group,
  name: { zh: "保存", en: "Save" },
  icon: Save,
  keys: ["$mod+KeyS"],
  keyScope: "everywhere",
  when: ({ session }) =>
    session.state.get().kind !== "saved" || { zh: "没有未保存的修改", en: "There are no unsaved changes" },
  run: ({ session }) => void session.save(),
});

export default [undo, redo, save];
