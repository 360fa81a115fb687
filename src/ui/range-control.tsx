import type { ReactNode } from "react";
import type { Locale } from "#kit/text.ts";

const texts = { from: { zh: "起", en: "From" }, to: { zh: "止", en: "To" } };

export type Ends<T> = [from: T | null, to: T | null];
/** One end of a range: a control with its own label. */
export type EndProps<T> = { id: string; label: string; value: T | null; onChange: (value: T | null) => void };

type RangeControlProps<T> = {
  id: string;
  value: Ends<T> | null;
  locale: Locale;
  /** Called with null when both ends are open. */
  onChange: (value: Ends<T> | null) => void;
  renderEnd: (end: EndProps<T>, side: "from" | "to") => ReactNode;
};

/** The two ends of a range side by side, or stacked where space is short. */
export function RangeControl<T>({ id, value, locale, onChange, renderEnd }: RangeControlProps<T>) {
  const [from, to] = value ?? [null, null];
  const change = (ends: Ends<T>) => onChange(ends.every((end) => end === null) ? null : ends);
  return (
    <span className="flex flex-wrap items-center gap-2 [&>.relative]:flex-[1_1_128px]">
      {renderEnd({ id, label: texts.from[locale], value: from, onChange: (next) => change([next, to]) }, "from")}
      <span aria-hidden="true" className="text-ink-3">
        –
      </span>
      {renderEnd(
        { id: `${id}-to`, label: texts.to[locale], value: to, onChange: (next) => change([from, next]) },
        "to",
      )}
    </span>
  );
}

/** The ends of a range, read-only. */
export function RangeText({ ends }: { ends: readonly ReactNode[] }) {
  return (
    <span className="whitespace-nowrap tabular-nums">
      {ends[0]} – {ends[1]}
    </span>
  );
}
