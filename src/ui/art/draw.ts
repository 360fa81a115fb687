// Elements of technical drawings in a view box of 160 x 160. Classes: `tint` for a tinted face, `led` for a small light, `dim` for dimension lines.

/** The ground line below a device. */
export const floor = `<path class="dim" d="M12 140H148"/>`;
export const led = (x: number, y: number) => `<circle class="led" cx="${x}" cy="${y}" r="2"/>`;
export const box = (x: number, y: number, w: number, h: number, r = 2, className = "") =>
  `<rect${className && ` class="${className}"`} x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}"/>`;
export const line = (d: string, className = "") => `<path${className && ` class="${className}"`} d="${d}"/>`;
export const circle = (x: number, y: number, r: number, className = "") =>
  `<circle${className && ` class="${className}"`} cx="${x}" cy="${y}" r="${r}"/>`;
/** A vertical dimension line at `x`. */
export const heightMark = (x: number, from: number, to: number) =>
  `<g class="dim">${line(`M${x} ${from}V${to}M${x - 3} ${from}h6M${x - 3} ${to}h6`)}</g>`;
/** A horizontal dimension line at `y`. */
export const widthMark = (y: number, from: number, to: number) =>
  `<g class="dim">${line(`M${from} ${y}H${to}M${from} ${y - 3}v6M${to} ${y - 3}v6`)}</g>`;
