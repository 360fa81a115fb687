import { type CSSProperties, useLayoutEffect, useRef } from "react";
import { bounds, type Handle, handles, sidesOf } from "#kit/geometry.ts";
import type { Box } from "#kit/page.ts";
import { isSelectionOnCanvas, selectedNodes, selectedWidget } from "#features/builder/document/selection.ts";
import { type Editor, useEditor, useSelected } from "#features/builder/editor/editor.ts";
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

/** The box around the selected nodes, in design px and in px of the overlay. */
function selectionBox({ store, frame, gesture }: Editor): { design: Box; visible: Box } | undefined {
  const nodes = selectedNodes(store);
  const now = gesture.get();
  const canvas = selectedWidget(store);
  const stage = canvas === undefined ? undefined : frame.stageOf(canvas);
  const design = now === undefined || now.kind === "marquee" ? bounds(nodes.map(({ box }) => box)) : now.bounds;
  if (stage === undefined || design === undefined) return undefined;
  const screenBox = {
    x: stage.x + design.x * stage.unit,
    y: stage.y + design.y * stage.unit,
    w: design.w * stage.unit,
    h: design.h * stage.unit,
  };
  return { design, visible: screenBox };
}

/** The frame around the selected nodes with its eight handles and its size. */
export function SelectionFrame() {
  const editor = useEditor();
  const selected = useSelected();
  const mark = useRef<HTMLDivElement>(null);
  const size = useRef<HTMLSpanElement>(null);
  const isOfNodes = isSelectionOnCanvas(editor.store);

  useLayoutEffect(() => {
    const place = () => {
      const box = isOfNodes ? selectionBox(editor) : undefined;
      placeMark(mark.current, box?.visible);
      if (size.current !== null && box !== undefined)
        size.current.textContent = `${Math.round(box.design.w)} × ${Math.round(box.design.h)}`;
    };
    place();
    const stops = [editor.frame.onLayout(place), editor.gesture.subscribe(place)];
    return () => stops.forEach((stop) => stop());
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
