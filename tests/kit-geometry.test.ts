/** Properties of boxes, handles and snapping. */
import fc from "fast-check";
import { expect, it } from "vitest";
import {
  bounds,
  resizeWithGroup,
  handles,
  overlaps,
  resize,
  sidesOf,
  minBoxSize,
  translate,
  roundBox,
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
