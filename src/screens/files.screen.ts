import { defineListScreen } from "#kit/screen.ts";

export default defineListScreen({
  type: "storageFile",
  title: { zh: "文件", en: "Files" },
  menu: [{ menu: "management", group: "content", after: "contactMessage", icon: "folder", isSecondary: true }],
  component: "screens/files",
});
