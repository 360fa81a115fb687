/** Keyboard navigation of a grid. */
import { expect, it } from "vitest";
import { type Place, placeAfter } from "#render/table/grid-keys.ts";

const extent = { rows: 20, columns: 6, page: 8 };
const none = { ctrlKey: false, metaKey: false, altKey: false };
const from = (row: number, column: number): Place => ({ row, column });

it.each([
  ["ArrowDown", from(3, 2), from(4, 2)],
  ["ArrowDown", from(20, 2), from(20, 2)],
  ["ArrowUp", from(1, 2), from(0, 2)],
  ["ArrowUp", from(0, 2), from(0, 2)],
  ["ArrowLeft", from(3, 0), from(3, 0)],
  ["ArrowRight", from(3, 5), from(3, 5)],
  ["Home", from(3, 4), from(3, 0)],
  ["End", from(3, 1), from(3, 5)],
  ["PageDown", from(3, 1), from(11, 1)],
  ["PageDown", from(18, 1), from(20, 1)],
  ["PageUp", from(18, 1), from(10, 1)],
  ["PageUp", from(4, 1), from(1, 1)],
])("%s from %o leads to %o", (key, start, end) => {
  expect(placeAfter({ key, ...none }, start, extent)).toEqual(end);
});

it("Ctrl leads to the ends of the list, and other keys lead nowhere", () => {
  expect(placeAfter({ key: "Home", ...none, ctrlKey: true }, from(9, 3), extent)).toEqual(from(1, 0));
  expect(placeAfter({ key: "End", ...none, metaKey: true }, from(9, 3), extent)).toEqual(from(20, 5));
  for (const pressed of [
    { key: "a", ...none },
    { key: "ArrowDown", ...none, altKey: true },
    { key: "ArrowDown", ...none, ctrlKey: true },
  ])
    expect(placeAfter(pressed, from(9, 3), extent)).toBeUndefined();
});
