import type { SVGAttributes } from "react";

type ArtProps = { box: string; markup: string; className?: string; strokeWidth?: number };

/** A drawing by our own code from constants, never from input: that is why it may be set as markup. */
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

/** Drawings around the origin, 200 units wide. */
export const centred = "-100 -100 200 200";
