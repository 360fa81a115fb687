import { useLayoutEffect, useRef } from "react";
import { useEditor } from "#features/builder/editor/editor.ts";
import { overlayBoxOf } from "#features/builder/editor/frame.ts";
import { placeMark } from "./marks.tsx";

/** The guides to which a box snaps during a drag, and the marquee. */
export function GestureMarks() {
  const { gesture, frame } = useEditor();
  const verticalGuide = useRef<HTMLDivElement>(null);
  const horizontalGuide = useRef<HTMLDivElement>(null);
  const marquee = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    function measure() {
      const currentGesture = gesture.get();
      const drag = currentGesture?.kind === "marquee" ? undefined : currentGesture;
      return { currentGesture, drag, stage: drag && frame.placeStageOf(drag.parent) };
    }
    frame.layoutChanged();
    return frame.onLayout(measure, ({ currentGesture, drag, stage }) => {
      const x = drag?.snaps.x?.line;
      const y = drag?.snaps.y?.line;
      placeMark(
        verticalGuide.current,
        stage && x !== undefined ? { ...overlayBoxOf(stage, { x, y: 0, w: 0, h: stage.h }), w: 1 } : undefined,
      );
      placeMark(
        horizontalGuide.current,
        stage && y !== undefined ? { ...overlayBoxOf(stage, { x: 0, y, w: stage.w, h: 0 }), h: 1 } : undefined,
      );
      placeMark(marquee.current, currentGesture?.kind === "marquee" ? currentGesture.box : undefined);
    });
  }, [gesture, frame]);

  return (
    <>
      <div ref={verticalGuide} className="mark guide" />
      <div ref={horizontalGuide} className="mark guide" />
      <div ref={marquee} className="mark marquee" />
    </>
  );
}
