import { Grid3x3, Maximize, Ruler, ZoomIn, ZoomOut } from "lucide-react";
import { defineCommand } from "#features/builder/editor/command.tsx";
import type { View } from "#features/builder/editor/editor.ts";
import { requireSelection } from "#features/builder/editor/requirements.ts";
import { zoomBy, zoomTo, zoomToSelection } from "#features/builder/editor/zoom.ts";

const group = { zh: "视图", en: "View" };

export const zoomIn = defineCommand({
  id: "zoomIn",
  group,
  name: { zh: "放大", en: "Zoom in" },
  icon: ZoomIn,
  keys: ["$mod+Equal", "$mod+Shift+Equal"],
  run: (editor) => zoomBy(editor, 1),
});

export const zoomOut = defineCommand({
  id: "zoomOut",
  group,
  name: { zh: "缩小", en: "Zoom out" },
  icon: ZoomOut,
  keys: ["$mod+Minus"],
  run: (editor) => zoomBy(editor, -1),
});

export const fullSize = defineCommand({
  id: "fullSize",
  group,
  name: { zh: "实际大小 100%", en: "Actual size, 100%" },
  keys: ["$mod+Digit0"],
  isOn: ({ view }) => view.get().zoom === 1,
  run: (editor) => zoomTo(editor, 1),
});

export const fit = defineCommand({
  id: "fit",
  group,
  name: { zh: "适合窗口宽度", en: "Fit to width" },
  icon: Maximize,
  keys: ["Shift+Digit1"],
  isOn: ({ view }) => view.get().zoom === "fit",
  run: (editor) => zoomTo(editor, "fit"),
});

export const fitSelection = defineCommand({
  id: "fitSelection",
  group,
  name: { zh: "缩放到所选内容", en: "Zoom to selection" },
  keys: ["Shift+Digit2"],
  when: requireSelection,
  run: zoomToSelection,
});

type Switch = { [K in keyof View]: View[K] extends boolean ? K : never }[keyof View];

const viewSwitch = (key: Switch, command: Pick<Parameters<typeof defineCommand>[0], "id" | "name" | "icon" | "keys">) =>
  defineCommand({
    group,
    ...command,
    isOn: ({ view }) => view.get()[key],
    run({ view }) {
      const current = view.get();
      view.set({ ...current, [key]: !current[key] });
    },
  });

export const rulers = viewSwitch("hasRulers", {
  id: "rulers",
  name: { zh: "标尺与参考线", en: "Rulers and guides" },
  icon: Ruler,
  keys: ["Shift+KeyR"],
});

export const grid = viewSwitch("hasGrid", {
  id: "grid",
  name: { zh: "网格", en: "Grid" },
  icon: Grid3x3,
  keys: ["$mod+Quote"],
});

// The overlay handles these presses itself (`canvas/overlay.tsx`).
const pan = defineCommand({
  id: "pan",
  group,
  name: { zh: "拖动以移动视图（按住）", en: "Drag to move the view (hold)" },
  keys: ["Space"],
  only: "browser",
  run: () => undefined,
});
const measure = defineCommand({
  id: "measure",
  group,
  name: { zh: "测量到指针下元素的距离（按住）", en: "Measure to the element under the pointer (hold)" },
  keys: ["Alt"],
  only: "browser",
  run: () => undefined,
});

export default [zoomIn, zoomOut, fullSize, fit, fitSelection, rulers, grid, pan, measure];
