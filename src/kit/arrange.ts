import { bounds, type Point } from "./geometry.ts";
import type { Box } from "./page.ts";

/** A side or a middle line of an area, to which boxes are aligned. */
export const alignments = ["left", "center", "right", "top", "middle", "bottom"] as const;
export type Alignment = (typeof alignments)[number];
export type Axis = "x" | "y";

const noMove: Point = { x: 0, y: 0 };
const lengthOf = (box: Box, axis: Axis) => (axis === "x" ? box.w : box.h);
const endOf = (box: Box, axis: Axis) => box[axis] + lengthOf(box, axis);
const middleOf = (box: Box, axis: Axis) => box[axis] + lengthOf(box, axis) / 2;
const along = (axis: Axis, distance: number): Point => ({ ...noMove, [axis]: distance });

/** For each box, the move that aligns it with a side or middle line of `area`; by default of the bounds of all boxes. */
export function alignMoves(boxes: readonly Box[], alignment: Alignment, area = bounds(boxes)): Point[] {
  if (area === undefined) return [];
  const axis: Axis = ["left", "center", "right"].includes(alignment) ? "x" : "y";
  const position = ["left", "top"].includes(alignment)
    ? (box: Box) => box[axis]
    : (box: Box) => (["right", "bottom"].includes(alignment) ? endOf(box, axis) : middleOf(box, axis));
  return boxes.map((box) => along(axis, position(area) - position(box)));
}

/**
 * For each box, the move that distributes all of them evenly along an axis: with equal distances between their centres, or with equal gaps. The two
 * outermost boxes stay. Fewer than three boxes stay.
 */
export function distributeMoves(boxes: readonly Box[], axis: Axis, by: "centers" | "gaps"): Point[] {
  const order = boxes
    .map((_, index) => index)
    .toSorted((a, b) => middleOf(boxes[a]!, axis) - middleOf(boxes[b]!, axis));
  if (order.length < 3) return boxes.map(() => noMove);
  const [first, last] = [boxes[order[0]!]!, boxes[order.at(-1)!]!];
  const inner = order.slice(1, -1);
  const moves = boxes.map(() => noMove);
  if (by === "centers") {
    const step = (middleOf(last, axis) - middleOf(first, axis)) / (order.length - 1);
    for (const [place, index] of inner.entries())
      moves[index] = along(axis, middleOf(first, axis) + step * (place + 1) - middleOf(boxes[index]!, axis));
    return moves;
  }
  const covered = inner.reduce((sum, index) => sum + lengthOf(boxes[index]!, axis), 0);
  const gap = (last[axis] - endOf(first, axis) - covered) / (order.length - 1);
  let position = endOf(first, axis) + gap;
  for (const index of inner) {
    moves[index] = along(axis, position - boxes[index]![axis]);
    position += lengthOf(boxes[index]!, axis) + gap;
  }
  return moves;
}

/** A straight line between two boxes that shows a distance. */
export type Distance = { from: Point; to: Point; length: number };

/** The distance along one axis between the nearest sides of two boxes, or, where they overlap, between each pair of their equal sides. */
function distancesAlong(one: Box, other: Box, axis: Axis): Distance[] {
  const cross: Axis = axis === "x" ? "y" : "x";
  // The line lies in the middle of what both boxes share across the axis, else in the middle of the first box.
  const [start, end] = [Math.max(one[cross], other[cross]), Math.min(endOf(one, cross), endOf(other, cross))];
  const position = start < end ? (start + end) / 2 : middleOf(one, cross);
  const line = (from: number, to: number): Distance => ({
    from: { ...along(axis, from), [cross]: position } as Point,
    to: { ...along(axis, to), [cross]: position } as Point,
    length: Math.abs(to - from),
  });
  if (endOf(one, axis) <= other[axis]) return [line(endOf(one, axis), other[axis])];
  if (endOf(other, axis) <= one[axis]) return [line(one[axis], endOf(other, axis))];
  return [line(one[axis], other[axis]), line(endOf(one, axis), endOf(other, axis))];
}

/** The distances from one box to another, at most four lines; none of length zero. */
export const distancesBetween = (one: Box, other: Box): Distance[] =>
  [...distancesAlong(one, other, "x"), ...distancesAlong(one, other, "y")].filter(({ length }) => length > 0);

/** Places in the order of siblings to which some of them move together. */
export type OrderMove = "front" | "back" | "forward" | "backward";

/** The ids of siblings, from back to front, after those in `chosen` moved. The order among them, and among the others, stays. */
export function reorder(ids: readonly string[], chosen: ReadonlySet<string>, to: OrderMove): string[] {
  const [some, others] = [ids.filter((id) => chosen.has(id)), ids.filter((id) => !chosen.has(id))];
  if (to === "front") return [...others, ...some];
  if (to === "back") return [...some, ...others];
  const next = to === "backward" ? [...ids] : ids.toReversed();
  for (let index = 1; index < next.length; index += 1)
    if (chosen.has(next[index]!) && !chosen.has(next[index - 1]!))
      [next[index - 1], next[index]] = [next[index]!, next[index - 1]!];
  return to === "backward" ? next : next.toReversed();
}
