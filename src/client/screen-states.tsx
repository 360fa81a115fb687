import type { ReactNode } from "react";
import { formatText } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { CallProblem } from "./call.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { ScreenLines } from "#ui/frame-skeleton.tsx";
import { useText } from "#ui/locale.ts";
import { spaceName } from "./space-site.ts";
import { stepUpIn } from "./step-up.ts";
import { useTitle } from "#ui/title.ts";

const texts = {
  loading: { zh: "正在加载…", en: "Loading…" },
  notFound: { zh: "页面不存在", en: "Page not found" },
  notFoundText: {
    zh: "地址可能有误，或内容已被移除。",
    en: "The address may be mistyped, or the content has been removed.",
  },
  forbidden: { zh: "权限不足", en: "No permission" },
  forbiddenText: {
    zh: "您没有访问此内容的权限。如需访问，请联系“{name}”的管理员。",
    en: "You don’t have access to this. Ask an administrator of {name}.",
  },
  ownSpace: { zh: "当前空间", en: "your space" },
  back: { zh: "返回", en: "Back" },
  home: { zh: "回到管理首页", en: "Go to the admin home" },
  failed: { zh: "加载失败", en: "Could not load" },
  unreachable: { zh: "无法连接服务器", en: "Could not reach the server" },
  retry: { zh: "重试", en: "Try again" },
  request: { zh: "请求编号", en: "Request ID" },
};

export function ScreenLoading() {
  const t = useText();
  return <ScreenLines label={t(texts.loading)} />;
}

export function NotFound({ text, children }: { text?: string; children?: ReactNode }) {
  const t = useText();
  useTitle(t(texts.notFound));
  return (
    <EmptyState isScreen title={t(texts.notFound)} text={text ?? t(texts.notFoundText)}>
      {children ?? (
        <a href="/paas/index" className="button-link">
          {t(texts.home)}
        </a>
      )}
    </EmptyState>
  );
}

/** Shown instead of a screen that the person may not open: whom to ask, and a link back. */
function Forbidden() {
  const t = useText();
  useTitle(t(texts.forbidden));
  const name = t(spaceName() ?? texts.ownSpace);
  return (
    <EmptyState isScreen title={t(texts.forbidden)} text={t(formatText(texts.forbiddenText, { name }))}>
      <Button onClick={() => history.back()}>{t(texts.back)}</Button>
    </EmptyState>
  );
}

function Failed({ problem, onRetry }: { problem: Error; onRetry: () => void }) {
  const t = useText();
  const { status, requestId } = problem instanceof CallProblem ? problem : { status: 500, requestId: undefined };
  const title = t(status === 0 ? texts.unreachable : texts.failed);
  useTitle(title);
  return (
    <EmptyState isScreen isProblem title={title} text={problem.message}>
      {requestId !== undefined && status >= 500 && (
        <p className="font-mono text-xs text-ink-3">
          {t(texts.request)} {requestId}
        </p>
      )}
      <Button onClick={onRetry}>{t(texts.retry)}</Button>
    </EmptyState>
  );
}

/** Shown instead of a screen that could not be loaded: not found, no permission, or a failure with a retry button. */
export function ScreenProblem({ problem, onRetry }: { problem: Error; onRetry: () => void }) {
  const status = problem instanceof CallProblem ? problem.status : 500;
  if (status === 404) return <NotFound text={problem.message} />;
  // A missing proof of identity is a 403 too, but a retry can ask for the proof again.
  const isForbidden = status === 403 && !(problem instanceof CallProblem && stepUpIn(problem) !== undefined);
  return isForbidden ? <Forbidden /> : <Failed problem={problem} onRetry={onRetry} />;
}
