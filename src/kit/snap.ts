import type { Handle, Point, Size } from "./geometry.ts";
import { sidesOf } from "./geometry.ts";
import type { Box } from "./page.ts";

/** Edges and centres of other boxes, sorted: built when a drag begins, searched on every move. */
export type SnapLines = { x: Float64Array; y: Float64Array };

/** The result of snapping along one axis: the `distance` to add, and the position of the line to show; undefined when no line is near. */
export type Snap = { distance: number; line: number | undefined } | undefined;
export type Snaps = { x: Snap; y: Snap };

export const noSnaps: Snaps = { x: undefined, y: undefined };

/** Edges and centres of `boxes` and of their canvas, and its guides. */
export function snapLines(
  boxes: readonly Box[],
  canvas: Size,
  guides: { x: readonly number[]; y: readonly number[] } = { x: [], y: [] },
): SnapLines {
  const x = new Float64Array(boxes.length * 3 + 3 + guides.x.length);
  const y = new Float64Array(boxes.length * 3 + 3 + guides.y.length);
  x.set(guides.x, boxes.length * 3 + 3);
  y.set(guides.y, boxes.length * 3 + 3);
  const addBox = (offset: number, box: Box) => {
    x.set([box.x, box.x + box.w / 2, box.x + box.w], offset);
    y.set([box.y, box.y + box.h / 2, box.y + box.h], offset);
  };
  for (const [index, box] of boxes.entries()) addBox(index * 3, box);
  addBox(boxes.length * 3, { x: 0, y: 0, ...canvas });
  return { x: x.toSorted(), y: y.toSorted() };
}

/** The line nearest to `position`, by binary search; NaN when there is none. */
export function nearestLine(lines: Float64Array, position: number): number {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lines[middle]! < position) low = middle + 1;
    else high = middle;
  }
  const [before, after] = [lines[low - 1] ?? Number.NaN, lines[low] ?? Number.NaN];
  if (Number.isNaN(before)) return after;
  return Number.isNaN(after) || position - before <= after - position ? before : after;
}

/** The smallest move, at most `maxDistance`, that aligns one of `edges` with a line; undefined when all lines are farther away. */
export function snapEdges(lines: Float64Array, edges: readonly number[], maxDistance: number): Snap {
  let best: Snap;
  for (const edge of edges) {
    const line = nearestLine(lines, edge);
    const distance = line - edge;
    if (Math.abs(distance) <= maxDistance && (best === undefined || Math.abs(distance) < Math.abs(best.distance)))
      best = { distance, line };
  }
  return best;
}

/** Snaps a box that is being moved: its edges and its centre, along each axis independently. */
export function snapMove(lines: SnapLines, box: Box, maxDistance: number): Snaps {
  return {
    x: snapEdges(lines.x, [box.x, box.x + box.w / 2, box.x + box.w], maxDistance),
    y: snapEdges(lines.y, [box.y, box.y + box.h / 2, box.y + box.h], maxDistance),
  };
}

/** Snaps the sides that a handle moves; the others stay. */
export function snapResize(lines: SnapLines, box: Box, handle: Handle, maxDistance: number): Snaps {
  const side: Point = sidesOf(handle);
  return {
    x: side.x === 0 ? undefined : snapEdges(lines.x, [side.x < 0 ? box.x : box.x + box.w], maxDistance),
    y: side.y === 0 ? undefined : snapEdges(lines.y, [side.y < 0 ? box.y : box.y + box.h], maxDistance),
  };
}

/** Snaps the top left corner of a box to a grid along the axes that no line attracts; the line of a grid is not shown. */
export function snapToGrid({ x, y }: Snaps, box: Box, step: number): Snaps {
  const toGrid = (position: number): Snap => ({
    distance: Math.round(position / step) * step - position,
    line: undefined,
  });
  return { x: x ?? toGrid(box.x), y: y ?? toGrid(box.y) };
}
