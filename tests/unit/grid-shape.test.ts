/** The widths of columns, and the rows and columns of a list that are rendered. */
import { expect, it } from "vitest";
import type { ListColumn } from "#kit/auto.ts";
import { columnsAt, columnWidth, layOutColumns, gridItems, rowsAt } from "#render/table/grid-shape.ts";

const column = (type: string, more: Partial<ListColumn> = {}): ListColumn => ({
  field: "a",
  name: "Name",
  isTitle: type === "link",
  align: "start",
  sortable: false,
  style: { type },
  config: { type: "textbox", name: "Name" },
  localized: false,
  ...more,
});

it("gives spare width to text columns, most to the title, and no column less than it needs", () => {
  const columns = [column("link"), column("text"), column("number")];
  const minimumWidths = columns.map(columnWidth);
  const wide = layOutColumns(columns, 2000);
  expect(wide.reduce((sum, width) => sum + width)).toBe(2000);
  expect(wide[0]).toBeGreaterThan(wide[1]!);
  expect(wide[2]).toBe(minimumWidths[2]);
  expect(layOutColumns(columns, 300)).toEqual(minimumWidths);
});

it("narrows titles and texts, not numbers and headings, when a table is a little too wide", () => {
  const columns = [
    column("link"),
    column("text"),
    column("text", { name: "A heading of some length" }),
    column("number"),
  ];
  const base = columns.map(columnWidth);
  const sum = base.reduce((total, width) => total + width);
  const narrow = layOutColumns(columns, sum - 100);
  expect(narrow.reduce((total, width) => total + width)).toBe(sum - 100);
  expect([narrow[0]! < base[0]!, narrow[1]! < base[1]!, narrow[2], narrow[3]]).toEqual([true, true, base[2], base[3]]);
});

it("keeps a configured width and widens a column for a long heading", () => {
  expect(columnWidth(column("text", { style: { type: "text", width: 90 } }))).toBe(90);
  const heading = { name: "一二三四五六七八九十", sortable: true };
  expect(columnWidth(column("number", heading))).toBeGreaterThan(columnWidth(column("number")));
});

it("renders all visible rows at any scroll position, and at most twice as many as fit", () => {
  const shape = { rowHeight: 40, count: 120 };
  for (let top = 0; top <= 120 * 40 - 600; top += 7) {
    const { from, to } = rowsAt(top, 600, shape);
    expect(from * 40).toBeLessThanOrEqual(top);
    expect(Math.min(to * 40, 4800)).toBeGreaterThanOrEqual(top + 600);
    expect(to - from).toBeLessThanOrEqual(30);
  }
  expect(rowsAt(0, 600, { rowHeight: 40, count: 3 })).toEqual({ from: 0, to: 3 });
});

it("renders all visible columns at any scroll position", () => {
  const widths = Array.from({ length: 30 }, (_, n) => 80 + (n % 5) * 40);
  const starts = widths.map((_, at) => widths.slice(0, at).reduce((sum, width) => sum + width, 0));
  for (let left = 0; left <= 3000; left += 13) {
    const { from, to } = columnsAt(left, 800, widths);
    expect(starts[from]).toBeLessThanOrEqual(left);
    expect(starts[to] ?? 4800).toBeGreaterThanOrEqual(left + 800);
  }
});

it("fills the space between rendered rows with gaps that add up to the whole list", () => {
  const parts = gridItems({ from: 4, to: 7 }, [0, 20], 30);
  expect(parts.map(({ index }) => index)).toEqual([0, 4, 5, 6, 20, undefined]);
  expect(parts.reduce((sum, { gap, index }) => sum + gap + (index === undefined ? 0 : 1), 0)).toBe(30);
  expect(gridItems({ from: 0, to: 3 }, [], 3)).toEqual([0, 1, 2].map((index) => ({ gap: 0, index })));
});
