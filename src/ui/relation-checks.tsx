import { useEffect, useState } from "react";
import { call } from "./call.ts";
import { Checkbox } from "./checkbox.tsx";
import { useSay } from "./locale.ts";
import { Skeleton } from "./skeleton.tsx";

const words = {
  none: { zh: "还没有可选的内容。", en: "There is nothing to choose yet." },
  failed: { zh: "获取失败", en: "Could not get the list" },
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
  useEffect(() => {
    const leaving = new AbortController();
    call("GET Api/Relation/GetKeyValues", { type: entity }, { signal: leaving.signal })
      .then(setOptions)
      .catch(() => leaving.signal.aborted || setOptions("failed"));
    return () => leaving.abort();
  }, [entity]);
  const toggle = (key: string) => onChange(value.includes(key) ? value.filter((one) => one !== key) : [...value, key]);
  return (
    <div id={id} aria-describedby={describedBy} className="py-1.5">
      {options === undefined ? (
        <Skeleton className="h-6 w-40" />
      ) : options === "failed" || options.length === 0 ? (
        <p className="text-sm text-ink-3">{say(options === "failed" ? words.failed : words.none)}</p>
      ) : (
        <ul className="flex flex-wrap gap-x-6 gap-y-2">
          {options.map(({ key, name }) => (
            <li key={key} className="flex min-h-6 items-center gap-2">
              <Checkbox
                label={name}
                checked={value.includes(key)}
                disabled={disabled}
                onCheckedChange={() => toggle(key)}
              />
              <span aria-hidden="true">{name}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
