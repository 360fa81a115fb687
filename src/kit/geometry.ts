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

/** The middle of a box. */
export const centerOf = ({ x, y, w, h }: Box): Point => ({ x: x + w / 2, y: y + h / 2 });

/** Turns a point around `center`, clockwise, in degrees. */
export function rotatePoint({ x, y }: Point, center: Point, degrees: number): Point {
  const radians = (degrees * Math.PI) / 180;
  const [sine, cosine] = [Math.sin(radians), Math.cos(radians)];
  const [dx, dy] = [x - center.x, y - center.y];
  return { x: center.x + dx * cosine - dy * sine, y: center.y + dx * sine + dy * cosine };
}

/** An angle as it is stored: above -180 and at most 180 degrees, rounded to a tenth. */
export function normalizeRotation(degrees: number): number {
  const turned = Math.round((((degrees % 360) + 360) % 360) * 10) / 10;
  return turned > 180 ? Math.round((turned - 360) * 10) / 10 : turned;
}

/** A box and its rotation about its centre, in degrees. */
export type Placement = { box: Box; rotation?: number | undefined };

/** The point of a rotated box at the fractions `fx` and `fy` of its width and height. */
export function pointOf({ box, rotation = 0 }: Placement, fx: number, fy: number): Point {
  return rotatePoint({ x: box.x + box.w * fx, y: box.y + box.h * fy }, centerOf(box), rotation);
}

/** The smallest upright box around a rotated box. */
export function rotatedBounds({ box, rotation = 0 }: Placement): Box {
  if (rotation === 0) return box;
  const corners = [0, 1].flatMap((fx) => [0, 1].map((fy) => pointOf({ box, rotation }, fx, fy)));
  const [x, y] = [Math.min(...corners.map((corner) => corner.x)), Math.min(...corners.map((corner) => corner.y))];
  return {
    x,
    y,
    w: Math.max(...corners.map((corner) => corner.x)) - x,
    h: Math.max(...corners.map((corner) => corner.y)) - y,
  };
}

/** The smallest upright box around all of `placements`; undefined around nothing. */
export const boundsOf = (placements: readonly Placement[]): Box | undefined => bounds(placements.map(rotatedBounds));

/** Resizes a rotated box by its handle. `delta` is the way of the pointer on the canvas. The opposite corner (or side) stays fixed. */
export function resizeRotated(placement: Placement, handle: Handle, delta: Point, keepRatio = false): Box {
  const { box, rotation = 0 } = placement;
  const resized = resize(box, handle, rotatePoint(delta, { x: 0, y: 0 }, -rotation), keepRatio);
  if (rotation === 0) return resized;
  const side = sidesOf(handle);
  const [fx, fy] = [(1 - side.x) / 2, (1 - side.y) / 2];
  const [before, after] = [pointOf(placement, fx, fy), pointOf({ box: resized, rotation }, fx, fy)];
  return translate(resized, { x: before.x - after.x, y: before.y - after.y });
}

/** Turns a box around `center`: its centre moves on a circle, and its own rotation grows by the same angle. */
export function rotateAround(
  { box, rotation = 0 }: Placement,
  center: Point,
  degrees: number,
): { box: Box; rotation: number } {
  const middle = centerOf(box);
  const turned = rotatePoint(middle, center, degrees);
  return {
    box: translate(box, { x: turned.x - middle.x, y: turned.y - middle.y }),
    rotation: normalizeRotation(rotation + degrees),
  };
}

/**
 * The box of a rotated node after the bounds of its group changed. Its centre moves with the group; its sides grow as the group does along them, so
 * that it stays a rectangle of the same rotation.
 */
export function resizeRotatedWithGroup({ box, rotation = 0 }: Placement, groupBefore: Box, groupAfter: Box): Box {
  const scaled = resizeWithGroup(box, groupBefore, groupAfter);
  if (rotation === 0) return scaled;
  const [scaleX, scaleY] = [box.w > 0 ? scaled.w / box.w : 1, box.h > 0 ? scaled.h / box.h : 1];
  const radians = (rotation * Math.PI) / 180;
  const [sine, cosine] = [Math.sin(radians), Math.cos(radians)];
  const [w, h] = [
    box.w * Math.hypot(scaleX * cosine, scaleY * sine),
    box.h * Math.hypot(scaleX * sine, scaleY * cosine),
  ];
  const middle = centerOf(scaled);
  return { x: middle.x - w / 2, y: middle.y - h / 2, w, h };
}

/** A box as it is stored: whole px, or hundredths if it is rotated, so that its fixed corner does not move visibly. */
export function storedBox({ box, rotation = 0 }: Placement): Box {
  if (rotation === 0) return roundBox(box);
  const round = (length: number) => Math.round(length * 100) / 100;
  return { x: round(box.x), y: round(box.y), w: Math.max(1, round(box.w)), h: Math.max(1, round(box.h)) };
}
