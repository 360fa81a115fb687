import type { PointerEvent as ReactPointerEvent } from "react";
import { isInView } from "#features/builder/document/client-view.ts";
import { setBoxes } from "#kit/edit.ts";
import {
  boundsOf,
  centerOf,
  type Handle,
  normalizeRotation,
  type Placement,
  type Point,
  resize,
  resizeRotated,
  resizeRotatedWithGroup,
  rotateAround,
  rotatedBounds,
  storedBox,
  translate,
} from "#kit/geometry.ts";
import type { Box } from "#kit/page.ts";
import { type PlacedNode, widgetAbove } from "#kit/page-tree.ts";
import { noSnaps, type SnapLines, snapLines, snapMove, snapResize, snapToGrid, type Snaps } from "#kit/snap.ts";
import { guidesOf } from "#features/builder/document/arrange.ts";
import { movableNodes, placedNodes } from "#features/builder/document/selection.ts";
import { type Editor, gridSize } from "#features/builder/editor/editor.ts";
import { overlayBoxOf, type Stage } from "#features/builder/editor/frame.ts";
import type { BoxGesture } from "#features/builder/editor/gesture.ts";
import { createLiveBoxes } from "#features/builder/editor/live-boxes.ts";
import { type Drag, followPointer } from "./follow-pointer.ts";

/** Screen px within which a box snaps to a line. */
const snapDistance = 6;
/** Degrees to which a rotation snaps while Shift is pressed, and otherwise. */
const [shiftStep, rotationStep] = [15, 1];

type DragContext = { nodes: PlacedNode[]; box: Box; parent: string; stage: Stage; lines: SnapLines };

/** The context of a drag of the selected nodes, with the snap lines of the other nodes; undefined when nothing can be moved. */
function dragContextOf({ store, frame, view }: Editor): DragContext | undefined {
  const nodes = movableNodes(store);
  const box = boundsOf(nodes);
  const parent = nodes[0] === undefined ? undefined : widgetAbove(store.record, nodes[0].id)?.id;
  const stage = parent === undefined ? undefined : frame.placeStageOf(parent);
  if (box === undefined || parent === undefined || stage === undefined) return undefined;
  const selectedSet = new Set(nodes);
  const others = placedNodes(store, parent).filter((node) => !selectedSet.has(node) && isInView(store, node));
  const guides = view.get().hasRulers ? guidesOf(store.record(parent)) : undefined;
  return { nodes, box, parent, stage, lines: snapLines(others.map(rotatedBounds), stage, guides) };
}

type Step = Pick<BoxGesture, "bounds" | "snaps" | "rotation"> & { place: (node: PlacedNode) => Placement };

/** Shows the moved nodes during a drag, and commits one edit at the end. `stepAt`: the place of the nodes after `delta`, in design px. */
function boxDrag(
  editor: Editor,
  { nodes, parent, stage }: DragContext,
  kind: BoxGesture["kind"],
  stepAt: (delta: Point, event: PointerEvent) => Step,
): Drag {
  const liveBoxes = createLiveBoxes(editor, nodes, kind, stage);
  let placements = new Map<string, Placement>();
  return {
    move(delta, event) {
      const { place, ...step } = stepAt({ x: delta.x / stage.unit, y: delta.y / stage.unit }, event);
      placements = new Map(nodes.map((node) => [node.id, place(node)]));
      liveBoxes.show(placements);
      editor.gesture.set({ kind, parent, placements, ...step });
    },
    end(isDone) {
      liveBoxes.clear();
      editor.gesture.set(undefined);
      const places = nodes.map((node) => {
        const placement = placements.get(node.id) ?? node;
        return { node, box: storedBox(placement), rotation: placement.rotation ?? 0 };
      });
      if (isDone) editor.store.edit(setBoxes(places));
      editor.frame.layoutChanged();
    },
  };
}

/** The rotation of the frame around the nodes: that of a single node; several have an upright frame. */
const frameRotation = (nodes: readonly PlacedNode[]): number => (nodes.length === 1 ? (nodes[0]!.rotation ?? 0) : 0);

