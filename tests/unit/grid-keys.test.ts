/** Keyboard navigation of a grid. */
import { expect, it } from "vitest";
import { type CellPosition, positionAfterKey } from "#render/table/grid-keys.ts";

const extent = { rows: 20, columns: 6, pageRows: 8 };
const noModifiers = { ctrlKey: false, metaKey: false, altKey: false };
const at = (row: number, column: number): CellPosition => ({ row, column });

it.each([
  ["ArrowDown", at(3, 2), at(4, 2)],
  ["ArrowDown", at(20, 2), at(20, 2)],
  ["ArrowUp", at(1, 2), at(0, 2)],
  ["ArrowUp", at(0, 2), at(0, 2)],
  ["ArrowLeft", at(3, 0), at(3, 0)],
  ["ArrowRight", at(3, 5), at(3, 5)],
  ["Home", at(3, 4), at(3, 0)],
  ["End", at(3, 1), at(3, 5)],
  ["PageDown", at(3, 1), at(11, 1)],
  ["PageDown", at(18, 1), at(20, 1)],
  ["PageUp", at(18, 1), at(10, 1)],
  ["PageUp", at(4, 1), at(1, 1)],
])("%s moves from %o to %o", (key, start, end) => {
  expect(positionAfterKey({ key, ...noModifiers }, start, extent)).toEqual(end);
});

it("moves to the ends of the list with Ctrl and ignores other keys", () => {
  expect(positionAfterKey({ key: "Home", ...noModifiers, ctrlKey: true }, at(9, 3), extent)).toEqual(at(1, 0));
  expect(positionAfterKey({ key: "End", ...noModifiers, metaKey: true }, at(9, 3), extent)).toEqual(at(20, 5));
  for (const pressed of [
    { key: "a", ...noModifiers },
    { key: "ArrowDown", ...noModifiers, altKey: true },
    { key: "ArrowDown", ...noModifiers, ctrlKey: true },
  ])
    expect(positionAfterKey(pressed, at(9, 3), extent)).toBeUndefined();
});
