import type { ReactNode } from "react";
import { useMovable } from "#ui/movable.tsx";
import { AutoScreen } from "./auto.screen.tsx";

/** A list with buttons of its own. They stand in the head while the list loads and in the middle of an empty list, and keep their open dialogs. */
export function ListWithButtons({ children }: { children: ReactNode }) {
  const { content, place } = useMovable(children);
  return (
    <>
      <AutoScreen actions={place} />
      {content}
    </>
  );
}
