import { MessageSquarePlus } from "lucide-react";
import { defineCommand } from "#features/builder/editor/command.tsx";

export const addComment = defineCommand({
  id: "addComment",
  group: { zh: "页面", en: "Page" },
  name: { zh: "添加评论", en: "Add comment" },
  icon: MessageSquarePlus,
  keys: ["$mod+Alt+KeyM"],
  keyScope: "editing",
  run: (editor) => editor.comments.set({ isOpen: true, isWriting: true }),
});

export default [addComment];
