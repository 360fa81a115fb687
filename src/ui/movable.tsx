import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";

function HostSlot({ host }: { host: HTMLElement }) {
  const ref = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => ref.current?.append(host), [host]);
  return <span ref={ref} className="contents" />;
}

/**
 * Content that keeps its state, such as an open dialog, when it moves within a screen. Render `content` where it never unmounts, and `slot` in one
 * position at a time: the content appears there.
 */
export function useMovable(children: ReactNode): { content: ReactNode; slot: ReactNode } {
  const [host] = useState(() => {
    const element = document.createElement("span");
    element.className = "contents";
    return element;
  });
  return { content: createPortal(children, host), slot: <HostSlot host={host} /> };
}
