import { closedPath, type Outline } from "./curve.ts";

const short = (value: number) => String(Math.round(value * 1000) / 1000).replace(/^0\./, ".");

function factors(count: number): number[] {
  for (let factor = 2; factor * factor <= count; factor += 1) {
    if (count % factor === 0) return [factor, ...factors(count / factor)];
  }
  return count > 1 ? [count] : [];
}

/**
 * A figure and its copies, the i-th rotated by `transform(i)`, where rotating i times and then j times must equal rotating i + j times. Copies are
 * taken of groups of copies: 240 lines cost 13 elements. `markup` must be one element with the id `id`; further ids are derived from it.
 */
function repeatMarkup(id: string, markup: string, count: number, transform: (times: number) => string): string {
  let [whole, name, size] = [markup, id, 1];
  for (const [level, factor] of factors(count).entries()) {
    const uses = Array.from(
      { length: factor - 1 },
      (_, index) => `<use href="#${name}" transform="${transform((index + 1) * size)}"/>`,
    );
    const next = `${id}-${level}`;
    whole = `<g id="${next}">${whole}${uses.join("")}</g>`;
    [name, size] = [next, size * factor];
  }
  return whole;
}

const turn = (degrees: number) => (times: number) => `rotate(${short(degrees * times)})`;

/** A lobed line all around. One path: a browser lays out every copy of a part, so a line in parts costs more time than its bytes save. */
function lobedLine(id: string, lobes: number, detail: number, outline: Outline, attributes = ""): string {
  return `<path id="${id}" d="${closedPath(outline, lobes * detail)}"${attributes}/>`;
}

/** The outermost group of a drawing made by `repeated`, to be repeated further. */
const nameOf = (markup: string) => /^<\w+ id="([^"]+)"/.exec(markup)![1]!;

export type RingShape = { radius: number; depth: number; lobes: number; repeats: number; detail?: number };

/** A lobed line repeated by rotation: the guilloche of the hero. `id` must be unique on the page. */
export function ring(id: string, { radius, depth, lobes, repeats, detail = 6 }: RingShape): string {
  const line = lobedLine(id, lobes, detail, (angle) => radius + depth * Math.sin(lobes * angle));
  return repeatMarkup(nameOf(line), line, repeats, turn(360 / lobes / repeats));
}

export type NestShape = {
  lobes: number;
  depth: number;
  layers: number;
  /** Size of the innermost line; the outermost is 1. */
  inner: number;
  /** Degrees by which the innermost line is turned. */
  twist: number;
};

/** Outermost reach of a nest, in units of a box of 200. */
const radius = 96;

/** Nested lines, each smaller and slightly rotated: the lobes stay countable, because their number is meaningful. */
export function nest(id: string, { lobes, depth, layers, inner, twist }: NestShape): string {
  const outline: Outline = (angle) => (radius * (1 + depth * Math.cos(lobes * angle))) / (1 + depth);
  // The stroke width does not scale.
  const line = lobedLine(id, lobes, lobes < 8 ? 10 : 6, outline, ' vector-effect="non-scaling-stroke"');
  const [step, shrink] = [twist / (layers - 1), inner ** (1 / (layers - 1))];
  return repeatMarkup(
    nameOf(line),
    line,
    layers,
    (times) => `rotate(${short(step * times)})scale(${short(shrink ** times)})`,
  );
}

/** A nest and its mirror image, crossing. */
export function woven(id: string, shape: NestShape): string {
  const half = nest(id, shape);
  return `${half}<use href="#${nameOf(half)}" transform="scale(1-1)"/>`;
}

/** The emblem of a product group: as many lobes as the group has products. `layers`: fewer for small pictures, where lines would run together. */
export function emblem(id: string, products: number, layers = 18): string {
  const lobes = Math.max(products, 1);
  const depth = lobes <= 2 ? 0.42 : 0.3;
  return `<g transform="rotate(-90)">${woven(id, { lobes, depth, layers, inner: 0.18, twist: 150 / lobes })}</g>`;
}

/** A band of crossing waves, the frame of certificates: an SVG pattern to fill with. */
export function braid(id: string): string {
  const [width, height] = [28, 14];
  const wave = (phase: number) =>
    Array.from({ length: 17 }, (_, index) => {
      const y = height / 2 + (height / 2 - 0.8) * Math.sin((index / 16) * 2 * Math.PI + phase);
      return `${index === 0 ? "M" : "L"}${short((index / 16) * width)} ${short(Math.round(y * 100) / 100)}`;
    }).join("");
  const waves = [0, 1.05, 2.09, 3.14, 4.19, 5.24].map(wave).join("");
  return `<pattern id="${id}" width="${width}" height="${height}" patternUnits="userSpaceOnUse"><path d="${waves}" fill="none" stroke="currentColor" stroke-width=".6"/></pattern>`;
}
