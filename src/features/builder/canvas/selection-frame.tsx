import { type CSSProperties, useLayoutEffect, useRef } from "react";
import { bounds, type Handle, handles, sidesOf } from "#kit/geometry.ts";
import type { Box } from "#kit/page.ts";
import { isSelectionOnCanvas, selectedNodes, selectedWidget } from "#features/builder/document/selection.ts";
import { type Editor, useEditor, useSelected } from "#features/builder/editor/editor.ts";
import { overlayBoxOf } from "#features/builder/editor/frame.ts";
import { placeMark } from "./marks.tsx";
import { beginResize } from "./pointer.ts";

const cursors: Record<Handle, string> = {
  n: "ns-resize",
  s: "ns-resize",
  e: "ew-resize",
  w: "ew-resize",
  nw: "nwse-resize",
  se: "nwse-resize",
  ne: "nesw-resize",
  sw: "nesw-resize",
};

function styleOf(handle: Handle): CSSProperties {
  const side = sidesOf(handle);
  return { left: `${(side.x + 1) * 50}%`, top: `${(side.y + 1) * 50}%`, cursor: cursors[handle] };
}

/** The box around the selected nodes: `designBox` in design px, `screenBox` in px of the overlay. */
function selectionBox({ store, frame, gesture }: Editor): { designBox: Box; screenBox: Box } | undefined {
  const nodes = selectedNodes(store);
  const currentGesture = gesture.get();
  const canvas = selectedWidget(store);
  const stage = canvas === undefined ? undefined : frame.stageOf(canvas);
  const designBox =
    currentGesture === undefined || currentGesture.kind === "marquee"
      ? bounds(nodes.map(({ box }) => box))
      : currentGesture.bounds;
  if (stage === undefined || designBox === undefined) return undefined;
  return { designBox, screenBox: overlayBoxOf(stage, designBox) };
}

/** The frame around the selected nodes with its eight handles and its size. */
export function SelectionFrame() {
  const editor = useEditor();
  const selected = useSelected();
  const mark = useRef<HTMLDivElement>(null);
  const size = useRef<HTMLSpanElement>(null);
  const isSelectionOfNodes = isSelectionOnCanvas(editor.store);

  useLayoutEffect(() => {
    const placeFrame = () => {
      const box = isSelectionOfNodes ? selectionBox(editor) : undefined;
      placeMark(mark.current, box?.screenBox);
      if (size.current !== null && box !== undefined)
        size.current.textContent = `${Math.round(box.designBox.w)} × ${Math.round(box.designBox.h)}`;
    };
    placeFrame();
    const unsubscribers = [editor.frame.onLayout(placeFrame), editor.gesture.subscribe(placeFrame)];
    return () => unsubscribers.forEach((unsubscribe) => unsubscribe());
  });

  return (
    <div ref={mark} className={selected.length > 1 ? "mark selected" : "mark"}>
      <span ref={size} className="size" />
      {handles.map((handle) => (
        <span
          key={handle}
          className="handle"
          data-handle={handle}
          style={styleOf(handle)}
          onPointerDown={(event) => {
            if (event.button !== 0) return;
            event.stopPropagation();
            beginResize(editor, event, handle);
          }}
        />
      ))}
    </div>
  );
}
