import type { Box } from "#kit/page.ts";
import type { Snaps } from "#kit/snap.ts";

/** A move, a resize or a marquee under way. Boxes are in design px of the canvas `parent`. */
export type Gesture =
  | {
      kind: "move" | "resize";
      parent: string;
      /** The box around everything that moves, where it is now. */
      bounds: Box;
      boxes: ReadonlyMap<string, Box>;
      snaps: Snaps;
    }
  /** In px of the layer above the page. */
  | { kind: "marquee"; box: Box };
