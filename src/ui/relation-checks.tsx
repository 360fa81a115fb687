import { useEffect, useState } from "react";
import { call } from "./call.ts";
import { FailedList } from "./failed-list.tsx";
import { useSay } from "./locale.ts";
import { Skeleton } from "./skeleton.tsx";
import { TickLine } from "./tick-line.tsx";

const words = {
  none: { zh: "还没有可选的内容。", en: "There is nothing to choose yet." },
};

type RelationChecksProps = {
  id: string;
  entity: string;
  value: readonly string[];
  disabled: boolean;
  describedBy: string | undefined;
  onChange: (ids: string[]) => void;
};

/** Offers the rows of another entity by their titles, the newest hundred, to tick any of. */
export function RelationChecks({ id, entity, value, disabled, describedBy, onChange }: RelationChecksProps) {
  const say = useSay();
  const [options, setOptions] = useState<{ key: string; name: string }[] | "failed">();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    call("GET Api/Relation/GetKeyValues", { type: entity }, { signal: leaving.signal })
      .then(setOptions)
      .catch(() => leaving.signal.aborted || setOptions("failed"));
    return () => leaving.abort();
  }, [entity, tries]);
  const toggle = (key: string) => {
    const next = value.includes(key) ? value.filter((one) => one !== key) : [...value, key];
    // What is no longer there cannot be seen, and so is not kept.
    onChange(Array.isArray(options) ? next.filter((one) => options.some(({ key: known }) => known === one)) : next);
  };
  return (
    <div id={id} aria-describedby={describedBy} className="py-1.5">
      {options === undefined ? (
        <Skeleton className="h-6 w-40" />
      ) : options === "failed" ? (
        <FailedList onRetry={() => setTries(tries + 1)} />
      ) : options.length === 0 ? (
        <p className="text-sm text-ink-3">{say(words.none)}</p>
      ) : (
        <ul className="flex flex-wrap gap-x-6 gap-y-2">
          {options.map(({ key, name }) => (
            <li key={key}>
              <TickLine checked={value.includes(key)} disabled={disabled} onChange={() => toggle(key)}>
                {name}
              </TickLine>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
