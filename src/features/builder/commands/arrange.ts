import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignHorizontalDistributeCenter,
  AlignHorizontalSpaceAround,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignVerticalDistributeCenter,
  AlignVerticalSpaceAround,
  type LucideIcon,
  RotateCcw,
  RotateCw,
} from "lucide-react";
import type { Alignment, Axis } from "#kit/arrange.ts";
import type { Text } from "#kit/text.ts";
import { alignSelected, distributeSelected, rotateSelected } from "#features/builder/document/arrange.ts";
import { defineEdit } from "#features/builder/editor/command.tsx";
import { requireOnCanvas } from "#features/builder/editor/requirements.ts";

const group = { zh: "排列", en: "Arrange" };

const align = (alignment: Alignment, name: Text, icon: LucideIcon, keys: string) =>
  defineEdit({
    id: `align ${alignment}`,
    group,
    name,
    icon,
    keys: [keys],
    when: (editor) => requireOnCanvas(editor),
    run: ({ store }) => alignSelected(store, alignment),
  });

/** Align the selected elements with each other; a single one with its canvas. */
export const aligns = [
  align("left", { zh: "左对齐", en: "Align left" }, AlignStartVertical, "Alt+KeyA"),
  align("center", { zh: "水平居中", en: "Align horizontal centres" }, AlignCenterVertical, "Alt+KeyH"),
  align("right", { zh: "右对齐", en: "Align right" }, AlignEndVertical, "Alt+KeyD"),
  align("top", { zh: "顶部对齐", en: "Align top" }, AlignStartHorizontal, "Alt+KeyW"),
  align("middle", { zh: "垂直居中", en: "Align vertical centres" }, AlignCenterHorizontal, "Alt+KeyV"),
  align("bottom", { zh: "底部对齐", en: "Align bottom" }, AlignEndHorizontal, "Alt+KeyS"),
];

const distribute = (axis: Axis, by: "centers" | "gaps", name: Text, icon: LucideIcon, keys?: string) =>
  defineEdit({
    id: `distribute ${axis} ${by}`,
    group,
    name,
    icon,
    ...(keys === undefined ? {} : { keys: [keys] }),
    when: (editor) => requireOnCanvas(editor, 3),
    run: ({ store }) => distributeSelected(store, axis, by),
  });

/** Distribute three or more elements between the outermost two. */
export const distributions = [
  distribute(
    "x",
    "centers",
    { zh: "水平分布中心", en: "Distribute horizontal centres" },
    AlignHorizontalDistributeCenter,
  ),
  distribute("y", "centers", { zh: "垂直分布中心", en: "Distribute vertical centres" }, AlignVerticalDistributeCenter),
  distribute(
    "x",
    "gaps",
    { zh: "水平间距相等", en: "Equal horizontal gaps" },
    AlignHorizontalSpaceAround,
    "$mod+Alt+KeyH",
  ),
  distribute("y", "gaps", { zh: "垂直间距相等", en: "Equal vertical gaps" }, AlignVerticalSpaceAround, "$mod+Alt+KeyV"),
];

const rotate = (degrees: number, name: Text, icon: LucideIcon) =>
  defineEdit({
    id: `rotate ${degrees}`,
    group,
    name,
    icon,
    when: (editor) => requireOnCanvas(editor),
    run: ({ store }) => rotateSelected(store, degrees),
  });

export const rotations = [
  rotate(90, { zh: "顺时针旋转 90°", en: "Rotate 90° clockwise" }, RotateCw),
  rotate(-90, { zh: "逆时针旋转 90°", en: "Rotate 90° counterclockwise" }, RotateCcw),
];

export default [...aligns, ...distributions, ...rotations];
