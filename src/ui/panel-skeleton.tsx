import { classNames } from "./class-names.ts";
import { Skeleton } from "./skeleton.tsx";

/** Bars in place of a panel that is being loaded. */
export function PanelSkeleton({ className }: { className?: string }) {
  return (
    <div aria-busy="true" className={classNames("grid content-start gap-4", className)}>
      {["w-24", "w-48", "w-32", "w-28"].map((width) => (
        <Skeleton key={width} className={width} />
      ))}
    </div>
  );
}
