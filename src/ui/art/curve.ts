/** A point in the units of the drawing. The functions below return paths in the syntax of SVG's `d`. */
export type Point = readonly [x: number, y: number];

const round = (value: number) => String(Math.round(value * 10) / 10);
const pair = ([x, y]: Point) => `${round(x)} ${round(y)}`;
const difference = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1]];
const compactPath = (path: string) => path.replaceAll(" -", "-");

/** Distance from the centre for an angle in radians. */
export type Outline = (angle: number) => number;

/** A segment of a Catmull-Rom curve as a cubic Bézier, in relative commands because they are shorter. */
function segment(before: Point, from: Point, to: Point, after: Point): string {
  const firstControl: Point = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6];
  const secondControl: Point = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6];
  return `c${[firstControl, secondControl, to].map((point) => pair(difference(point, from))).join(" ")}`;
}

/** A smooth line that follows `outline` over `share` of a full turn, through `pointCount` points. */
export function arcPath(outline: Outline, share: number, pointCount: number): string {
  const pointAt = (index: number): Point => {
    const angle = (index / pointCount) * share * 2 * Math.PI;
    return [outline(angle) * Math.cos(angle), outline(angle) * Math.sin(angle)];
  };
  const segments = Array.from({ length: pointCount }, (_, index) =>
    segment(pointAt(index - 1), pointAt(index), pointAt(index + 1), pointAt(index + 2)),
  );
  return compactPath(`M${pair(pointAt(0))}${segments.join("")}`);
}

/** A closed path along `outline`. */
export function closedPath(outline: Outline, pointCount: number): string {
  return `${arcPath(outline, 1, pointCount)}z`;
}

/** An open path through the points. */
export function openPath(points: readonly Point[]): string {
  return points.map((point, index) => `${index === 0 ? "M" : "L"}${pair(point)}`).join("");
}
