import { Languages, Laptop, Monitor, MonitorSmartphone, Moon, Smartphone, Tablet } from "lucide-react";
import { clientNames, clientTypes } from "#kit/client-type.ts";
import { defineCommand, type EditorCommand } from "#features/builder/editor/command.tsx";
import type { View } from "#features/builder/editor/editor.ts";

const group = { zh: "预览", en: "Preview" };

type ViewCommand = Pick<EditorCommand, "id" | "name" | "icon" | "label">;

/** A command that changes the view, not the page. */
const viewCommand = (command: ViewCommand, change: Partial<View>) =>
  defineCommand({
    group,
    ...command,
    isOn: ({ view }) => Object.entries(change).every(([key, value]) => view.get()[key as keyof View] === value),
    run: ({ view }) => view.set({ ...view.get(), ...change }),
  });

/** The languages of the page. */
export const languages = [
  viewCommand(
    { id: "chinese", name: { zh: "中 · 中文页面", en: "中 · Chinese page" }, icon: Languages, label: "中" },
    { locale: "zh" },
  ),
  viewCommand(
    { id: "english", name: { zh: "EN · 英文页面", en: "EN · English page" }, icon: Languages, label: "EN" },
    { locale: "en" },
  ),
];

/** Widths of the view. */
export const widths = [
  viewCommand({ id: "desktop", name: { zh: "桌面 1440", en: "Desktop 1440" }, icon: Monitor }, { width: 1440 }),
  viewCommand({ id: "laptop", name: { zh: "小屏桌面 1024", en: "Small desktop 1024" }, icon: Laptop }, { width: 1024 }),
  viewCommand({ id: "tablet", name: { zh: "平板 768", en: "Tablet 768" }, icon: Tablet }, { width: 768 }),
  viewCommand({ id: "phone", name: { zh: "手机 390", en: "Phone 390" }, icon: Smartphone }, { width: 390 }),
];

/** The client whose page is shown and edited, or all of them. */
export const clientViews = [
  viewCommand(
    { id: "allClients", name: { zh: "所有客户端", en: "All clients" }, icon: MonitorSmartphone },
    { client: undefined },
  ),
  ...clientTypes.map((client) =>
    viewCommand({ id: `client${client}`, name: clientNames[client], icon: MonitorSmartphone }, { client }),
  ),
];

export const dark = defineCommand({
  id: "dark",
  group,
  name: { zh: "深色预览", en: "Dark preview" },
  icon: Moon,
  isOn: ({ view }) => view.get().scheme === "dark",
  run({ view }) {
    const currentView = view.get();
    view.set({ ...currentView, scheme: currentView.scheme === "dark" ? "light" : "dark" });
  },
});

export default [...languages, ...widths, ...clientViews, dark];
