import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/** Width that an element has for a page inside of it, px; follows the window. */
export function useAvailableWidth(): { room: RefObject<HTMLDivElement | null>; width: number | undefined } {
  const container = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState<number>();
  useLayoutEffect(() => {
    const element = container.current!;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    setWidth(element.clientWidth);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { room: container, width };
}
