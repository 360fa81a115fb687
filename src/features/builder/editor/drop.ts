import type { DragEvent } from "react";
import type { Point } from "#kit/geometry.ts";
import { addNode, addWidget } from "#features/builder/document/commands.ts";
import { root } from "#kit/page-tree.ts";
import type { Editor } from "./editor.ts";

/** The MIME type of a drag from the palette, whose data is `widget hero` or `node text`. */
export const shelfType = "application/x-meridian-shelf";

/** The index at which a drop at `y` (px of the overlay) inserts a widget, and where its line is drawn. */
export function dropPlace({ store, frame }: Editor, y: number): { index: number; line: number } {
  const ids = store.children(root);
  for (const [index, id] of ids.entries()) {
    const box = frame.boxOf(id);
    if (box !== undefined && y < box.y + box.h / 2) return { index, line: box.y };
  }
  const last = ids.length === 0 ? undefined : frame.boxOf(ids.at(-1)!);
  return { index: ids.length, line: last === undefined ? 0 : last.y + last.h };
}

/** The canvas under a point of the layer, and the same point in its design px. */
function canvasAt({ store, frame }: Editor, { x, y }: Point): { parent: string; at: Point } | undefined {
  for (const id of store.children(root)) {
    const [box, stage] = [frame.boxOf(id), frame.stageOf(id)];
    if (box !== undefined && stage !== undefined && y >= box.y && y <= box.y + box.h)
      return { parent: id, at: { x: (x - stage.x) / stage.unit, y: (y - stage.y) / stage.unit } };
  }
  return undefined;
}

export function dropShelfItem(editor: Editor, event: DragEvent, layer: DOMRect): void {
  const [kind, name = ""] = event.dataTransfer.getData(shelfType).split(" ");
  const point = { x: event.clientX - layer.left, y: event.clientY - layer.top };
  if (kind === "widget") addWidget(editor.store, name, dropPlace(editor, point.y).index);
  else if (kind === "node") addNode(editor.store, name, canvasAt(editor, point));
}
