import {
  ExternalLink,
  Files,
  FilePlus2,
  History,
  MessageSquare,
  MonitorSmartphone,
  Rocket,
  Save,
  Share2,
} from "lucide-react";
import { siteUrl, withLanguageForOtherHost } from "#client/space-site.ts";
import { defineCommand } from "#features/builder/editor/command.tsx";
import { administratorsOnlyText, type Editor } from "#features/builder/editor/editor.ts";

const group = { zh: "页面", en: "Page" };
const address = ({ path }: Editor) => withLanguageForOtherHost(siteUrl(path));

const isPublished = ({ session }: Editor): boolean => session.published.get() !== null;

export const viewPage = defineCommand({
  id: "viewPage",
  group,
  name: { zh: "查看已发布页面", en: "View published page" },
  icon: ExternalLink,
  when: (editor) => isPublished(editor) || { zh: "页面尚未发布", en: "This page is not published yet" },
  href: (editor) => (isPublished(editor) ? address(editor) : undefined),
  run: (editor) => void window.open(address(editor), "_blank", "noopener"),
});

export const share = defineCommand({
  id: "share",
  group,
  name: { zh: "分享草稿", en: "Share draft" },
  icon: Share2,
  opensDialog: true,
  when: ({ mayPublish }) => mayPublish || administratorsOnlyText,
  run: ({ dialog }) => dialog.set("share"),
});

export const saveVersion = defineCommand({
  id: "saveVersion",
  group,
  name: { zh: "保存为版本", en: "Save as version" },
  icon: Save,
  keys: ["$mod+Shift+KeyS"],
  keyScope: "everywhere",
  // In the editor of texts the keys strike a text through.
  keysExcept: "[contenteditable=true], [role=dialog]",
  opensDialog: true,
  run: ({ dialog }) => dialog.set("saveVersion"),
});

export const versions = defineCommand({
  id: "versions",
  group,
  name: { zh: "版本记录", en: "Version history" },
  icon: History,
  opensDialog: true,
  run: ({ dialog }) => dialog.set("versions"),
});

export const comments = defineCommand({
  id: "comments",
  group,
  name: { zh: "评论", en: "Comments" },
  icon: MessageSquare,
  keys: ["Shift+KeyC"],
  isOn: (editor) => editor.comments.get().isOpen,
  run: (editor) => editor.comments.set({ isOpen: !editor.comments.get().isOpen }),
});

export const clients = defineCommand({
  id: "clients",
  group,
  name: { zh: "多端预览", en: "Preview in clients" },
  icon: MonitorSmartphone,
  opensDialog: true,
  run: ({ dialog }) => dialog.set("clients"),
});

export const publish = defineCommand({
  id: "publish",
  group,
  name: { zh: "发布", en: "Publish" },
  icon: Rocket,
  opensDialog: true,
  when: ({ mayPublish }) => mayPublish || administratorsOnlyText,
  run: ({ dialog }) => dialog.set("publish"),
});

export const switchPage = defineCommand({
  id: "switchPage",
  group,
  name: { zh: "切换页面", en: "Switch page" },
  icon: Files,
  opensDialog: true,
  run: ({ dialog }) => dialog.set("pages"),
});

export const newPage = defineCommand({
  id: "newPage",
  group,
  name: { zh: "新建页面", en: "New page" },
  icon: FilePlus2,
  opensDialog: true,
  run: ({ dialog }) => dialog.set("newPage"),
});

export default [publish, saveVersion, versions, comments, clients, share, viewPage, switchPage, newPage];
