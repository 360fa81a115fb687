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
export function between(from: Point, to: Point): Box {
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

/** Resizes `box` by its handle. The opposite corner (or side) stays fixed; `keepRatio` keeps the aspect ratio. */
export function resize(box: Box, handle: Handle, delta: Point, keepRatio = false): Box {
  const side = sidesOf(handle);
  const [x, w] = moveSide(box.x, box.w, side.x, delta.x);
  const [y, h] = moveSide(box.y, box.h, side.y, delta.y);
  if (!keepRatio || box.w <= 0 || box.h <= 0) return { x, y, w, h };
  const minScale = Math.max(minBoxSize / box.w, minBoxSize / box.h);
  const requestedScale = side.x === 0 ? h / box.h : side.y === 0 ? w / box.w : Math.max(w / box.w, h / box.h);
  const scale = Math.max(minScale, requestedScale);
  const [width, height] = [box.w * scale, box.h * scale];
  // With a side handle the other axis grows from its middle.
  const left = side.x < 0 ? box.x + box.w - width : side.x > 0 ? box.x : box.x + (box.w - width) / 2;
  const top = side.y < 0 ? box.y + box.h - height : side.y > 0 ? box.y : box.y + (box.h - height) / 2;
  return { x: left, y: top, w: width, h: height };
}

/** The position of `box` after its group was resized from `from` to `to`. */
export function follow(box: Box, from: Box, to: Box): Box {
  const [sx, sy] = [from.w > 0 ? to.w / from.w : 1, from.h > 0 ? to.h / from.h : 1];
  return { x: to.x + (box.x - from.x) * sx, y: to.y + (box.y - from.y) * sy, w: box.w * sx, h: box.h * sy };
}
