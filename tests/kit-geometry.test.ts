/** Properties of boxes, handles and snapping. */
import fc from "fast-check";
import { expect, it } from "vitest";
import {
  bounds,
  boundsOf,
  centerOf,
  handles,
  minBoxSize,
  normalizeRotation,
  overlaps,
  pointOf,
  resize,
  resizeRotated,
  resizeRotatedWithGroup,
  resizeWithGroup,
  rotateAround,
  rotatedBounds,
  roundBox,
  sidesOf,
  storedBox,
  translate,
} from "#kit/geometry.ts";
import type { Box } from "#kit/page.ts";
import { nearestLine, snapEdges, snapLines, snapMove, snapResize } from "#kit/snap.ts";

const length = fc.integer({ min: minBoxSize, max: 600 });
const place = fc.integer({ min: -500, max: 1500 });
const box: fc.Arbitrary<Box> = fc.record({ x: place, y: place, w: length, h: length });
const offset = fc.record({ x: place, y: place });
const handle = fc.constantFrom(...handles);
const right = ({ x, w }: Box) => x + w;
const bottom = ({ y, h }: Box) => y + h;

it("resizing keeps the opposite sides and the minimum size", () => {
  fc.assert(
    fc.property(box, handle, offset, (before, grip, delta) => {
      const after = resize(before, grip, delta);
      const sides = sidesOf(grip);
      if (sides.x >= 0) expect(after.x).toBe(before.x);
      if (sides.x <= 0) expect(right(after)).toBe(right(before));
      if (sides.y >= 0) expect(after.y).toBe(before.y);
      if (sides.y <= 0) expect(bottom(after)).toBe(bottom(before));
      expect(Math.min(after.w, after.h)).toBeGreaterThanOrEqual(minBoxSize);
    }),
  );
});

it("resizing with keepRatio keeps the aspect ratio", () => {
  fc.assert(
    fc.property(box, handle, offset, (before, grip, delta) => {
      const after = resize(before, grip, delta, true);
      expect(after.w / after.h).toBeCloseTo(before.w / before.h, 6);
    }),
  );
});

it("the boxes of a group fill it after it is moved or resized", () => {
  fc.assert(
    fc.property(fc.array(box, { minLength: 1, maxLength: 6 }), box, (boxes, to) => {
      const around = bounds(boxes)!;
      const moved = bounds(boxes.map((before) => resizeWithGroup(before, around, to)))!;
      for (const [name, value] of Object.entries(to)) expect(moved[name as keyof Box]).toBeCloseTo(value, 6);
    }),
  );
});

it("overlapping is symmetric, and every box overlaps itself", () => {
  fc.assert(
    fc.property(box, box, (one, other) => {
      expect(overlaps(one, other)).toBe(overlaps(other, one));
      expect(overlaps(one, one)).toBe(true);
      expect(overlaps(one, translate(one, { x: one.w, y: 0 }))).toBe(false);
    }),
  );
});

it("stored boxes have whole numbers", () => {
  fc.assert(
    fc.property(fc.double({ min: -900, max: 900, noNaN: true }), (n) => {
      expect(Object.values(roundBox({ x: n, y: n, w: n, h: n })).every(Number.isInteger)).toBe(true);
    }),
  );
});

it("finds the nearest line like a linear search", () => {
  fc.assert(
    fc.property(fc.array(place, { minLength: 1 }), place, (lines, at) => {
      const sorted = Float64Array.from(lines).toSorted();
      expect(Math.abs(nearestLine(sorted, at) - at)).toBe(Math.min(...lines.map((line) => Math.abs(line - at))));
    }),
  );
});

it("snaps to an existing line within reach", () => {
  fc.assert(
    fc.property(
      fc.array(box, { maxLength: 5 }),
      box,
      handle,
      fc.integer({ min: 1, max: 20 }),
      (others, moving, grip, reach) => {
        const lines = snapLines(others, { w: 1280, h: 600 });
        for (const snaps of [snapMove(lines, moving, reach), snapResize(lines, moving, grip, reach)]) {
          for (const axis of ["x", "y"] as const) {
            const snap = snaps[axis];
            if (snap === undefined) continue;
            expect(Math.abs(snap.distance)).toBeLessThanOrEqual(reach);
            expect(lines[axis]).toContain(snap.line);
          }
        }
      },
    ),
  );
});

it("does not snap without a line within reach", () => {
  expect(snapEdges(Float64Array.of(0, 100), [50], 10)).toBeUndefined();
  expect(snapEdges(Float64Array.of(0, 100), [50, 95], 10)).toEqual({ distance: 5, line: 100 });
});

