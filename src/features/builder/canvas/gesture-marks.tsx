import { useLayoutEffect, useRef } from "react";
import { useEditor } from "#features/builder/editor/editor.ts";
import { placeMark } from "./marks.tsx";

/** Guides that a moved box snaps to, and the marquee. */
export function GestureMarks() {
  const { gesture, frame } = useEditor();
  const upright = useRef<HTMLDivElement>(null);
  const level = useRef<HTMLDivElement>(null);
  const marquee = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    function place(): void {
      const now = gesture.get();
      const stage = now === undefined || now.kind === "marquee" ? undefined : frame.stageOf(now.parent);
      const snaps = now === undefined || now.kind === "marquee" ? undefined : now.snaps;
      const [x, y] = [snaps?.x?.line, snaps?.y?.line];
      placeMark(
        upright.current,
        stage && x !== undefined
          ? { x: stage.x + x * stage.unit, y: stage.y, w: 1, h: stage.h * stage.unit }
          : undefined,
      );
      placeMark(
        level.current,
        stage && y !== undefined
          ? { x: stage.x, y: stage.y + y * stage.unit, w: stage.w * stage.unit, h: 1 }
          : undefined,
      );
      placeMark(marquee.current, now?.kind === "marquee" ? now.box : undefined);
    }
    place();
    return gesture.subscribe(place);
  }, [gesture, frame]);

  return (
    <>
      <div ref={upright} className="mark guide" />
      <div ref={level} className="mark guide" />
      <div ref={marquee} className="mark marquee" />
    </>
  );
}
