import type { DragEvent } from "react";
import type { Point } from "#kit/geometry.ts";
import { addNode, addWidget } from "#features/builder/document/edit-page.ts";
import { rootId } from "#kit/page-tree.ts";
import { holdsNodes } from "#render/registry.ts";
import { insertPasted } from "./clipboard.ts";
import type { Editor } from "./editor.ts";

/** The MIME type of a component dragged from the list. Its data is the kind and the name, e.g. `widget hero` or `node text`. */
export const componentDragType = "application/x-meridian-component";

/** The index at which a drop at `y` inserts a widget, and the position of the line that shows it; both positions in px of the overlay. */
export function dropPosition({ store, frame }: Editor, y: number): { index: number; lineY: number } {
  const ids = store.children(rootId);
  for (const [index, id] of ids.entries()) {
    const box = frame.boxOf(id);
    if (box !== undefined && y < box.y + box.h / 2) return { index, lineY: box.y };
  }
  const last = ids.length === 0 ? undefined : frame.boxOf(ids.at(-1)!);
  return { index: ids.length, lineY: last === undefined ? 0 : last.y + last.h };
}

/** The canvas under a point of the overlay, and the same point in design px of that canvas. */
export function canvasAt({ store, frame }: Editor, { x, y }: Point): { parent: string; point: Point } | undefined {
  for (const id of store.children(rootId)) {
    const box = frame.boxOf(id);
    const stage = frame.stageOf(id);
    if (holdsNodes(store.record(id)) && box !== undefined && stage !== undefined && y >= box.y && y <= box.y + box.h)
      return { parent: id, point: { x: (x - stage.x) / stage.unit, y: (y - stage.y) / stage.unit } };
  }
  return undefined;
}

/** Adds the component, or the pictures of another program, that were dropped on the page. `layer`: the rectangle of the overlay. */
export function dropComponent(editor: Editor, event: DragEvent, layer: DOMRect): void {
  const [kind, name = ""] = event.dataTransfer.getData(componentDragType).split(" ");
  const point = { x: event.clientX - layer.left, y: event.clientY - layer.top };
  const files = [...event.dataTransfer.files].filter(({ type }) => type.startsWith("image/"));
  if (files.length > 0) void insertPasted(editor, { text: "", files, at: canvasAt(editor, point) });
  if (kind === "widget") addWidget(editor.store, name, dropPosition(editor, point.y).index);
  else if (kind === "node") addNode(editor.store, name, canvasAt(editor, point));
}
