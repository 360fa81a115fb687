import type { ReactNode } from "react";
import { emblem } from "./rosette.ts";
import { Art, centredBox } from "./svg.tsx";

const rosette = emblem("empty-state", 6, 9);

/** The drawing for empty lists and error messages. */
export default function EmptyEmblem(): ReactNode {
  return <Art box={centredBox} markup={rosette} strokeWidth={1} className="size-full" />;
}
