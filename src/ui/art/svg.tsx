import type { SVGAttributes } from "react";

type ArtProps = { box: string; markup: string; className?: string; strokeWidth?: number };

/** Renders SVG markup unescaped: `markup` must come from the constants of this directory, never from input. */
export function Art({ box, markup, className, strokeWidth }: ArtProps) {
  const attributes: SVGAttributes<SVGSVGElement> = {
    viewBox: box,
    fill: "none",
    stroke: "currentColor",
    "aria-hidden": true,
  };
  return (
    <svg {...attributes} className={className} strokeWidth={strokeWidth} dangerouslySetInnerHTML={{ __html: markup }} />
  );
}

/** The view box of drawings around the origin, 200 x 200. */
export const centredBox = "-100 -100 200 200";
