import { type RefObject, useEffect } from "react";

/** Calls `onPressOutside` when the pointer is pressed outside of a panel and of the control that opens it. */
export function usePressOutside(
  panel: RefObject<HTMLElement | null>,
  anchor: RefObject<HTMLElement | null>,
  onPressOutside: () => void,
): void {
  useEffect(() => {
    const onPointerDown = ({ target }: PointerEvent) => {
      const isInside = target instanceof Node && (panel.current?.contains(target) || anchor.current?.contains(target));
      if (isInside !== true) onPressOutside();
    };
    document.addEventListener("pointerdown", onPointerDown);
    return () => document.removeEventListener("pointerdown", onPointerDown);
  }, [panel, anchor, onPressOutside]);
}
