import type { Placement } from "#kit/geometry.ts";
import type { Box } from "#kit/page.ts";
import type { Snaps } from "#kit/snap.ts";

/** A move, resize or rotation in progress, in design px of the canvas `parent`. */
export type BoxGesture = {
  kind: "move" | "resize" | "rotate";
  parent: string;
  /** The current box around all moved nodes, before `rotation`. */
  bounds: Box;
  /** The rotation of that box, in degrees. */
  rotation: number;
  placements: ReadonlyMap<string, Placement>;
  snaps: Snaps;
};

/** A gesture in progress. `box` of a marquee: px of the overlay. */
export type Gesture = BoxGesture | { kind: "marquee"; box: Box };
