import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { CallProblem } from "./call.ts";
import { EmptyState } from "./empty-state.tsx";
import { useSay } from "./locale.ts";
import { Skeleton } from "./skeleton.tsx";
import { stepUpIn } from "./step-up.ts";
import { useTitle } from "./title.ts";

const words = {
  loading: { zh: "正在加载…", en: "Loading…" },
  notFound: { zh: "页面不存在", en: "Page not found" },
  notFoundText: {
    zh: "地址可能写错了，或者内容已被移除。",
    en: "The address may be mistyped, or the content is gone.",
  },
  forbidden: { zh: "权限不足", en: "No permission" },
  failed: { zh: "获取失败", en: "Could not get the data" },
  retry: { zh: "重试", en: "Try again" },
  request: { zh: "请求编号", en: "Request" },
};

export function ScreenLoading() {
  const say = useSay();
  return (
    <div role="status" aria-label={say(words.loading)} className="grid max-w-3xl gap-6 py-4">
      <Skeleton className="h-6 w-48" />
      {["w-full", "w-4/5", "w-2/3", "w-full", "w-3/5"].map((width, index) => (
        <div key={index} className="grid gap-2">
          <Skeleton className="w-24" />
          <Skeleton className={`h-9 ${width}`} />
        </div>
      ))}
    </div>
  );
}

export function NotFound({ text, children }: { text?: string; children?: ReactNode }) {
  const say = useSay();
  useTitle(say(words.notFound));
  return (
    <EmptyState title={say(words.notFound)} text={text ?? say(words.notFoundText)}>
      {children}
    </EmptyState>
  );
}

/** Why a screen cannot be shown, and what can be done: nothing for what is not there or not allowed, else try again. */
export function ScreenProblem({ problem, onRetry }: { problem: Error; onRetry: () => void }) {
  const say = useSay();
  const { status, requestId } = problem instanceof CallProblem ? problem : { status: 500, requestId: undefined };
  if (status === 404) return <NotFound text={problem.message} />;
  // Whoever is asked to prove that it is them may do so the next time.
  const isForbidden = status === 403 && !(problem instanceof CallProblem && stepUpIn(problem) !== undefined);
  const title = say(isForbidden ? words.forbidden : words.failed);
  return (
    <EmptyState isProblem title={title} text={problem.message}>
      {requestId !== undefined && status >= 500 && (
        <p className="font-mono text-xs text-ink-3">
          {say(words.request)} {requestId}
        </p>
      )}
      {!isForbidden && <Button onClick={onRetry}>{say(words.retry)}</Button>}
    </EmptyState>
  );
}
