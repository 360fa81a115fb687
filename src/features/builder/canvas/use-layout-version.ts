import { useEffect, useState } from "react";
import { useEditor } from "#features/builder/editor/editor.ts";

/** Renders the component again, at most once per animation frame, when something of the page or the visible part of the board moved. */
export function useLayoutVersion(): void {
  const { frame } = useEditor();
  const [, setVersion] = useState(0);
  useEffect(() => {
    let frameRequest = 0;
    const update = () => {
      frameRequest ||= requestAnimationFrame(() => {
        frameRequest = 0;
        setVersion((version) => version + 1);
      });
    };
    const unsubscribe = frame.onLayout(update);
    const { viewport } = frame;
    viewport?.addEventListener("scroll", update, { passive: true });
    addEventListener("resize", update);
    return () => {
      cancelAnimationFrame(frameRequest);
      unsubscribe();
      viewport?.removeEventListener("scroll", update);
      removeEventListener("resize", update);
    };
  }, [frame]);
}
