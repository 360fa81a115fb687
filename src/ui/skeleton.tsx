import { classNames } from "./class-names.ts";

/** A grey placeholder bar. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classNames("skeleton block h-3.5 rounded-sm bg-paper-3", className)} />;
}
