/** Strokes of technical drawings in a box of 160: outlines, one tinted face (`tint`), one lamp (`led`), dimension lines (`dim`). */
/** The ground that a device stands on. */
export const floor = `<path class="dim" d="M12 140H148"/>`;
export const lamp = (x: number, y: number) => `<circle class="led" cx="${x}" cy="${y}" r="2"/>`;
export const box = (x: number, y: number, w: number, h: number, r = 2, className = "") =>
  `<rect${className && ` class="${className}"`} x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}"/>`;
export const line = (d: string, className = "") => `<path${className && ` class="${className}"`} d="${d}"/>`;
export const circle = (x: number, y: number, r: number, className = "") =>
  `<circle${className && ` class="${className}"`} cx="${x}" cy="${y}" r="${r}"/>`;
export const height = (x: number, from: number, to: number) =>
  `<g class="dim">${line(`M${x} ${from}V${to}M${x - 3} ${from}h6M${x - 3} ${to}h6`)}</g>`;
export const width = (y: number, from: number, to: number) =>
  `<g class="dim">${line(`M${from} ${y}H${to}M${from} ${y - 3}v6M${to} ${y - 3}v6`)}</g>`;
