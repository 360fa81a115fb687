import { encode } from "uqr";

/** Modules of white around the code, without which some cameras do not find it. */
const border = 3;

type QrCodeProps = {
  text: string;
  name: string;
  /** px of a side. */
  size?: number;
  /** The colour of the dark modules. */
  color?: string;
  /** True if something covers a part of the code: it is then readable with 30 % missing. */
  isRobust?: boolean;
};

/** A QR code, drawn in the browser, so that its content is sent nowhere. Dark on white in every colour scheme, for cameras. */
export function QrCode({ text, name, size = 176, color = "#000", isRobust = false }: QrCodeProps) {
  const { data, size: count } = encode(text, { ecc: isRobust ? "H" : "M", border });
  // Runs of dark modules, row by row.
  const path = data
    .map((row, y) =>
      row.map((isDark, x) => (isDark && row[x - 1] !== true ? `M${x} ${y}h${runFrom(row, x)}v1H${x}z` : "")).join(""),
    )
    .join("");
  return (
    <svg
      role="img"
      aria-label={name}
      className="qr-code"
      width={size}
      height={size}
      viewBox={`0 0 ${count} ${count}`}
      shapeRendering="crispEdges"
    >
      <rect width={count} height={count} fill="#fff" stroke="none" />
      <path d={path} fill={color} stroke="none" />
    </svg>
  );
}

function runFrom(row: boolean[], start: number): number {
  const end = row.indexOf(false, start);
  return (end === -1 ? row.length : end) - start;
}
