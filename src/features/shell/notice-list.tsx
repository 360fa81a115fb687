import { useEffect, useRef } from "react";
import { isUnderWay } from "#kit/job.ts";
import type { Progress } from "#kit/job-progress.ts";
import { type Job, useActivity } from "#client/activity.ts";
import { MoreButton } from "#ui/more-button.tsx";
import { QueryContent } from "#ui/query-content.tsx";
import { useText } from "#ui/locale.ts";
import { JobItem } from "./job-item.tsx";
import { NoticeItem } from "./notice-item.tsx";
import { type Notice, useMarkRead, useNotices } from "./use-notices.ts";

const texts = {
  none: { zh: "暂无通知", en: "No notifications yet" },
  hint: { zh: "任务进度、工单和留言的动态会显示在这里。", en: "Jobs, work orders and enquiries will show up here." },
};

/** Milliseconds of progress from which the remaining time is estimated. */
const progressWindow = 20_000;

/** Records the progress of jobs; returns the recent samples of a job by its id. */
function useProgress(jobs: readonly Job[] | undefined): (id: string) => readonly Progress[] {
  const progress = useRef(new Map<string, Progress[]>());
  useEffect(() => {
    const now = performance.now();
    for (const { id, done } of jobs ?? []) {
      const history = (progress.current.get(id) ?? []).filter((sample) => sample.at > now - progressWindow);
      progress.current.set(id, [...history, { at: now, done }]);
    }
  }, [jobs]);
  return (id) => progress.current.get(id) ?? [];
}

/** An entry of the list: a job with the notice of its end, or a notice of any other kind. */
type Entry = { job: Job; notice?: Notice } | { job?: undefined; notice: Notice };

/** Active jobs first, then newest first. A job and the notice of its end are one entry. */
function entriesOf(jobs: readonly Job[], notices: readonly Notice[]): Entry[] {
  const noticesByJob = new Map(notices.filter(({ kind }) => kind === "job").map((notice) => [notice.about, notice]));
  const jobEntries = jobs.map((job): Entry => {
    const notice = noticesByJob.get(job.id);
    return notice === undefined ? { job } : { job, notice };
  });
  const jobIds = new Set(jobs.map(({ id }) => id));
  const otherEntries = notices.filter(({ about }) => !jobIds.has(about)).map((notice): Entry => ({ notice }));
  const timeOf = ({ job, notice }: Entry) => notice?.createdAt ?? job?.endedAt ?? job?.createdAt ?? "";
  const isActive = ({ job }: Entry) => job !== undefined && isUnderWay(job.state);
  return [...jobEntries, ...otherEntries].toSorted(
    (a, b) => Number(isActive(b)) - Number(isActive(a)) || (timeOf(a) < timeOf(b) ? 1 : -1),
  );
}

/** Marks the notice of a job as read if the job ends while the list shows it. */
function useWatchedJobs(entries: readonly Entry[]): void {
  const { mutate: markRead } = useMarkRead();
  const watchedIds = useRef(new Set<string>());
  useEffect(() => {
    const unreadIds: string[] = [];
    for (const { job, notice } of entries) {
      if (job === undefined) continue;
      if (isUnderWay(job.state)) watchedIds.current.add(job.id);
      else if (notice?.isRead === false && watchedIds.current.delete(job.id)) unreadIds.push(notice.id);
    }
    if (unreadIds.length > 0) markRead(unreadIds);
  }, [entries, markRead]);
}

function Entries({ notices }: { notices: readonly Notice[] }) {
  const t = useText();
  const { jobs } = useActivity();
  const progressOf = useProgress(jobs);
  const entries = entriesOf(jobs ?? [], notices);
  useWatchedJobs(entries);
  if (entries.length === 0)
    return (
      <div className="grid gap-1 px-4 py-8 text-center">
        <p className="font-medium">{t(texts.none)}</p>
        <p className="text-ink-3">{t(texts.hint)}</p>
      </div>
    );
  return (
    <ul className="divide-y divide-line">
      {entries.map(({ job, notice }) =>
        job === undefined ? (
          <NoticeItem key={notice.id} notice={notice} />
        ) : (
          <JobItem key={job.id} job={job} progress={progressOf(job.id)} notice={notice} />
        ),
      )}
    </ul>
  );
}

/** A person's jobs and notices in one list, loaded page by page. */
export function NoticeList() {
  const query = useNotices();
  return (
    <QueryContent query={query} height="m-4 h-24">
      {(notices) => (
        <>
          <Entries notices={notices} />
          {query.hasNextPage && (
            <p className="border-t border-line p-2 text-center">
              <MoreButton query={query} kind="quiet" />
            </p>
          )}
        </>
      )}
    </QueryContent>
  );
}
