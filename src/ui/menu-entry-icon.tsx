import { lazy, type ReactNode, Suspense } from "react";
import type { MenuEntry } from "#kit/screens.ts";
import { MenuIconView } from "./menu-icon.tsx";

// Loaded only for menus with an icon that the space chose: the module contains several hundred icons.
const ChosenIcon = lazy(() =>
  import("./chosen-icon.tsx").then(
    (file) => ({ default: file.ChosenIcon }),
    () => ({ default: (): ReactNode => null }),
  ),
);

/** The icon of an entry of a menu. While a chosen one loads, its place is empty. */
export function MenuEntryIcon({
  entry,
  isCurrent,
}: {
  entry: Pick<MenuEntry, "icon" | "chosenIcon">;
  isCurrent: boolean;
}) {
  const className = `shrink-0 ${isCurrent ? "text-brand" : "text-ink-3"}`;
  if (entry.chosenIcon === undefined)
    return <MenuIconView name={entry.icon} size={16} strokeWidth={1.5} className={className} />;
  return (
    <span className="size-4 shrink-0">
      <Suspense>
        <ChosenIcon name={entry.chosenIcon} className={className} />
      </Suspense>
    </span>
  );
}
