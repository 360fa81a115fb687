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
  const [announcement, setAnnouncement] = useState("");
  const knownStates = useRef<Map<string, Job["state"]>>(undefined);
  const lastUnread = useRef<number>(undefined);
  useEffect(followActivity, []);
  useEffect(() => {
    if (jobs === undefined) return;
    const lastStates = knownStates.current;
    const changedJobs = lastStates === undefined ? [] : jobs.filter(({ id, state }) => lastStates.get(id) !== state);
    knownStates.current = new Map(jobs.map(({ id, state }) => [id, state]));
    // A job that ended may have changed rows of tables.
    if (changedJobs.some(({ state }) => !isUnderWay(state))) void client.invalidateQueries({ queryKey: ["table"] });
    const messages = changedJobs.map(({ title, state }) =>
      t(formatText(texts.job, { title, state: t(jobStateNames[state]) })),
    );
    if (messages.length > 0) setAnnouncement(messages.join("\n"));
  }, [jobs, t, client]);
  useEffect(() => {
    if (notices === undefined) return;
    void client.invalidateQueries({ queryKey: ["notices"] });
    if (lastUnread.current !== undefined && notices.unread > lastUnread.current)
      setAnnouncement(t(formatText(texts.notices, { n: notices.unread })));
    lastUnread.current = notices.unread;
    // Depends on the values, not on the object: the stream also sends unchanged values.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [notices?.unread, notices?.changedAt]);
  return (
    <p role="status" className="sr-only">
      {announcement}
    </p>
  );
}
