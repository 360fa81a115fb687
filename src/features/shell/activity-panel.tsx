import { Popover as Base } from "@base-ui/react/popover";
import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef, useState } from "react";
import { isUnderWay, jobStateNames, type Progress } from "#kit/job.ts";
import { formatText } from "#kit/text.ts";
import { setActivity } from "#client/activity.ts";
import { call } from "#client/call.ts";
import { followJobs, type Job } from "#client/follow-jobs.ts";
import { useText } from "#ui/locale.ts";
import { JobItem } from "./job-item.tsx";

const texts = {
  title: { zh: "任务", en: "Activity" },
  none: { zh: "最近 24 小时内没有任务", en: "No jobs in the last 24 hours" },
  news: { zh: "{title}：{state}", en: "{title}: {state}" },
};

/** The window of progress from which the remaining time is estimated; ms. */
const lookBack = 20_000;

/** My jobs with their progress history; followed while the panel is open or a job is active. */
function useJobs(isOpen: boolean) {
  const [jobs, setJobs] = useState<Job[]>();
  const progress = useRef(new Map<string, Progress[]>());
  const isFollowing = isOpen || jobs === undefined || jobs.some(({ state }) => isUnderWay(state));
  useEffect(() => {
    if (!isFollowing) return undefined;
    return followJobs((found) => {
      const at = performance.now();
      for (const { id, done } of found) {
        const history = (progress.current.get(id) ?? []).filter((one) => one.at > at - lookBack);
        progress.current.set(id, [...history, { at, done }]);
      }
      setActivity({ count: found.filter(({ state, isSeen }) => isUnderWay(state) || !isSeen).length });
      setJobs(found);
    });
  }, [isFollowing]);
  return { jobs, progressOf: (id: string) => progress.current.get(id) ?? [] };
}

/** The live region: announces the start and end of jobs, not their progress. */
function useNews(jobs: readonly Job[] | undefined): string {
  const t = useText();
  const client = useQueryClient();
  const [news, setNews] = useState("");
  const states = useRef<Map<string, Job["state"]>>(undefined);
  useEffect(() => {
    if (jobs === undefined) return;
    const changed = jobs.find(({ id, state }) => states.current !== undefined && states.current.get(id) !== state);
    states.current = new Map(jobs.map(({ id, state }) => [id, state]));
    // The job may have changed lists.
    if (changed !== undefined && !isUnderWay(changed.state)) void client.invalidateQueries({ queryKey: ["table"] });
    if (changed !== undefined)
      setNews(t(formatText(texts.news, { title: changed.title, state: t(jobStateNames[changed.state]) })));
  }, [jobs, t, client]);
  return news;
}

type PanelProps = { anchor: RefObject<HTMLButtonElement | null>; isOpen: boolean };

/** The list of a person's jobs, below its button. */
export function ActivityPanel({ anchor, isOpen }: PanelProps) {
  const t = useText();
  const { jobs, progressOf } = useJobs(isOpen);
  const news = useNews(jobs);
  const hasUnseen = isOpen && jobs?.some(({ state, isSeen }) => !isUnderWay(state) && !isSeen) === true;
  useEffect(() => {
    if (hasUnseen) call("POST Api/Job/Seen", {}).catch(() => undefined);
  }, [hasUnseen]);
  return (
    <>
      <p role="status" className="sr-only">
        {news}
      </p>
      <Base.Root
        open={isOpen}
        onOpenChange={(open, { reason, event }) => {
          // A press on the button is handled by the button; a closing dialog may return the focus to it after that.
          const isOnButton = event.target instanceof Node && anchor.current?.contains(event.target) === true;
          if (reason !== "focus-out" && (reason !== "outside-press" || !isOnButton)) setActivity({ isOpen: open });
        }}
      >
        <Base.Portal>
          <Base.Positioner anchor={anchor} sideOffset={6} align="end" collisionPadding={8} className="z-50">
            <Base.Popup
              finalFocus={anchor}
              className="rise max-h-[min(32rem,calc(100dvh-5rem))] w-[min(24rem,calc(100vw-16px))] overflow-auto rounded-md border border-line bg-sheet text-sm text-ink shadow-lg outline-none"
            >
              <Base.Title className="border-b border-line px-4 py-3 font-semibold">{t(texts.title)}</Base.Title>
              {jobs?.length === 0 && <p className="px-4 py-4 text-ink-3">{t(texts.none)}</p>}
              <ul className="divide-y divide-line">
                {jobs?.map((job) => (
                  <JobItem key={job.id} job={job} progress={progressOf(job.id)} />
                ))}
              </ul>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </>
  );
}
