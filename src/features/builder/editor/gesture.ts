import type { Box } from "#kit/page.ts";
import type { Snaps } from "#kit/snap.ts";

/** A move, resize or marquee in progress. Boxes of a move or resize are in design px of the canvas `parent`. */
export type Gesture =
  | {
      kind: "move" | "resize";
      parent: string;
      /** The current box around all moved nodes. */
      bounds: Box;
      boxes: ReadonlyMap<string, Box>;
      snaps: Snaps;
    }
  /** `box` in px of the overlay. */
  | { kind: "marquee"; box: Box };
