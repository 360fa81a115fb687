import type { ReactNode } from "react";

/** Classes by colour token; an unknown colour is orange (B-163). */
const dots: Record<string, string> = {
  malachite: "bg-[var(--malachite)]",
  azurite: "bg-[var(--azurite)]",
  ochre: "bg-[var(--ochre)]",
  cinnabar: "bg-[var(--cinnabar)]",
  amethyst: "bg-[var(--amethyst)]",
  orpiment: "bg-[var(--orpiment)]",
};

/** The dot of a colour token; nothing without one. */
export function ColorDot({ color }: { color: string | undefined }) {
  if (color === undefined) return null;
  return <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${dots[color] ?? dots.orpiment}`} />;
}

/** A status with a coloured dot. `color`: a colour token. */
export function StatusTag({ color, children }: { color: string; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <ColorDot color={color} />
      {children}
    </span>
  );
}
