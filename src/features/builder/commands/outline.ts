import { Sparkles } from "lucide-react";
import { defineEdit } from "#features/builder/editor/command.tsx";

export const outline = defineEdit({
  id: "outline",
  group: { zh: "AI", en: "AI" },
  name: { zh: "用 AI 拟定页面大纲", en: "Outline the page with AI" },
  icon: Sparkles,
  opensDialog: true,
  run: ({ dialog }) => dialog.set("outline"),
});

export default [outline];
