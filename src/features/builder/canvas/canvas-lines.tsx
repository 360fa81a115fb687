import { type KeyboardEvent, type PointerEvent, useState } from "react";
import type { Axis } from "#kit/arrange.ts";
import { rootId } from "#kit/page-tree.ts";
import { formatText } from "#kit/text.ts";
import { holdsNodes } from "#render/registry.ts";
import { useText } from "#ui/locale.ts";
import { type Guides, guidesOf, setGuides } from "#features/builder/document/arrange.ts";
import { useValue } from "#features/builder/document/value.ts";
import { gridSize, useChildren, useEditor, useRecord } from "#features/builder/editor/editor.ts";
import type { Stage } from "#features/builder/editor/frame.ts";
import { followPointer } from "./follow-pointer.ts";
import { useLayoutVersion } from "./use-layout-version.ts";

const texts = {
  vertical: { zh: "垂直参考线 {n}", en: "Vertical guide at {n}" },
  horizontal: { zh: "水平参考线 {n}", en: "Horizontal guide at {n}" },
};
/** The least screen px between lines of the grid; on a smaller scale only every fifth one is drawn. */
const minGridStep = 4;

const arrows: Record<string, { axis: Axis; step: number }> = {
  ArrowLeft: { axis: "x", step: -1 },
  ArrowRight: { axis: "x", step: 1 },
  ArrowUp: { axis: "y", step: -1 },
  ArrowDown: { axis: "y", step: 1 },
};

type GuideProps = { canvas: string; axis: Axis; index: number; guides: Guides; stage: Stage };

/** A guide: dragged along its axis, or off its canvas to remove it. With the focus, arrow keys move it and Delete removes it. */
function Guide({ canvas, axis, index, guides, stage }: GuideProps) {
  const editor = useEditor();
  const t = useText();
  const [dragged, setDragged] = useState<number>();
  const stored = guides[axis][index]!;
  const position = dragged ?? stored;
  const end = axis === "x" ? stage.w : stage.h;
  const others = guides[axis].filter((_, other) => other !== index);
  const place = (next: number | undefined) =>
    setGuides(editor.store, canvas, axis, next === undefined ? others : [...others, next]);

  function drag(event: PointerEvent<HTMLElement>): void {
    event.stopPropagation();
    if (event.button !== 0) return;
    let next = stored;
    followPointer(editor, event, () => ({
      move(delta) {
        next = Math.round(stored + delta[axis] / stage.unit);
        setDragged(next);
      },
      end(isDone) {
        setDragged(undefined);
        if (isDone) place(next < 0 || next > end ? undefined : next);
      },
    }));
  }
  function handleKeyDown(event: KeyboardEvent): void {
    const arrow = arrows[event.key];
    const isRemoval = event.key === "Delete" || event.key === "Backspace";
    if (!isRemoval && arrow?.axis !== axis) return;
    event.preventDefault();
    event.stopPropagation();
    const step = (arrow?.step ?? 0) * (event.shiftKey ? 10 : 1);
    place(isRemoval ? undefined : Math.max(0, Math.min(end, stored + step)));
  }
  const name = t(formatText(axis === "x" ? texts.vertical : texts.horizontal, { n: Math.round(position) }));
  const [x, y] = [
    stage.x + (axis === "x" ? position * stage.unit : 0),
    stage.y + (axis === "y" ? position * stage.unit : 0),
  ];
  const length = (axis === "x" ? stage.h : stage.w) * stage.unit;
  return (
    <div
      role="separator"
      aria-label={name}
      aria-orientation={axis === "x" ? "vertical" : "horizontal"}
      aria-valuenow={Math.round(position)}
      aria-valuemin={0}
      aria-valuemax={Math.round(end)}
      title={name}
      tabIndex={0}
      className={`guide-line along-${axis}`}
      style={{ translate: `${x}px ${y}px`, [axis === "x" ? "height" : "width"]: length }}
      onPointerDown={drag}
      onKeyDown={handleKeyDown}
    />
  );
}

function LinesOfCanvas({ id, hasGrid, hasGuides }: { id: string; hasGrid: boolean; hasGuides: boolean }) {
  const { frame } = useEditor();
  const guides = guidesOf(useRecord(id));
  const stage = frame.stageOf(id);
  if (stage === undefined) return null;
  const step = gridSize * stage.unit * (gridSize * stage.unit < minGridStep ? 5 : 1);
  return (
    <>
      {hasGrid && (
        <div
          className="grid-lines"
          style={{
            left: stage.x,
            top: stage.y,
            width: stage.w * stage.unit,
            height: stage.h * stage.unit,
            backgroundSize: `${step}px ${step}px`,
          }}
        />
      )}
      {hasGuides &&
        (["x", "y"] as const).flatMap((axis) =>
          guides[axis].map((position, index) => (
            <Guide key={`${axis}${position}`} canvas={id} axis={axis} index={index} guides={guides} stage={stage} />
          )),
        )}
    </>
  );
}

/** The grid and the guides of every canvas of the page. */
export function CanvasLines() {
  const { store, view } = useEditor();
  const { hasGrid, hasRulers } = useValue(view);
  useLayoutVersion();
  return useChildren(rootId)
    .filter((id) => holdsNodes(store.record(id)))
    .map((id) => <LinesOfCanvas key={id} id={id} hasGrid={hasGrid} hasGuides={hasRulers} />);
}
