import type { ReactNode } from "react";
import { emblem } from "./rosette.ts";
import { Art, centred } from "./svg.tsx";

const rosette = emblem("empty-state", 6, 9);

/** The drawing of empty lists and of problems. */
export default function EmptyEmblem(): ReactNode {
  return <Art box={centred} markup={rosette} strokeWidth={1} className="size-full" />;
}
