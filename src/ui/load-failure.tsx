import { Button } from "./button.tsx";
import { useText } from "./locale.ts";

const texts = {
  failed: { zh: "获取失败", en: "Could not load" },
  retry: { zh: "重试", en: "Try again" },
};

/** Shown instead of content that failed to load. */
export function LoadFailure({ onRetry }: { onRetry: () => void }) {
  const t = useText();
  return (
    <p role="alert" className="flex flex-wrap items-center gap-3 text-sm text-danger">
      {t(texts.failed)}
      <Button onClick={onRetry}>{t(texts.retry)}</Button>
    </p>
  );
}
