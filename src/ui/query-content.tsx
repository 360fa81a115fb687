import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { useText } from "./locale.ts";
import { Skeleton } from "./skeleton.tsx";

const retry = { zh: "重试", en: "Try again" };

type QueryContentProps<T> = {
  query: { data: T | undefined; error: Error | null; refetch: () => unknown };
  /** Height class of the placeholder. */
  height?: string;
  children: (data: T) => ReactNode;
};

/** Content from a query: a placeholder while it loads; when it fails, the error with a retry button. */
export function QueryContent<T>({ query, height = "h-12", children }: QueryContentProps<T>) {
  const t = useText();
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data);
  if (error === null) return <Skeleton className={height} />;
  return (
    <p role="alert" className="flex flex-wrap items-center gap-3 text-danger">
      {error.message}
      <Button onClick={() => void refetch()}>{t(retry)}</Button>
    </p>
  );
}
