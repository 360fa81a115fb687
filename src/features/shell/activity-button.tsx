import { ListChecks } from "lucide-react";
import { useRef } from "react";
import { useActivity, setActivity } from "#client/activity.ts";
import type { Person } from "#client/person.ts";
import { useLoadNow } from "#ui/dialog-later.tsx";
import { loadLater } from "#ui/load-later.ts";
import { useText } from "#ui/locale.ts";

const label = { zh: "任务", en: "Activity" };
const panel = loadLater(() => import("./activity-panel.tsx").then(({ ActivityPanel }) => ActivityPanel));

/** Opens a person's jobs, if there are any to show. */
export function ActivityButton({ person }: { person: Person }) {
  const t = useText();
  const button = useRef<HTMLButtonElement>(null);
  const { isWanted, isOpen, count } = useActivity();
  useLoadNow(panel, isOpen, () => setActivity({ isOpen: false }));
  if (!isWanted && !person.hasJobs) return null;
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={count === 0 ? t(label) : `${t(label)} (${count})`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        className="relative grid size-9 place-items-center rounded-sm text-ink-2 hover:bg-paper-3 hover:text-ink pointer-coarse:size-11"
        onClick={() => setActivity({ isWanted: true, isOpen: !isOpen })}
      >
        <ListChecks size={18} strokeWidth={1.5} aria-hidden="true" />
        {count > 0 && <span className="absolute top-1.5 right-1.5 size-2 rounded-full bg-brand" aria-hidden="true" />}
      </button>
      <panel.Component anchor={button} isOpen={isOpen} />
    </>
  );
}
