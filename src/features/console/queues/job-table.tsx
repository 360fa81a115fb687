import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { CallOutput } from "#kit/call.ts";
import { isUnderWay, jobStateNames, type JobState } from "#kit/job.ts";
import { jobStateColors } from "#kit/job-colors.ts";
import { formatText, type Text } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { Button } from "#ui/button.tsx";
import { ask } from "#ui/confirm.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { errorMessage } from "#kit/error-message.ts";
import { useLocale, useText } from "#ui/locale.ts";
import { MoreButton } from "#ui/more-button.tsx";
import { QueryContent } from "#ui/query-content.tsx";
import { cellClass, RecordTable } from "#ui/record-table.tsx";
import { StatusTag } from "#ui/status-tag.tsx";
import { notify } from "#ui/toast.tsx";
import { Ago, cardRowClass, Named, refreshInterval } from "../console-parts.tsx";
import { count } from "../space-texts.ts";

const texts = {
  list: { zh: "任务", en: "Jobs" },
  job: { zh: "任务", en: "Job" },
  space: { zh: "空间", en: "Space" },
  state: { zh: "状态", en: "Status" },
  progress: { zh: "进度", en: "Progress" },
  attempts: { zh: "执行次数", en: "Attempts" },
  created: { zh: "创建时间", en: "Created" },
  actions: { zh: "操作", en: "Actions" },
  cancelling: { zh: "正在取消", en: "Cancelling" },
  refused: { zh: "原因：{reason}", en: "Reason: {reason}" },
  broken: { zh: "程序错误：{reason}", en: "Unexpected error: {reason}" },
  reference: { zh: "错误编号：{id}", en: "Reference: {id}" },
  retry: { zh: "重试", en: "Retry" },
  retried: { zh: "任务已重新排队", en: "Job queued again" },
  cancel: { zh: "取消任务", en: "Cancel job" },
  cancelled: { zh: "任务已取消", en: "Job cancelled" },
  keep: { zh: "保留任务", en: "Keep job" },
  retryQuestion: { zh: "重试“{title}”？", en: "Retry {title}?" },
  retryText: {
    zh: "任务以发起人的当前权限从中断处继续，并记入空间的处理记录。",
    en: "It goes on where it stopped, with the present rights of whoever started it. The history of the space tells of it.",
  },
  cancelQuestion: { zh: "取消“{title}”？", en: "Cancel {title}?" },
  cancelText: {
    zh: "已完成的部分保留，并记入空间的处理记录。",
    en: "What it has done stays. The history of the space tells of it.",
  },
  back: { zh: "返回", en: "Go back" },
  none: { zh: "没有符合条件的任务", en: "No matching jobs" },
  noneText: { zh: "任务结束后保留 30 天。", en: "Jobs are kept for 30 days after their end." },
} satisfies Record<string, Text>;

/** Why a job was refused. */
const reasons: Record<string, Text> = {
  forbidden: { zh: "发起人没有权限", en: "Its person may not do this" },
  notFound: { zh: "所需数据已不存在", en: "Its data no longer exist" },
  conflict: { zh: "数据已变化", en: "Its data have changed" },
  invalid: { zh: "数据无法使用", en: "Its data cannot be used" },
  payloadTooLarge: { zh: "数据过大", en: "Its data are too large" },
  storageFull: { zh: "空间配额已用完", en: "The quota of the space is used up" },
  unavailable: { zh: "所需服务不可用", en: "A service was not available" },
};

type Job = CallOutput<"GET paas/job/list">["list"][number];

function Problem({ problem }: { problem: NonNullable<Job["problem"]> }) {
  const t = useText();
  const { isRefusal, reason, reference } = problem;
  return (
    <span className="block text-sm text-danger">
      {t(
        formatText(isRefusal ? texts.refused : texts.broken, {
          reason: t(reasons[reason] ?? { zh: reason, en: reason }),
        }),
      )}
      <span className="block font-mono text-xs break-all text-ink-3">
        {t(formatText(texts.reference, { id: reference }))}
      </span>
    </span>
  );
}

type Action = "retry" | "cancel";

