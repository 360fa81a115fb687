import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";

function Place({ host }: { host: HTMLElement }) {
  const ref = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => ref.current?.append(host), [host]);
  return <span ref={ref} className="contents" />;
}

/**
 * Content that keeps its state, an open dialog for instance, when it moves to another place of a screen. `content` stands where it never unmounts,
 * `place` in one of the places at a time.
 */
export function useMovable(children: ReactNode): { content: ReactNode; place: ReactNode } {
  const [host] = useState(() => {
    const element = document.createElement("span");
    element.className = "contents";
    return element;
  });
  return { content: createPortal(children, host), place: <Place host={host} /> };
}
