import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { runMessage } from "#kit/governance.ts";
import { call } from "#client/call.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { notify } from "#ui/toast.tsx";
import { closeProgress, progressClose, progressOpen } from "./progress.ts";

const texts = {
  title: { zh: "数据治理", en: "Governance" },
  hide: { zh: "后台继续", en: "Continue in background" },
  hint: {
    zh: "可以关闭窗口或浏览器，治理会继续进行，完成后可在此查看报告。",
    en: "You can close this window or the browser. The run goes on, and the report will be here.",
  },
};

/** ms between two questions about the progress. */
const interval = 1000;

/** Opens by the event `progress-open` and closes by `progress-close`. It asks for the progress of the run, and closes when the run ends, also when it fails. */
export function ProgressDialog({ onEnd }: { onEnd: () => void }) {
  const t = useText();
  const locale = useLocale();
  const [runId, setRunId] = useState<string>();
  useEffect(() => {
    const open = (event: Event) => setRunId((event as CustomEvent<{ runId: string }>).detail.runId);
    const close = () => setRunId(undefined);
    window.addEventListener(progressOpen, open);
    window.addEventListener(progressClose, close);
    return () => {
      window.removeEventListener(progressOpen, open);
      window.removeEventListener(progressClose, close);
    };
  }, []);
  const { data } = useQuery({
    queryKey: ["governance", "status", runId, locale],
    queryFn: ({ signal }) => call("GET Api/SiteGovernance/Status", { runId: runId! }, { signal }),
    enabled: runId !== undefined,
    refetchInterval: interval,
    staleTime: 0,
  });
  const status = data?.runId === runId ? data?.status : undefined;
  const isOver = status !== undefined && status !== "queued" && status !== "running";
  useEffect(() => {
    if (!isOver || data === undefined) return;
    notify(status === "done" ? "success" : "error", data.message);
    closeProgress();
    onEnd();
    // Once for each run that ends.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isOver, runId]);
  const percent = isOver ? 100 : data?.runId === runId ? (data?.percent ?? 0) : 0;
  return (
    <Dialog
      isOpen={runId !== undefined}
      title={t(texts.title)}
      description={t(runMessage)}
      onClose={closeProgress}
      actions={<Button onClick={closeProgress}>{t(texts.hide)}</Button>}
    >
      <div className="mt-4 flex items-center gap-3">
        <progress
          className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-paper-3 [&::-moz-progress-bar]:bg-brand [&::-webkit-progress-bar]:bg-paper-3 [&::-webkit-progress-value]:bg-brand"
          max={100}
          value={percent}
          aria-label={t(texts.title)}
        />
        <span className="w-12 text-right text-sm text-ink-2 tabular-nums">{percent}%</span>
      </div>
      <p className="mt-3 text-sm text-ink-3">{t(texts.hint)}</p>
    </Dialog>
  );
}
