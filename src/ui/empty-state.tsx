import { lazy, type ReactNode, Suspense } from "react";

/** Loaded with the first empty screen, because most screens are not empty. If loading fails, there is no drawing. */
const Emblem = lazy(() => import("./art/empty-emblem.tsx").catch(() => ({ default: (): ReactNode => null })));

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
  /** True if an error is the reason: screen readers announce it. */
  isProblem?: boolean;
  /** True if it is the whole content of a screen: its title is then the heading of the screen. */
  isScreen?: boolean;
}) {
  const Title = isScreen ? "h1" : "p";
  return (
    <div className="grid justify-items-center gap-3 px-6 py-16 text-center" role={isProblem ? "alert" : undefined}>
      <div className={`mb-2 size-28 ${isProblem ? "text-danger" : "text-brand"} opacity-50`}>
        <Suspense fallback={null}>
          <Emblem />
        </Suspense>
      </div>
      <Title className="font-medium text-ink">{title}</Title>
      {text !== undefined && <p className="max-w-prose text-sm text-ink-2">{text}</p>}
      {children}
    </div>
  );
}
