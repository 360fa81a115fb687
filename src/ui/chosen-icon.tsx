import type { ReactNode } from "react";
import { iconSet } from "./icon-set.ts";

/** An icon of the icon picker in the size of menus; nothing for an unknown name. */
export function ChosenIcon({ name, className }: { name: string; className: string }): ReactNode {
  const Icon = iconSet.find((icon) => icon.name === name)?.Icon;
  return Icon && <Icon size={16} strokeWidth={1.5} aria-hidden="true" className={className} />;
}
