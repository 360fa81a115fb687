/** Properties of aligning, distributing, ordering and measuring boxes. */
import fc from "fast-check";
import { expect, it } from "vitest";
import {
  type Alignment,
  alignments,
  alignMoves,
  type Axis,
  distancesBetween,
  distributeMoves,
  reorder,
} from "#kit/arrange.ts";
import { bounds, translate } from "#kit/geometry.ts";
import type { Box } from "#kit/page.ts";

const length = fc.integer({ min: 1, max: 600 });
const place = fc.integer({ min: -500, max: 1500 });
const box: fc.Arbitrary<Box> = fc.record({ x: place, y: place, w: length, h: length });
const boxes = fc.array(box, { minLength: 1, maxLength: 8 });
const axis = fc.constantFrom<Axis>("x", "y");
const sizeOf = (one: Box, along: Axis) => (along === "x" ? one.w : one.h);
const middleOf = (one: Box, along: Axis) => one[along] + sizeOf(one, along) / 2;
const endOf = (one: Box, along: Axis) => one[along] + sizeOf(one, along);
const lineOf: Record<Alignment, (one: Box) => number> = {
  left: ({ x }) => x,
  center: (one) => middleOf(one, "x"),
  right: (one) => endOf(one, "x"),
  top: ({ y }) => y,
  middle: (one) => middleOf(one, "y"),
  bottom: (one) => endOf(one, "y"),
};
const moveAll = (before: readonly Box[], moves: readonly { x: number; y: number }[]) =>
  before.map((one, index) => translate(one, moves[index]!));

it("aligning puts every box on the same line, moves along one axis, stays within the bounds and changes nothing the second time", () => {
  fc.assert(
    fc.property(boxes, fc.constantFrom(...alignments), (before, alignment) => {
      const after = moveAll(before, alignMoves(before, alignment));
      const [area, line] = [bounds(before)!, lineOf[alignment]];
      for (const [index, one] of after.entries()) {
        expect(line(one)).toBeCloseTo(line(area), 6);
        const isVertical = ["top", "middle", "bottom"].includes(alignment);
        expect(isVertical ? one.x : one.y).toBe(isVertical ? before[index]!.x : before[index]!.y);
        expect([one.w, one.h]).toEqual([before[index]!.w, before[index]!.h]);
        expect(one.x).toBeGreaterThanOrEqual(area.x - 1e-6);
        expect(endOf(one, "x")).toBeLessThanOrEqual(endOf(area, "x") + 1e-6);
        expect(one.y).toBeGreaterThanOrEqual(area.y - 1e-6);
        expect(endOf(one, "y")).toBeLessThanOrEqual(endOf(area, "y") + 1e-6);
      }
      for (const move of alignMoves(after, alignment)) expect(Math.hypot(move.x, move.y)).toBeLessThan(1e-6);
    }),
  );
});

it("a single box is aligned with the given area", () => {
  fc.assert(
    fc.property(box, box, fc.constantFrom(...alignments), (one, area, alignment) => {
      const [after] = moveAll([one], alignMoves([one], alignment, area));
      expect(lineOf[alignment](after!)).toBeCloseTo(lineOf[alignment](area), 6);
    }),
  );
});

it("distributing keeps the outermost boxes and the other axis, and makes all distances of centres or all gaps equal", () => {
  fc.assert(
    fc.property(fc.array(box, { minLength: 3, maxLength: 8 }), axis, fc.boolean(), (before, along, byGaps) => {
      const moves = distributeMoves(before, along, byGaps ? "gaps" : "centers");
      const after = moveAll(before, moves);
      const order = before
        .map((_, index) => index)
        .toSorted((a, b) => middleOf(before[a]!, along) - middleOf(before[b]!, along));
      const across: Axis = along === "x" ? "y" : "x";
      for (const [index, move] of moves.entries()) {
        expect(move[across]).toBe(0);
        if (index === order[0] || index === order.at(-1)) expect(move).toEqual({ x: 0, y: 0 });
      }
      const sorted = order.map((index) => after[index]!);
      const distances = sorted
        .slice(1)
        .map((one, index) =>
          byGaps ? one[along] - endOf(sorted[index]!, along) : middleOf(one, along) - middleOf(sorted[index]!, along),
        );
      for (const distance of distances) expect(distance).toBeCloseTo(distances[0]!, 6);
    }),
  );
});

it("fewer than three boxes are not distributed", () => {
  fc.assert(
    fc.property(fc.array(box, { maxLength: 2 }), axis, (before, along) => {
      for (const by of ["centers", "gaps"] as const)
        expect(distributeMoves(before, along, by)).toEqual(before.map(() => ({ x: 0, y: 0 })));
    }),
  );
});

const siblings = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 10 });
const chosenOf = fc.tuple(siblings, fc.array(fc.nat({ max: 9 }))).map(([ids, indexes]) => ({
  ids,
  chosen: new Set(indexes.flatMap((index) => ids[index] ?? [])),
}));

it("reordering keeps all siblings, the order among the moved and among the others, and moves by one or to the end", () => {
  fc.assert(
    fc.property(chosenOf, fc.constantFrom("front", "back", "forward", "backward"), ({ ids, chosen }, to) => {
      const after = reorder(ids, chosen, to);
      for (const isChosen of [true, false])
        expect(after.filter((id) => chosen.has(id) === isChosen)).toEqual(
          ids.filter((id) => chosen.has(id) === isChosen),
        );
      for (const id of chosen) {
        const way = after.indexOf(id) - ids.indexOf(id);
        if (to === "forward") expect([0, 1]).toContain(way);
        if (to === "backward") expect([0, -1]).toContain(way);
      }
      if (to === "front") expect(new Set(after.slice(ids.length - chosen.size))).toEqual(chosen);
      if (to === "back") expect(new Set(after.slice(0, chosen.size))).toEqual(chosen);
    }),
  );
});

it("repeating a move by one ends at the front or at the back", () => {
  fc.assert(
    fc.property(chosenOf, fc.boolean(), ({ ids, chosen }, isForward) => {
      let after = ids;
      for (let step = 0; step < ids.length; step += 1)
        after = reorder(after, chosen, isForward ? "forward" : "backward");
      expect(after).toEqual(reorder(ids, chosen, isForward ? "front" : "back"));
    }),
  );
});

it("distances are those between sides, are the same in both directions, and are none for equal boxes", () => {
  fc.assert(
    fc.property(box, box, (one, other) => {
      const lengths = (distances: { length: number }[]) =>
        distances.map((distance) => distance.length).toSorted((a, b) => a - b);
      const distances = distancesBetween(one, other);
      expect(lengths(distances)).toEqual(lengths(distancesBetween(other, one)));
      expect(distancesBetween(one, one)).toEqual([]);
      for (const { from, to, length: distance } of distances) {
        expect(distance).toBeGreaterThan(0);
        expect(Math.hypot(to.x - from.x, to.y - from.y)).toBeCloseTo(distance, 6);
      }
      const isBeside = endOf(one, "x") < other.x;
      if (isBeside) expect(distances.some(({ length: distance }) => distance === other.x - endOf(one, "x"))).toBe(true);
    }),
  );
});
