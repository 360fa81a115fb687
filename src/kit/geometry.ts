import type { Box } from "./page.ts";

/** All lengths are px of the design width. */
export type Point = { x: number; y: number };
export type Size = { w: number; h: number };

/** The eight handles of a box, by compass. */
export const handles = ["nw", "n", "ne", "e", "se", "s", "sw", "w"] as const;
export type Handle = (typeof handles)[number];

/** Minimum width and height of a box, so that its handles can still be grabbed. */
export const minBoxSize = 8;

/** The smallest box around all of `boxes`; undefined around nothing. */
export function bounds(boxes: readonly Box[]): Box | undefined {
  if (boxes.length === 0) return undefined;
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  return {
    x,
    y,
    w: Math.max(...boxes.map((box) => box.x + box.w)) - x,
    h: Math.max(...boxes.map((box) => box.y + box.h)) - y,
  };
}

export function translate(box: Box, { x, y }: Point): Box {
  return { ...box, x: box.x + x, y: box.y + y };
}

/** Whole px, as boxes are stored. */
export function roundBox(box: Box): Box {
  return {
    x: Math.round(box.x),
    y: Math.round(box.y),
    w: Math.max(1, Math.round(box.w)),
    h: Math.max(1, Math.round(box.h)),
  };
}

export function overlaps(one: Box, other: Box): boolean {
  return one.x < other.x + other.w && other.x < one.x + one.w && one.y < other.y + other.h && other.y < one.y + one.h;
}

/** The box between two points, in whichever direction it was drawn. */
export function boxBetween(from: Point, to: Point): Box {
  return {
    x: Math.min(from.x, to.x),
    y: Math.min(from.y, to.y),
    w: Math.abs(to.x - from.x),
    h: Math.abs(to.y - from.y),
  };
}

/** The direction in which a handle moves the sides: -1 the left or top one, 1 the right or bottom one, 0 neither. */
export function sidesOf(handle: Handle): Point {
  return {
    x: handle.includes("w") ? -1 : handle.includes("e") ? 1 : 0,
    y: handle.includes("n") ? -1 : handle.includes("s") ? 1 : 0,
  };
}

/** Moves one side by `distance`: start and length along one axis. The other side stays fixed. */
function moveSide(start: number, length: number, side: number, distance: number): [start: number, length: number] {
  const next = Math.max(minBoxSize, length + side * distance);
  return [side < 0 ? start + length - next : start, next];
}

/** The start of a box along one axis after its length became `nextLength`. If the handle moves neither side of the axis, the middle stays fixed. */
function resizedStart(start: number, length: number, side: number, nextLength: number): number {
  if (side === 0) return start + (length - nextLength) / 2;
  return side < 0 ? start + length - nextLength : start;
}

/** Resizes `box` by its handle. The opposite corner (or side) stays fixed; `keepRatio` keeps the aspect ratio. */
export function resize(box: Box, handle: Handle, delta: Point, keepRatio = false): Box {
  const side = sidesOf(handle);
  const [x, w] = moveSide(box.x, box.w, side.x, delta.x);
  const [y, h] = moveSide(box.y, box.h, side.y, delta.y);
  if (!keepRatio || box.w <= 0 || box.h <= 0) return { x, y, w, h };
  const minScale = Math.max(minBoxSize / box.w, minBoxSize / box.h);
  // The scale of an axis that the handle does not move is 1, and must not limit the other axis.
  const scales = [...(side.x === 0 ? [] : [w / box.w]), ...(side.y === 0 ? [] : [h / box.h])];
  const scale = Math.max(minScale, ...scales);
  const [width, height] = [box.w * scale, box.h * scale];
  return {
    x: resizedStart(box.x, box.w, side.x, width),
    y: resizedStart(box.y, box.h, side.y, height),
    w: width,
    h: height,
  };
}

/** The position and size of `box` after the bounds of its group changed from `groupBefore` to `groupAfter`. */
export function resizeWithGroup(box: Box, groupBefore: Box, groupAfter: Box): Box {
  const [scaleX, scaleY] = [
    groupBefore.w > 0 ? groupAfter.w / groupBefore.w : 1,
    groupBefore.h > 0 ? groupAfter.h / groupBefore.h : 1,
  ];
  return {
    x: groupAfter.x + (box.x - groupBefore.x) * scaleX,
    y: groupAfter.y + (box.y - groupBefore.y) * scaleY,
    w: box.w * scaleX,
    h: box.h * scaleY,
  };
}
