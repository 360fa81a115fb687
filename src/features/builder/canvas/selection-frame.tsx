import { type CSSProperties, type PointerEvent, useLayoutEffect, useRef } from "react";
import { boundsOf, type Handle, handles, sidesOf } from "#kit/geometry.ts";
import type { Box } from "#kit/page.ts";
import {
  isSelectionOnCanvas,
  movableNodes,
  selectedNodes,
  selectedWidget,
} from "#features/builder/document/selection.ts";
import { useValue } from "#features/builder/document/value.ts";
import { type Editor, useEditor, useSelected } from "#features/builder/editor/editor.ts";
import { overlayBoxOf } from "#features/builder/editor/frame.ts";
import { placeMark } from "./marks.tsx";
import { beginResize, beginRotate } from "./drags.ts";

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

type SelectionBox = {
  /** In px of the overlay. */
  screenBox: Box;
  rotation: number;
  /** Not of a locked selection, and not while elements are selected one by one: handles would cover small ones. */
  hasHandles: boolean;
  label: string;
};

/** The box around the selected nodes that are not hidden; a single node has a frame that is rotated with it. */
function selectionBox({ store, frame, gesture, multiSelect }: Editor): SelectionBox | undefined {
  const nodes = selectedNodes(store).filter(({ id }) => frame.elements.has(id));
  const canvas = selectedWidget(store);
  const stage = canvas === undefined ? undefined : frame.placeStageOf(canvas);
  const currentGesture = gesture.get();
  const drag = currentGesture?.kind === "marquee" ? undefined : currentGesture;
  const [node] = nodes;
  const single = nodes.length === 1 ? (drag?.placements.get(node!.id) ?? node) : undefined;
  const designBox = single?.box ?? drag?.bounds ?? boundsOf(nodes);
  if (stage === undefined || designBox === undefined) return undefined;
  const rotation = single?.rotation ?? drag?.rotation ?? 0;
  const [w, h] = [Math.round(designBox.w), Math.round(designBox.h)];
  return {
    screenBox: overlayBoxOf(stage, designBox),
    rotation,
    hasHandles: movableNodes(store).length > 0 && !multiSelect.get(),
    label: drag?.kind === "rotate" ? `${Math.round(rotation)}°` : `${w} × ${h}`,
  };
}

/** The frame around the selected nodes with its eight handles, the handle for rotating, and its size. */
export function SelectionFrame() {
  const editor = useEditor();
  const selected = useSelected();
  const mark = useRef<HTMLDivElement>(null);
  const size = useRef<HTMLSpanElement>(null);
  const isMultiSelect = useValue(editor.multiSelect);
  const isSelectionOfNodes = isSelectionOnCanvas(editor.store);

  useLayoutEffect(() => {
    editor.frame.layoutChanged();
    return editor.frame.onLayout(
      () => (isSelectionOfNodes ? selectionBox(editor) : undefined),
      (box) => {
        placeMark(mark.current, box?.screenBox, box?.rotation);
        if (size.current === null || mark.current === null || box === undefined) return;
        size.current.textContent = box.label;
        mark.current.classList.toggle("has-no-handles", !box.hasHandles);
      },
    );
  }, [editor, isSelectionOfNodes, selected, isMultiSelect]);

  const beginWith = (begin: (event: PointerEvent) => void) => (event: PointerEvent) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    begin(event);
  };
  return (
    <div ref={mark} className={selected.length > 1 ? "mark selected" : "mark"}>
      <span ref={size} className="size" />
      <span
        className="handle rotate"
        data-handle="rotate"
        onPointerDown={beginWith((event) => beginRotate(editor, event))}
      />
      {handles.map((handle) => (
        <span
          key={handle}
          className="handle"
          data-handle={handle}
          style={styleOf(handle)}
          onPointerDown={beginWith((event) => beginResize(editor, event, handle))}
        />
      ))}
    </div>
  );
}