/** Retries or cancels a job, after a question. Returns whether that was done. */
function useAction(job: Job) {
  const t = useText();
  const client = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  async function act(action: Action): Promise<void> {
    const isRetry = action === "retry";
    const isConfirmed = await ask({
      title: t(formatText(isRetry ? texts.retryQuestion : texts.cancelQuestion, { title: job.title })),
      text: t(isRetry ? texts.retryText : texts.cancelText),
      yes: t(texts[action]),
      no: t(isRetry ? texts.back : texts.keep),
      isDangerous: !isRetry,
    });
    if (!isConfirmed) return;
    setIsBusy(true);
    try {
      await call(isRetry ? "POST paas/job/retry" : "POST paas/job/cancel", { id: job.id });
      notify("success", t(isRetry ? texts.retried : texts.cancelled));
    } catch (error) {
      notify("error", errorMessage(error));
    } finally {
      setIsBusy(false);
      await client.invalidateQueries({ queryKey: ["platformJobs"] });
    }
  }
  return { act, isBusy };
}

function JobRow({ job }: { job: Job }) {
  const t = useText();
  const { act, isBusy } = useAction(job);
  const { title, space, state, isCancelling, done, total, attempt, createdAt, problem, isRetryable } = job;
  return (
    <tr className={cardRowClass}>
      <td className={`${cellClass} min-w-0 max-sm:col-span-2`}>
        <span className="font-medium break-words">{title}</span>
        {problem !== null && <Problem problem={problem} />}
      </td>
      <td className={`${cellClass} min-w-0`}>
        <Named name={texts.space}>
          <Link
            to={`/paas/spaces/detail?id=${space.id}`}
            className="break-words underline-offset-3 hover:text-brand hover:underline"
          >
            {t(space.name)}
          </Link>
          <span className="block font-mono text-xs text-ink-3">{space.code}</span>
        </Named>
      </td>
      <td className={cellClass}>
        <Named name={texts.state}>
          <StatusTag color={jobStateColors[state]}>
            {t(isCancelling ? texts.cancelling : jobStateNames[state])}
          </StatusTag>
        </Named>
      </td>
      <td className={`${cellClass} tabular-nums`}>
        <Named name={texts.progress}>{total === null ? count(done) : `${count(done)} / ${count(total)}`}</Named>
      </td>
      <td className={`${cellClass} tabular-nums`}>
        <Named name={texts.attempts}>{count(attempt)}</Named>
      </td>
      <td className={`${cellClass} text-ink-2`}>
        <Named name={texts.created}>
          <Ago time={createdAt} />
        </Named>
      </td>
      <td className={`${cellClass} max-sm:col-span-2 max-sm:empty:hidden`}>
        {isRetryable && (
          <Button disabled={isBusy} onClick={() => void act("retry")}>
            {t(texts.retry)}
          </Button>
        )}
        {isUnderWay(state) && (
          <Button disabled={isBusy || isCancelling} onClick={() => void act("cancel")}>
            {t(texts.cancel)}
          </Button>
        )}
      </td>
    </tr>
  );
}

/** The jobs of all spaces in one state, or in any; the newest first. */
export function JobTable({ state }: { state: JobState | undefined }) {
  const t = useText();
  const locale = useLocale();
  const query = useInfiniteQuery({
    queryKey: ["platformJobs", "list", state, locale],
    initialPageParam: null as string | null,
    queryFn: ({ signal, pageParam: before }) =>
      call(
        "GET paas/job/list",
        { ...(state === undefined ? {} : { state }), ...(before === null ? {} : { before }) },
        { signal },
      ),
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    // Older pages are read again one after the other, so only the first is kept up to date.
    refetchInterval: ({ state: { data } }) => ((data?.pages.length ?? 0) > 1 ? false : refreshInterval),
  });
  const heads = [
    { key: "job", name: t(texts.job) },
    { key: "space", name: t(texts.space) },
    { key: "state", name: t(texts.state) },
    { key: "progress", name: t(texts.progress) },
    { key: "attempts", name: t(texts.attempts) },
    { key: "created", name: t(texts.created) },
    { key: "actions", name: t(texts.actions) },
  ];
  return (
    <QueryContent query={query} height="h-40">
      {({ pages }) => {
        const list = pages.flatMap((page) => page.list);
        if (list.length === 0) return <EmptyState title={t(texts.none)} text={t(texts.noneText)} />;
        return (
          <>
            <RecordTable label={t(texts.list)} heads={heads}>
              {list.map((job) => (
                <JobRow key={job.id} job={job} />
              ))}
            </RecordTable>
            <MoreButton query={query} className="justify-self-center" />
          </>
        );
      }}
    </QueryContent>
  );
}
