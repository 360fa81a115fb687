import { encode } from "uqr";

/** White border around the code, in modules; without it some cameras do not recognize the code. */
const border = 3;

/** A key as people type it when they cannot scan its code: in groups of four characters. */
export const keyInGroups = (key: string): string => key.replace(/(.{4})(?=.)/g, "$1 ");

type QrCodeProps = {
  text: string;
  name: string;
  /** Length of a side, px. */
  size?: number;
  /** The colour of the dark modules. */
  color?: string;
  /** True if something covers a part of the code: it then stays readable with 30% missing. */
  isRobust?: boolean;
};

/** A QR code. Drawn in the browser, so that its content is not sent to a server; dark on white in every colour scheme, for cameras. */
export function QrCode({ text, name, size = 176, color = "#000", isRobust = false }: QrCodeProps) {
  const { data, size: count } = encode(text, { ecc: isRobust ? "H" : "M", border });
  // Runs of dark modules, row by row.
  const path = data
    .map((row, y) =>
      row.map((isDark, x) => (isDark && row[x - 1] !== true ? `M${x} ${y}h${runLength(row, x)}v1H${x}z` : "")).join(""),
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

function runLength(row: boolean[], start: number): number {
  const end = row.indexOf(false, start);
  return (end === -1 ? row.length : end) - start;
}