/** The delta restricted to the axis with the larger movement. */
const alongOneAxis = ({ x, y }: Point): Point => (Math.abs(x) > Math.abs(y) ? { x, y: 0 } : { x: 0, y });

/** The moves by which a box snaps to lines, else to the grid if it is on. */
function movesOf(editor: Editor, { lines, stage }: DragContext, box: Box): Snaps {
  const snaps = snapMove(lines, box, snapDistance / stage.unit);
  return editor.view.get().hasGrid ? snapToGrid(snaps, box, gridSize) : snaps;
}

/** Moves the selection; Shift restricts the move to one axis, Alt disables snapping. */
export function moveDrag(editor: Editor): Drag | undefined {
  const context = dragContextOf(editor);
  if (context === undefined) return undefined;
  const { nodes, box } = context;
  const rotation = frameRotation(nodes);
  return boxDrag(editor, context, "move", (delta, event) => {
    const movedBox = translate(box, event.shiftKey ? alongOneAxis(delta) : delta);
    const snaps = event.altKey ? noSnaps : movesOf(editor, context, movedBox);
    const bounds = translate(movedBox, { x: snaps.x?.distance ?? 0, y: snaps.y?.distance ?? 0 });
    const move = { x: bounds.x - box.x, y: bounds.y - box.y };
    return { bounds, snaps, rotation, place: (node) => ({ ...node, box: translate(node.box, move) }) };
  });
}

/** Resizes the selection by a handle; Shift keeps the aspect ratio, Alt disables snapping. The opposite corner of a rotated node stays where it is. */
export function beginResize(editor: Editor, event: ReactPointerEvent, handle: Handle): void {
  followPointer(editor, event, () => {
    const context = dragContextOf(editor);
    if (context === undefined) return undefined;
    const { nodes, box, stage, lines } = context;
    const rotation = frameRotation(nodes);
    return boxDrag(editor, context, "resize", (delta, pointer) => {
      if (rotation !== 0) {
        const resized = resizeRotated(nodes[0]!, handle, delta, pointer.shiftKey);
        return { bounds: resized, snaps: noSnaps, rotation, place: (node) => ({ ...node, box: resized }) };
      }
      const resizedBox = resize(box, handle, delta, pointer.shiftKey);
      const snaps =
        pointer.altKey || pointer.shiftKey ? noSnaps : snapResize(lines, resizedBox, handle, snapDistance / stage.unit);
      const way = { x: delta.x + (snaps.x?.distance ?? 0), y: delta.y + (snaps.y?.distance ?? 0) };
      const bounds = resize(box, handle, way, pointer.shiftKey);
      return {
        bounds,
        snaps,
        rotation,
        place: (node) => ({ ...node, box: resizeRotatedWithGroup(node, box, bounds) }),
      };
    });
  });
}

/** The angle of a point seen from a centre, in degrees. */
const angleFrom = (center: Point, { x, y }: Point) => (Math.atan2(y - center.y, x - center.x) * 180) / Math.PI;

/** Rotates the selection around its middle; Shift turns it in steps of 15 degrees. */
export function beginRotate(editor: Editor, event: ReactPointerEvent): void {
  const layer = event.currentTarget.closest(".overlay")!.getBoundingClientRect();
  const start = { x: event.clientX - layer.left, y: event.clientY - layer.top };
  followPointer(editor, event, () => {
    const context = dragContextOf(editor);
    if (context === undefined) return undefined;
    const { nodes, box, stage } = context;
    const before = frameRotation(nodes);
    const area = nodes.length === 1 ? nodes[0]!.box : box;
    const pivot = centerOf(overlayBoxOf(stage, area));
    return boxDrag(editor, context, "rotate", (delta, pointer) => {
      const end = { x: start.x + delta.x * stage.unit, y: start.y + delta.y * stage.unit };
      const step = pointer.shiftKey ? shiftStep : rotationStep;
      const rotation = normalizeRotation(
        Math.round((before + angleFrom(pivot, end) - angleFrom(pivot, start)) / step) * step,
      );
      const place = (node: PlacedNode) => rotateAround(node, centerOf(area), rotation - before);
      return { bounds: area, snaps: noSnaps, rotation, place };
    });
  });
}
