import { closedPath, type Outline } from "./curve.ts";

const shortNumber = (value: number) => String(Math.round(value * 1000) / 1000).replace(/^0\./, ".");

/** The prime factors of a number, smallest first. */
function primeFactors(count: number): number[] {
  for (let factor = 2; factor * factor <= count; factor += 1) {
    if (count % factor === 0) return [factor, ...primeFactors(count / factor)];
  }
  return count > 1 ? [count] : [];
}

/**
 * Repeats a figure `count` times, the i-th copy transformed by `transform(i)`; `transform(i)` after `transform(j)` must equal `transform(i + j)`.
 * Copies groups of copies, so that 240 lines need only 13 elements. `markup` must be one element with the id `id`; the ids of groups begin with it.
 */
function repeatMarkup(id: string, markup: string, count: number, transform: (times: number) => string): string {
  let whole = markup;
  let groupId = id;
  let groupSize = 1;
  for (const [level, factor] of primeFactors(count).entries()) {
    const uses = Array.from(
      { length: factor - 1 },
      (_, index) => `<use href="#${groupId}" transform="${transform((index + 1) * groupSize)}"/>`,
    );
    groupId = `${id}-${level}`;
    whole = `<g id="${groupId}">${whole}${uses.join("")}</g>`;
    groupSize *= factor;
  }
  return whole;
}

const rotateBy = (degrees: number) => (times: number) => `rotate(${shortNumber(degrees * times)})`;

/** A closed lobed line. It is one path, because a line of repeated lobes would be smaller, but slower to lay out. */
function lobedLine(id: string, lobes: number, detail: number, outline: Outline, attributes = ""): string {
  return `<path id="${id}" d="${closedPath(outline, lobes * detail)}"${attributes}/>`;
}

/** The id of the outermost element of a drawing. */
const idOf = (markup: string) => /^<\w+ id="([^"]+)"/.exec(markup)![1]!;

/** `depth`: the height of the lobes; `repeats`: how many times the line is drawn, each rotated a little; `detail`: points per lobe. */
export type RingShape = { radius: number; depth: number; lobes: number; repeats: number; detail?: number };

/** A guilloche ring: a lobed line repeated by rotation. `id` must be unique on the page. */
export function ring(id: string, { radius, depth, lobes, repeats, detail = 6 }: RingShape): string {
  const line = lobedLine(id, lobes, detail, (angle) => radius + depth * Math.sin(lobes * angle));
  return repeatMarkup(idOf(line), line, repeats, rotateBy(360 / lobes / repeats));
}

export type NestShape = {
  lobes: number;
  depth: number;
  layers: number;
  /** Size of the innermost line relative to the outermost. */
  inner: number;
  /** Rotation of the innermost line, in degrees. */
  twist: number;
};

/** Radius of the outermost line of a nest, in a view box of 200 x 200. */
const radius = 96;

/** Nested lobed lines, each smaller and slightly rotated. The lobes stay countable, because their number has a meaning. */
export function nest(id: string, { lobes, depth, layers, inner, twist }: NestShape): string {
  const outline: Outline = (angle) => (radius * (1 + depth * Math.cos(lobes * angle))) / (1 + depth);
  // The stroke width does not scale.
  const line = lobedLine(id, lobes, lobes < 8 ? 10 : 6, outline, ' vector-effect="non-scaling-stroke"');
  const [step, shrink] = [twist / (layers - 1), inner ** (1 / (layers - 1))];
  return repeatMarkup(
    idOf(line),
    line,
    layers,
    (times) => `rotate(${shortNumber(step * times)})scale(${shortNumber(shrink ** times)})`,
  );
}

/** A nest and its mirror image, which cross. */
export function wovenNest(id: string, shape: NestShape): string {
  const half = nest(id, shape);
  return `${half}<use href="#${idOf(half)}" transform="scale(1-1)"/>`;
}

/** The emblem of a product group, with a lobe per product. `layers`: fewer for small pictures, in which lines would merge. */
export function emblem(id: string, products: number, layers = 18): string {
  const lobes = Math.max(products, 1);
  // One or two lobes need more depth to be seen.
  const depth = lobes <= 2 ? 0.42 : 0.3;
  return `<g transform="rotate(-90)">${wovenNest(id, { lobes, depth, layers, inner: 0.18, twist: 150 / lobes })}</g>`;
}

/** An SVG pattern of crossing waves, as on the frames of certificates. */
export function braid(id: string): string {
  const [width, height] = [28, 14];
  const wave = (phase: number) =>
    Array.from({ length: 17 }, (_, index) => {
      const y = height / 2 + (height / 2 - 0.8) * Math.sin((index / 16) * 2 * Math.PI + phase);
      return `${index === 0 ? "M" : "L"}${shortNumber((index / 16) * width)} ${shortNumber(Math.round(y * 100) / 100)}`;
    }).join("");
  const waves = [0, 1.05, 2.09, 3.14, 4.19, 5.24].map(wave).join("");
  return `<pattern id="${id}" width="${width}" height="${height}" patternUnits="userSpaceOnUse"><path d="${waves}" fill="none" stroke="currentColor" stroke-width=".6"/></pattern>`;
}