const degrees = fc.integer({ min: -180, max: 180 });
const placement = fc.record({ box, rotation: degrees });
const corners = [0, 1].flatMap((fx) => [0, 1].map((fy) => [fx, fy] as const));

it("resizing a rotated box keeps the opposite corner or side where it is, also as it is stored", () => {
  fc.assert(
    fc.property(placement, handle, offset, fc.boolean(), (before, grip, delta, keepRatio) => {
      const after = resizeRotated(before, grip, delta, keepRatio);
      const side = sidesOf(grip);
      const [fx, fy] = [(1 - side.x) / 2, (1 - side.y) / 2];
      const fixed = pointOf(before, fx, fy);
      const moved = pointOf({ box: after, rotation: before.rotation }, fx, fy);
      expect([moved.x, moved.y]).toEqual([expect.closeTo(fixed.x, 6), expect.closeTo(fixed.y, 6)]);
      if (before.rotation === 0) return;
      const rounded = pointOf(
        { box: storedBox({ box: after, rotation: before.rotation }), rotation: before.rotation },
        fx,
        fy,
      );
      expect(Math.hypot(rounded.x - fixed.x, rounded.y - fixed.y)).toBeLessThan(0.03);
    }),
  );
});

it("the bounds of a rotated box touch its corners, have its centre, and are the box itself without a rotation", () => {
  fc.assert(
    fc.property(placement, (item) => {
      const around = rotatedBounds(item);
      const points = corners.map(([fx, fy]) => pointOf(item, fx, fy));
      expect(Math.min(...points.map(({ x }) => x))).toBeCloseTo(around.x, 6);
      expect(Math.max(...points.map(({ y }) => y))).toBeCloseTo(bottom(around), 6);
      const [middle, center] = [centerOf(around), centerOf(item.box)];
      expect([middle.x, middle.y]).toEqual([expect.closeTo(center.x, 6), expect.closeTo(center.y, 6)]);
      expect(rotatedBounds({ box: item.box, rotation: 0 })).toEqual(item.box);
    }),
  );
});

it("rotating around a point keeps sizes and distances to it, and rotating back restores the placement", () => {
  fc.assert(
    fc.property(placement, offset, degrees, (before, center, angle) => {
      const after = rotateAround(before, center, angle);
      const distance = ({ x, y }: { x: number; y: number }) => Math.hypot(x - center.x, y - center.y);
      expect([after.box.w, after.box.h]).toEqual([before.box.w, before.box.h]);
      expect(distance(centerOf(after.box))).toBeCloseTo(distance(centerOf(before.box)), 5);
      const back = rotateAround(after, center, -angle);
      expect(back.rotation).toBe(normalizeRotation(before.rotation));
      expect([back.box.x, back.box.y]).toEqual([expect.closeTo(before.box.x, 5), expect.closeTo(before.box.y, 5)]);
    }),
  );
});

it("a full turn of a selection restores it, and a quarter turn exchanges width and height of its bounds", () => {
  fc.assert(
    fc.property(fc.array(placement, { minLength: 1, maxLength: 5 }), (before) => {
      const center = centerOf(boundsOf(before)!);
      const quarter = before.map((item) => rotateAround(item, center, 90));
      const [wide, turned] = [boundsOf(before)!, boundsOf(quarter)!];
      expect([turned.w, turned.h]).toEqual([expect.closeTo(wide.h, 4), expect.closeTo(wide.w, 4)]);
      const full = [1, 2, 3].reduce((items) => items.map((item) => rotateAround(item, center, 90)), quarter);
      for (const [index, item] of full.entries()) expect(item.box.x).toBeCloseTo(before[index]!.box.x, 4);
    }),
  );
});

it("angles are stored above -180 and at most 180 degrees, and a whole turn changes nothing", () => {
  fc.assert(
    fc.property(fc.double({ min: -5000, max: 5000, noNaN: true }), (angle) => {
      const stored = normalizeRotation(angle);
      expect(stored).toBeGreaterThan(-180);
      expect(stored).toBeLessThanOrEqual(180);
      expect(normalizeRotation(stored)).toBe(stored);
      const turns = (angle - stored) / 360;
      expect(Math.abs(turns - Math.round(turns))).toBeLessThan(0.0002);
    }),
  );
});

it("a rotated box in a resized group keeps its rotation and is scaled alike when the group is", () => {
  fc.assert(
    fc.property(placement, box, fc.integer({ min: 1, max: 5 }), (item, around, scale) => {
      const bigger = { ...around, w: around.w * scale, h: around.h * scale };
      const after = resizeRotatedWithGroup(item, around, bigger);
      expect([after.w, after.h]).toEqual([
        expect.closeTo(item.box.w * scale, 4),
        expect.closeTo(item.box.h * scale, 4),
      ]);
    }),
  );
});
