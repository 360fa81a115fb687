import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { dateTime, minutes } from "#kit/format.ts";
import { isUnderWay, jobStateNames } from "#kit/job.ts";
import { jobStateColors } from "#kit/job-colors.ts";
import { type Progress, secondsLeft } from "#kit/job-progress.ts";
import { undoMinutes } from "#kit/row-history.ts";
import { formatText } from "#kit/text.ts";
import { call } from "#client/call.ts";
import type { Job } from "#client/activity.ts";
import { Button } from "#ui/button.tsx";
import { QueryContent } from "#ui/query-content.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { StatusTag } from "#ui/status-tag.tsx";
import { notify } from "#ui/toast.tsx";
import { UnreadMark } from "./notice-item.tsx";
import type { Notice } from "./use-notices.ts";

const texts = {
  cancel: { zh: "取消", en: "Cancel" },
  cancelling: { zh: "正在取消…", en: "Cancelling…" },
  log: { zh: "日志", en: "Log" },
  omitted: { zh: "另有 {n} 行未保留", en: "{n} more {n|line|lines} not kept" },
  open: { zh: "查看", en: "View" },
  undo: { zh: "撤销", en: "Undo" },
  undone: { zh: "已恢复", en: "Restored" },
  download: { zh: "下载文件", en: "Download" },
  reference: { zh: "错误编号：{id}", en: "Reference: {id}" },
  seconds: { zh: "剩余约 {n} 秒", en: "about {n} {n|second|seconds} left" },
  minutes: { zh: "剩余约 {n} 分钟", en: "about {n} {n|minute|minutes} left" },
  hours: { zh: "剩余约 {n} 小时", en: "about {n} {n|hour|hours} left" },
};

/** A remaining time: in seconds below 90 seconds, in minutes below 90 minutes, else in hours. */
function remainingText(seconds: number) {
  if (seconds < 90) return formatText(texts.seconds, { n: Math.max(1, Math.ceil(seconds)) });
  if (seconds < 5400) return formatText(texts.minutes, { n: Math.round(seconds / 60) });
  return formatText(texts.hours, { n: Math.round(seconds / 3600) });
}

function ProgressLine({ job: { done, total, title, stage }, progress }: { job: Job; progress: readonly Progress[] }) {
  const t = useText();
  const remaining = total === null ? undefined : secondsLeft(progress, total);
  const countText =
    total === null ? done.toLocaleString("en") : `${done.toLocaleString("en")} / ${total.toLocaleString("en")}`;
  return (
    <>
      <progress
        aria-label={title}
        className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-paper-3 [&::-moz-progress-bar]:bg-brand [&::-webkit-progress-bar]:bg-paper-3 [&::-webkit-progress-value]:bg-brand"
        {...(total === null ? {} : { max: Math.max(1, total), value: done })}
      />
      <p className="flex flex-wrap justify-between gap-x-3 text-xs text-ink-3">
        <span className="font-mono">{countText}</span>
        <span>
          {[stage, remaining === undefined ? undefined : t(remainingText(remaining))].filter(Boolean).join(" · ")}
        </span>
      </p>
    </>
  );
}

function JobLog({ id }: { id: string }) {
  const t = useText();
  const query = useQuery({
    queryKey: ["job-log", id],
    queryFn: ({ signal }) => call("GET Api/Job/Log", { id }, { signal }),
    staleTime: 0,
  });
  return (
    <QueryContent query={query}>
      {({ lines, omitted }) => (
        <ol className="mt-1 max-h-48 overflow-auto text-xs text-ink-2" tabIndex={0}>
          {lines.map(({ number, level, text }) => (
            <li key={number} className={level === "warning" ? "py-0.5 text-danger" : "py-0.5"}>
              {text}
            </li>
          ))}
          {omitted > 0 && <li className="py-0.5 text-ink-3">{t(formatText(texts.omitted, { n: omitted }))}</li>}
        </ol>
      )}
    </QueryContent>
  );
}

const linkClass = "text-brand underline underline-offset-3";

/** A link to the result of a job: a page of the app, or a file to download. */
function ResultLink({ url }: { url: string }) {
  const t = useText();
  if (!url.startsWith("/files/"))
    return (
      <Link to={url} className={linkClass}>
        {t(texts.open)}
      </Link>
    );
  return (
    <a href={url} download className={linkClass}>
      {t(texts.download)}
    </a>
  );
}

/** Undoes the changes of a job. */
function UndoButton({ id, type }: { id: string; type: string }) {
  const t = useText();
  const client = useQueryClient();
  const [isDone, setIsDone] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: () => call("POST Api/{type}/Undo", { type, undo: id }),
    async onSuccess() {
      setIsDone(true);
      notify("success", t(texts.undone));
      await client.invalidateQueries({ queryKey: ["table", type] });
    },
    onError: (error) => notify("error", error.message),
  });
  return (
    <Button disabled={isPending || isDone} onClick={() => mutate()}>
      {t(isDone ? texts.undone : texts.undo)}
    </Button>
  );
}

/** Whether the changes of a job that ended at this time can still be undone; false for null, a job that has not ended. */
const isUndoable = (endedAt: string | null) =>
  endedAt !== null && Date.now() - Date.parse(endedAt) < minutes(undoMinutes);

type JobItemProps = {
  job: Job;
  progress: readonly Progress[];
  /** The notice about the end of the job; undefined until it arrives. */
  notice: Notice | undefined;
};

/** A job: its progress or result, and its actions. */
export function JobItem({ job, progress, notice }: JobItemProps) {
  const t = useText();
  const locale = useLocale();
  const [isLogOpen, setIsLogOpen] = useState(false);
  const { id, title, state, isCancelling, result, problem, lines, endedAt, createdAt } = job;
  const { mutate: cancel, isPending } = useMutation({
    mutationFn: () => call("POST Api/Job/Cancel", { id }),
    onError: (error) => notify("error", error.message),
  });
  return (
    <li className="grid gap-1.5 px-4 py-3">
      <div className="flex items-center gap-3">
        <p className="min-w-0 flex-1 truncate font-medium">{title}</p>
        <StatusTag color={jobStateColors[state]}>{t(jobStateNames[state])}</StatusTag>
        {notice?.isRead === false && <UnreadMark notice={notice} />}
      </div>
      {isUnderWay(state) && <ProgressLine job={job} progress={progress} />}
      {result !== null && (
        <p className="text-ink-2">
          {result.text} {result.url !== undefined && <ResultLink url={result.url} />}
        </p>
      )}
      {problem !== null && (
        <p className="text-danger">
          {problem.text}{" "}
          <span className="font-mono text-xs break-all">
            {t(formatText(texts.reference, { id: problem.reference }))}
          </span>
        </p>
      )}
      <div className="flex items-center justify-between gap-3">
        <time dateTime={endedAt ?? createdAt} lang={locale} className="text-xs text-ink-3">
          {dateTime(endedAt ?? createdAt, "yyyy-MM-dd HH:mm")}
        </time>
        <span className="flex gap-2">
          {lines > 0 && (
            <Button kind="quiet" aria-expanded={isLogOpen} onClick={() => setIsLogOpen(!isLogOpen)}>
              {t(texts.log)}
            </Button>
          )}
          {result?.undo !== undefined && isUndoable(endedAt) && <UndoButton id={id} type={result.undo.type} />}
          {isUnderWay(state) && (
            <Button disabled={isPending || isCancelling} onClick={() => cancel()}>
              {t(isCancelling ? texts.cancelling : texts.cancel)}
            </Button>
          )}
        </span>
      </div>
      {isLogOpen && <JobLog id={id} />}
    </li>
  );
}
