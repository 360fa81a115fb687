import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/** A ref for a container, and the width inside the container, in px; undefined before it is measured. */
export function useAvailableWidth(): { container: RefObject<HTMLDivElement | null>; width: number | undefined } {
  const container = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState<number>();
  useLayoutEffect(() => {
    const element = container.current!;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    setWidth(element.clientWidth);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { container, width };
}
