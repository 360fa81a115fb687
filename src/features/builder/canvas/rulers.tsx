import { type PointerEvent, useLayoutEffect, useRef, useState } from "react";
import type { Axis } from "#kit/arrange.ts";
import { useText } from "#ui/locale.ts";
import { guidesOf, setGuides } from "#features/builder/document/arrange.ts";
import { canvasFor } from "#features/builder/document/edit-page.ts";
import { canvasAt } from "#features/builder/editor/drop.ts";
import { type Editor, useEditor, useSelected } from "#features/builder/editor/editor.ts";
import { followPointer } from "./follow-pointer.ts";
import { useLayoutVersion } from "./use-layout-version.ts";

const texts = {
  top: { zh: "水平标尺：向下拖出参考线", en: "Horizontal ruler: drag down to add a guide" },
  left: { zh: "垂直标尺：向右拖出参考线", en: "Vertical ruler: drag right to add a guide" },
};

/** The thickness of a ruler, in px. */
const thickness = 20;
/** Distances between numbers on a ruler, in design px; the first with at least `minSpace` screen px is used. */
const steps = [10, 20, 50, 100, 200, 500, 1000, 2000];
const minSpace = 56;

type Scale = { origin: number; unit: number };

/** Where the canvas that the rulers measure begins, in px of the ruler, and its scale. */
function scaleOf({ store, frame }: Editor, axis: Axis): Scale | undefined {
  const canvas = canvasFor(store);
  const stage = canvas === undefined ? undefined : frame.stageOf(canvas);
  const { element, viewport } = frame;
  if (stage === undefined || element === undefined || viewport === undefined) return undefined;
  const [page, area] = [element.getBoundingClientRect(), viewport.getBoundingClientRect()];
  const offset = axis === "x" ? page.left - area.left : page.top - area.top;
  return { origin: offset + stage[axis], unit: stage.unit };
}

function drawRuler(canvas: HTMLCanvasElement, axis: Axis, scale: Scale | undefined): void {
  const { width, height } = canvas.getBoundingClientRect();
  const ratio = devicePixelRatio;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const context = canvas.getContext("2d");
  if (context === null || scale === undefined) return;
  const style = getComputedStyle(canvas);
  context.scale(ratio, ratio);
  context.fillStyle = style.color;
  context.font = `10px ${style.fontFamily}`;
  const length = axis === "x" ? width : height;
  const step = steps.find((candidate) => candidate * scale.unit >= minSpace) ?? steps.at(-1)!;
  const first = Math.ceil(-scale.origin / scale.unit / (step / 5)) * (step / 5);
  for (let value = first; scale.origin + value * scale.unit <= length; value += step / 5) {
    const position = Math.round(scale.origin + value * scale.unit);
    const isNumbered = Math.round(value) % step === 0;
    const size = isNumbered ? 10 : 4;
    if (axis === "x") context.fillRect(position, thickness - size, 1, size);
    else context.fillRect(thickness - size, position, size, 1);
    if (!isNumbered) continue;
    context.save();
    context.translate(axis === "x" ? position + 3 : 9, axis === "x" ? 9 : position + 3);
    if (axis === "y") context.rotate(Math.PI / 2);
    context.fillText(String(Math.round(value)), 0, 0);
    context.restore();
  }
}

/** A ruler along one axis. A drag out of it makes a guide across that axis on the canvas where it ends. */
function RulerAlong({ axis }: { axis: Axis }) {
  const editor = useEditor();
  const t = useText();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [line, setLine] = useState<number>();
  useSelected();
  useLayoutVersion();
  useLayoutEffect(() => {
    if (canvas.current !== null) drawRuler(canvas.current, axis, scaleOf(editor, axis));
  });
  const guideAxis: Axis = axis === "x" ? "y" : "x";

  function drag(event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0) return;
    const start = { x: event.clientX, y: event.clientY };
    const corner = event.currentTarget.parentElement!.getBoundingClientRect();
    let end = start;
    followPointer(editor, event, () => ({
      move(delta) {
        end = { x: start.x + delta.x, y: start.y + delta.y };
        setLine(guideAxis === "x" ? end.x - corner.left : end.y - corner.top);
      },
      end(isDone) {
        setLine(undefined);
        const page = editor.frame.element?.getBoundingClientRect();
        const target = page && canvasAt(editor, { x: end.x - page.left, y: end.y - page.top });
        if (!isDone || target === undefined) return;
        const before = guidesOf(editor.store.record(target.parent))[guideAxis];
        setGuides(editor.store, target.parent, guideAxis, [...before, target.point[guideAxis]]);
      },
    }));
  }
  return (
    <>
      <div
        className={`ruler along-${axis}`}
        role="img"
        aria-label={t(axis === "x" ? texts.top : texts.left)}
        onPointerDown={drag}
      >
        <canvas ref={canvas} className="size-full" />
      </div>
      {line !== undefined && (
        <div className={`ruler-line along-${guideAxis}`} style={{ [guideAxis === "x" ? "left" : "top"]: line }} />
      )}
    </>
  );
}

/** The rulers of the board: design px of the selected canvas, else of the first one. */
export function Rulers() {
  return (
    <>
      <RulerAlong axis="x" />
      <RulerAlong axis="y" />
    </>
  );
}
