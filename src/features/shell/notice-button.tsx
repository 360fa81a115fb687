import { Bell } from "lucide-react";
import { useRef } from "react";
import { isUnderWay } from "#kit/job.ts";
import { setActivity, useActivity } from "#client/activity.ts";
import type { Person } from "#client/person.ts";
import { useLoadWhenOpened } from "#ui/dialog-later.tsx";
import { loadLater } from "#ui/load-later.ts";
import { useText } from "#ui/locale.ts";

const label = { zh: "通知", en: "Notifications" };
const panel = loadLater(() => import("./notice-panel.tsx").then(({ NoticePanel }) => NoticePanel));
const activityFollower = loadLater(() => import("./follow-activity.tsx").then(({ FollowActivity }) => FollowActivity));

/** Opens the notices; shows the number of unread ones, or a dot while a job is active. */
export function NoticeButton({ person }: { person: Person }) {
  const t = useText();
  const button = useRef<HTMLButtonElement>(null);
  const { isOpen, jobs, notices } = useActivity();
  const close = () => setActivity({ isOpen: false });
  useLoadWhenOpened(panel, isOpen, close);
  useLoadWhenOpened(activityFollower, isOpen, close);
  const unread = notices?.unread ?? person.unread;
  const isBusy = jobs?.some(({ state }) => isUnderWay(state)) === true;
  const badgeClass = "absolute rounded-full bg-brand text-on-brand pointer-events-none";
  return (
    <>
      <button
        ref={button}
        type="button"
        title={t(label)}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        className="relative grid size-9 place-items-center rounded-sm text-ink-2 hover:bg-paper-3 hover:text-ink pointer-coarse:size-11"
        onClick={() => setActivity({ isOpen: !isOpen })}
      >
        <Bell size={18} strokeWidth={1.5} aria-hidden="true" />
        <span className="sr-only">{t(label)}</span>{" "}
        {unread > 0 ? (
          <span
            className={`${badgeClass} top-0.5 right-0 grid h-4 min-w-4 place-items-center px-1 text-[10px] leading-none font-semibold tabular-nums`}
          >
            {unread > 99 ? "99+" : unread}
          </span>
        ) : (
          isBusy && <span aria-hidden="true" className={`${badgeClass} top-1.5 right-1.5 size-2`} />
        )}
      </button>
      <activityFollower.Component />
      <panel.Component anchor={button} isOpen={isOpen} />
    </>
  );
}
