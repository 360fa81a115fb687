import { expect, it } from "vitest";
import { emblem, nest, ring } from "#ui/art/rosette.ts";

/** How many lines a drawing shows: every `use` repeats what it names. */
function lines(markup: string): number {
  const within = (id: string): string => {
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
  const uses = [...markup.matchAll(/<use href="#([^"]+)"/g)].map(([, id]) => lines(within(id!)));
  return uses.reduce((sum, count) => sum + count, paths);
}

/** How many lobes the first line of a drawing has: it is drawn by so many curves for each. */
const lobes = (markup: string, curvesEach: number) => / d="([^"]+)"/.exec(markup)![1]!.match(/c/g)!.length / curvesEach;

it("repeats copies of copies: many lines from few elements", () => {
  const drawing = ring("r", { radius: 80, depth: 10, lobes: 15, repeats: 16, detail: 6 });
  expect([lines(drawing), lobes(drawing, 6)]).toEqual([16, 15]);
  expect(drawing.match(/<use/g)!.length).toBeLessThan(12);
});

it("nests as many lines as it was asked for", () => {
  expect(lines(nest("n", { lobes: 8, depth: 0.2, layers: 12, inner: 0.5, twist: 20 }))).toBe(12);
});

it("gives an emblem as many lobes as the group has products", () => {
  // 18 layers and their mirror image.
  expect([6, 4, 3, 2, 1].map((products) => [lines(emblem("e", products)), lobes(emblem("e", products), 10)])).toEqual(
    [6, 4, 3, 2, 1].map((products) => [36, products]),
  );
});
