import type { ReactNode } from "react";
import { emblem } from "./art/rosette.ts";
import { Art, centred } from "./art/svg.tsx";

const rosette = emblem("empty-state", 6, 9);

/** Shown instead of an empty list: why it is empty, and what to do next. */
export function EmptyState({
  title,
  text,
  children,
  isProblem = false,
  isScreen = false,
}: {
  title: string;
  text?: string | undefined;
  children?: ReactNode;
  isProblem?: boolean;
  /** It is all there is on the screen, so its title is the screen's heading. */
  isScreen?: boolean;
}) {
  const Title = isScreen ? "h1" : "p";
  return (
    <div className="grid justify-items-center gap-3 px-6 py-16 text-center" role={isProblem ? "alert" : undefined}>
      <Art
        box={centred}
        markup={rosette}
        strokeWidth={1}
        className={`mb-2 size-28 ${isProblem ? "text-danger" : "text-brand"} opacity-50`}
      />
      <Title className="font-medium text-ink">{title}</Title>
      {text !== undefined && <p className="max-w-prose text-sm text-ink-2">{text}</p>}
      {children}
    </div>
  );
}
