import type { Editor } from "./editor.ts";

/** The px of a record that have to be visible at the bottom of the board, or else the board scrolls. */
const minVisible = 120;
/** The px between the top of the board and a record to which the board scrolls. */
const scrollMargin = 80;

/** Scrolls the board to a record that is not in view. */
export function showRecord({ frame }: Editor, id: string): void {
  const box = frame.boxOf(id);
  const { viewport } = frame;
  if (
    box !== undefined &&
    viewport !== undefined &&
    (box.y < viewport.scrollTop || box.y > viewport.scrollTop + viewport.clientHeight - minVisible)
  )
    viewport.scrollTo({ top: Math.max(0, box.y - scrollMargin) });
}
