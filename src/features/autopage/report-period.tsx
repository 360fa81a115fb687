import { useId, useState } from "react";
import { periodOptions } from "#kit/auto-page.ts";
import { addDays, type PeriodLength, periodLengths, today } from "#kit/day.ts";
import { DateInput, isDay } from "#ui/date-input.tsx";
import { LabelledCheckbox } from "#ui/labelled-checkbox.tsx";
import { useLocale, useText } from "#ui/locale.ts";

const texts = {
  period: { zh: "时间范围", en: "Period" },
  from: { zh: "开始日期", en: "From" },
  to: { zh: "结束日期", en: "To" },
  compare: { zh: "与上期对比", en: "Compare with the period before" },
};

/** The period of a report: the last days, or the days from `start` to `end`. */
export type ReportPeriod = {
  days?: PeriodLength;
  start?: string;
  end?: string;
  isCompared: boolean;
};

/** Reads the period from an address; what is missing or wrong follows `defaultDays`. */
export function readPeriod(query: URLSearchParams, defaultDays: string): ReportPeriod {
  const isCompared = query.get("compare") === "1";
  const [start, end] = [query.get("start") ?? "", query.get("end") ?? ""];
  if (isDay(start) && isDay(end) && start <= end) return { start, end, isCompared };
  const days = periodLengths.find((length) => length === (query.get("days") ?? defaultDays)) ?? "30";
  return { days, isCompared };
}

/** The inverse of `readPeriod`; other parameters are kept. */
export function writePeriod(query: URLSearchParams, { days, start, end, isCompared }: ReportPeriod): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const name of ["days", "start", "end", "compare"]) next.delete(name);
  if (days !== undefined) next.set("days", days);
  if (start !== undefined && end !== undefined) {
    next.set("start", start);
    next.set("end", end);
  }
  if (isCompared) next.set("compare", "1");
  return next;
}

/** The first and the last day of a period. */
export function daysOf({ days = "30", start, end }: ReportPeriod): { from: string; to: string } {
  if (start !== undefined && end !== undefined) return { from: start, to: end };
  const to = today();
  return { from: addDays(to, 1 - Number(days)), to };
}

/** The period of a report: shortcuts, two days, and the comparison with the period before. */
export function PeriodControls({
  period,
  onPeriod,
}: {
  period: ReportPeriod;
  onPeriod: (period: ReportPeriod) => void;
}) {
  const t = useText();
  const locale = useLocale();
  const id = useId();
  const { isCompared } = period;
  const chosen = daysOf(period);
  /** What was typed but is no period yet. */
  const [typed, setTyped] = useState<{ from: string; to: string }>();
  const { from, to } = typed ?? chosen;
  function change(next: { from: string; to: string }): void {
    const isPeriod = isDay(next.from) && isDay(next.to) && next.from <= next.to;
    setTyped(isPeriod ? undefined : next);
    if (isPeriod) onPeriod({ start: next.from, end: next.to, isCompared });
  }
  const dateProps = {
    hasTime: false,
    locale,
    disabled: false,
    describedBy: undefined,
    onBlur: () => undefined,
  };
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 print:hidden">
      <div
        role="group"
        aria-label={t(texts.period)}
        className="flex max-w-full overflow-x-auto rounded-sm border border-line-2 bg-sheet p-0.5"
      >
        {periodOptions.map(({ key, name }) => (
          <button
            key={key}
            type="button"
            aria-pressed={key === period.days}
            className="min-h-8 shrink-0 rounded-xs px-3 text-sm text-ink-2 hover:text-ink aria-pressed:bg-paper-3 aria-pressed:font-medium aria-pressed:text-ink pointer-coarse:min-h-11"
            onClick={() => {
              setTyped(undefined);
              onPeriod({ days: key, isCompared });
            }}
          >
            {t(name)}
          </button>
        ))}
      </div>
      <span className="period-days flex items-center gap-2">
        <DateInput
          {...dateProps}
          id={`${id}-from`}
          label={t(texts.from)}
          value={from}
          invalid={!isDay(from) || from > to}
          onChange={(next) => change({ from: next, to })}
        />
        <span aria-hidden="true" className="text-ink-3">
          –
        </span>
        <DateInput
          {...dateProps}
          id={`${id}-to`}
          label={t(texts.to)}
          value={to}
          invalid={!isDay(to) || from > to}
          onChange={(next) => change({ from, to: next })}
        />
      </span>
      <LabelledCheckbox
        disabled={false}
        checked={isCompared}
        onChange={(isNowCompared) => onPeriod({ ...period, isCompared: isNowCompared })}
      >
        {t(texts.compare)}
      </LabelledCheckbox>
    </div>
  );
}
