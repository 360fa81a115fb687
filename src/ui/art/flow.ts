import { openPath } from "./curve.ts";
import { elevation } from "./elevations.ts";
import { nest, wovenNest } from "./rosette.ts";

const strands = Array.from({ length: 7 }, (_, strand) => {
  const points = Array.from({ length: 61 }, (_, index) => {
    const swell = Math.exp(-(((index - 30) / 16) ** 2));
    return [14 + index * 2.2, 80 + Math.sin(index * 0.42 + strand * 0.18) * (12 + strand * 5) * swell] as const;
  });
  return `<path d="${openPath(points)}" opacity="${1 - strand * 0.1}" stroke-width="${strand === 0 ? 1.4 : 0.7}"/>`;
});
const data = `${strands.join("")}<circle class="led" cx="14" cy="80" r="2.5"/><circle class="led" cx="146" cy="80" r="2.5"/>`;

const certificate = `<rect class="tint" x="22" y="38" width="116" height="86" rx="2"/><rect x="28" y="44" width="104" height="74" stroke-width=".7"/><g stroke-width=".6" transform="translate(104 84) scale(.24)">${wovenNest("flow-seal", { lobes: 8, depth: 0.12, layers: 14, inner: 0.42, twist: 22.5 })}</g><path d="M36 58h38M36 68h28M36 78h32M36 88h24M36 104h40"/>`;

const cells = [0, 1, 2, 3].flatMap((y) =>
  [0, 1, 2, 3].map(
    (x) =>
      `<rect${(x + y * 3) % 5 < 2 ? ' class="tint"' : ""} x="${24 + x * 29}" y="${28 + y * 27}" width="25" height="23" rx="1"/>`,
  ),
);
const tearLines = [1, 2, 3].map((index) => `<path d="M${22 + index * 29} 24v112M20 ${26 + index * 27}h120"/>`);
const units = `${cells.join("")}<g stroke-dasharray=".1 4" stroke-linecap="round" stroke-width="1.8">${tearLines.join("")}</g>`;

const rays = Array.from({ length: 8 }, (_, index) => {
  const angle = (index / 8) * 2 * Math.PI - Math.PI / 2;
  const pointAt = (distance: number) =>
    `${(80 + distance * Math.cos(angle)).toFixed(1)} ${(82 + distance * Math.sin(angle)).toFixed(1)}`;
  const [x, y] = pointAt(53).split(" ");
  return `<path d="M${pointAt(20)}L${pointAt(46)}" stroke-width=".8"/><circle cx="${x}" cy="${y}" r="6.5"/>`;
});
const distribution = `<circle class="tint" cx="80" cy="82" r="17"/><g stroke-width=".6" transform="translate(80 82) scale(.125)">${nest("flow-nest", { lobes: 8, depth: 0.2, layers: 6, inner: 0.3, twist: 12 })}</g>${rays.join("")}`;

/** Drawings of the five stages from a device to a distribution. */
export const flowArt = { device: elevation("retail"), data, certificate, units, distribution } as const;
export type FlowArtName = keyof typeof flowArt;
