import { closedPath } from "./curve.ts";

const lobedPath = (sign: number) => closedPath((angle) => 7 + sign * 3 * Math.sin(6 * angle), 48);
const [firstLine, secondLine] = [lobedPath(1), lobedPath(-1)];

/** The brand mark: two six-lobed lines that cross. */
export function BrandMark() {
  return (
    <svg className="mark" viewBox="-14 -14 28 28" aria-hidden="true">
      <rect x="-13" y="-13" width="26" height="26" rx="5" fill="var(--brand)" />
      <g fill="none" stroke="var(--on-brand)" strokeWidth="1.1">
        <path d={firstLine} />
        <path d={secondLine} />
      </g>
    </svg>
  );
}

/** An arrow to the right, for links. */
export function Arrow() {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M2 8h11M9 4l4 4-4 4" fill="none" stroke="currentColor" strokeWidth="1.5" />
    </svg>
  );
}
