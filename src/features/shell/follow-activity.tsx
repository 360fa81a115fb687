import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { isUnderWay, jobStateNames } from "#kit/job.ts";
import { formatText } from "#kit/text.ts";
import { type Job, useActivity } from "#client/activity.ts";
import { followActivity } from "#client/follow-activity.ts";
import { useText } from "#ui/locale.ts";

const texts = {
  job: { zh: "{title}：{state}", en: "{title}: {state}" },
  notices: { zh: "{n} 条未读通知", en: "{n} unread {n|notification|notifications}" },
};

/** Follows a person's jobs and notices. Its live region announces the start and end of jobs and new notices, but not progress. */
export function FollowActivity() {
  const t = useText();
  const client = useQueryClient();
  const { jobs, notices } = useActivity();
  const [news, setNews] = useState("");
  const states = useRef<Map<string, Job["state"]>>(undefined);
  const unread = useRef<number>(undefined);
  useEffect(followActivity, []);
  useEffect(() => {
    if (jobs === undefined) return;
    const changed = jobs.find(({ id, state }) => states.current !== undefined && states.current.get(id) !== state);
    states.current = new Map(jobs.map(({ id, state }) => [id, state]));
    // The job may have changed lists.
    if (changed !== undefined && !isUnderWay(changed.state)) void client.invalidateQueries({ queryKey: ["table"] });
    if (changed !== undefined)
      setNews(t(formatText(texts.job, { title: changed.title, state: t(jobStateNames[changed.state]) })));
  }, [jobs, t, client]);
  useEffect(() => {
    if (notices === undefined) return;
    void client.invalidateQueries({ queryKey: ["notices"] });
    if (unread.current !== undefined && notices.unread > unread.current)
      setNews(t(formatText(texts.notices, { n: notices.unread })));
    unread.current = notices.unread;
    // The stream repeats its state: only changes count.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [notices?.unread, notices?.changedAt]);
  return (
    <p role="status" className="sr-only">
      {news}
    </p>
  );
}
