import { useLayoutEffect, useRef } from "react";
import { useEditor } from "#features/builder/editor/editor.ts";
import { placeMark } from "./marks.tsx";

/** The guides to which a box snaps during a drag, and the marquee. */
export function GestureMarks() {
  const { gesture, frame } = useEditor();
  const verticalGuide = useRef<HTMLDivElement>(null);
  const horizontalGuide = useRef<HTMLDivElement>(null);
  const marquee = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    function placeMarks(): void {
      const currentGesture = gesture.get();
      const stage =
        currentGesture === undefined || currentGesture.kind === "marquee"
          ? undefined
          : frame.stageOf(currentGesture.parent);
      const snaps =
        currentGesture === undefined || currentGesture.kind === "marquee" ? undefined : currentGesture.snaps;
      const x = snaps?.x?.line;
      const y = snaps?.y?.line;
      placeMark(
        verticalGuide.current,
        stage && x !== undefined
          ? { x: stage.x + x * stage.unit, y: stage.y, w: 1, h: stage.h * stage.unit }
          : undefined,
      );
      placeMark(
        horizontalGuide.current,
        stage && y !== undefined
          ? { x: stage.x, y: stage.y + y * stage.unit, w: stage.w * stage.unit, h: 1 }
          : undefined,
      );
      placeMark(marquee.current, currentGesture?.kind === "marquee" ? currentGesture.box : undefined);
    }
    placeMarks();
    return gesture.subscribe(placeMarks);
  }, [gesture, frame]);

  return (
    <>
      <div ref={verticalGuide} className="mark guide" />
      <div ref={horizontalGuide} className="mark guide" />
      <div ref={marquee} className="mark marquee" />
    </>
  );
}
