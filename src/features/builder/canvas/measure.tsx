import { type Distance, distancesBetween } from "#kit/arrange.ts";
import { boundsOf } from "#kit/geometry.ts";
import type { Box } from "#kit/page.ts";
import { isOnCanvas, leavesOf, widgetAbove } from "#kit/page-tree.ts";
import { selectedNodes } from "#features/builder/document/selection.ts";
import { useValue } from "#features/builder/document/value.ts";
import { type Editor, useEditor, useSelected } from "#features/builder/editor/editor.ts";
import { overlayBoxOf, type Stage } from "#features/builder/editor/frame.ts";

/** The box, in design px, to which distances are measured: of the record under the pointer, or of the whole canvas. */
function targetBox({ store }: Editor, hoveredId: string, canvas: string, stage: Stage): Box | undefined {
  const record = store.record(hoveredId);
  if (record === undefined || widgetAbove(store.record, hoveredId)?.id !== canvas) return undefined;
  return isOnCanvas(record) ? boundsOf(leavesOf(store, hoveredId)) : { x: 0, y: 0, w: stage.w, h: stage.h };
}

/** The lines, in px of the overlay, that show the distances between the selection and the record under the pointer. */
function measuredDistances(editor: Editor, hoveredId: string): Distance[] {
  const nodes = selectedNodes(editor.store);
  const box = boundsOf(nodes);
  const canvas = nodes[0] === undefined ? undefined : widgetAbove(editor.store.record, nodes[0].id)?.id;
  const stage = canvas === undefined ? undefined : editor.frame.stageOf(canvas);
  if (box === undefined || canvas === undefined || stage === undefined) return [];
  const target = targetBox(editor, hoveredId, canvas, stage);
  if (target === undefined) return [];
  const toOverlay = ({ x, y }: Distance["from"]) => overlayBoxOf(stage, { x, y, w: 0, h: 0 });
  return distancesBetween(box, target).map(({ from, to, length }) => ({
    from: toOverlay(from),
    to: toOverlay(to),
    length,
  }));
}

/** The distances from the selection to the record under the pointer, in design px; shown while Alt is held. */
export function Measure() {
  const editor = useEditor();
  const hoveredId = useValue(editor.hovered);
  useSelected();
  const distances = hoveredId === undefined ? [] : measuredDistances(editor, hoveredId);
  return distances.map(({ from, to, length }, index) => (
    <div
      key={index}
      className="distance"
      style={{
        left: Math.min(from.x, to.x),
        top: Math.min(from.y, to.y),
        width: Math.max(1, Math.abs(to.x - from.x)),
        height: Math.max(1, Math.abs(to.y - from.y)),
      }}
    >
      <span>{Math.round(length)}</span>
    </div>
  ));
}
