import { expect, it } from "vitest";
import { emblem, nest, ring } from "#ui/art/rosette.ts";

/** The number of lines that a drawing shows. Every `use` repeats the element that it names. */
function countLines(markup: string): number {
  const elementOf = (id: string): string => {
    const start = markup.indexOf(`id="${id}"`);
    const open = markup.lastIndexOf("<", start);
    if (!markup.startsWith("<g", open)) return "<path";
    let [depth, at] = [0, open];
    do {
      const next = /<g |<\/g>/g;
      next.lastIndex = at;
      const found = next.exec(markup)!;
      depth += found[0] === "</g>" ? -1 : 1;
      at = found.index + found[0].length;
    } while (depth > 0);
    return markup.slice(open, at);
  };
  const paths = markup.match(/<path/g)?.length ?? 0;
  const uses = [...markup.matchAll(/<use href="#([^"]+)"/g)].map(([, id]) => countLines(elementOf(id!)));
  return uses.reduce((sum, count) => sum + count, paths);
}

/** The number of lobes of a drawing's first line. */
const countLobes = (markup: string, curvesPerLobe: number) =>
  / d="([^"]+)"/.exec(markup)![1]!.match(/c/g)!.length / curvesPerLobe;

it("draws many lines from few elements by repeating copies of copies", () => {
  const drawing = ring("r", { radius: 80, depth: 10, lobes: 15, repeats: 16, detail: 6 });
  expect([countLines(drawing), countLobes(drawing, 6)]).toEqual([16, 15]);
  expect(drawing.match(/<use/g)!.length).toBeLessThan(12);
});

it("nests the given number of lines", () => {
  expect(countLines(nest("n", { lobes: 8, depth: 0.2, layers: 12, inner: 0.5, twist: 20 }))).toBe(12);
});

it("draws an emblem with one lobe for each product of its group", () => {
  // 18 layers and their mirror images.
  expect(
    [6, 4, 3, 2, 1].map((products) => [countLines(emblem("e", products)), countLobes(emblem("e", products), 10)]),
  ).toEqual([6, 4, 3, 2, 1].map((products) => [36, products]));
});
