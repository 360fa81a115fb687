import { Button } from "./button.tsx";
import { useSay } from "./locale.ts";

const words = {
  failed: { zh: "获取失败", en: "Could not load" },
  retry: { zh: "重试", en: "Try again" },
};

/** In the place of what could not be fetched. */
export function FailedList({ onRetry }: { onRetry: () => void }) {
  const say = useSay();
  return (
    <p role="alert" className="flex flex-wrap items-center gap-3 text-sm text-danger">
      {say(words.failed)}
      <Button onClick={onRetry}>{say(words.retry)}</Button>
    </p>
  );
}
