import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useSearchParams } from "react-router";
import type { CallInput, CallOutput } from "#kit/call.ts";
import { formatText } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { Chart, type ChartColors, seriesColor } from "#ui/chart.tsx";
import { QueryContent } from "#ui/query-content.tsx";
import { ringOption } from "#ui/ring-option.ts";
import { useLocale, useText } from "#ui/locale.ts";

const texts = {
  title: { zh: "数据概览", en: "Overview" },
  period: { zh: "时间范围", en: "Period" },
  days: { zh: "近 {n} 天", en: "{n} {n|day|days}" },
  added: { zh: "新增数据", en: "New records" },
  addedLabel: {
    zh: "近 {n} 天每天新增的数据，共 {total} 条",
    en: "New records per day in the last {n} {n|day|days}, {total} in total",
  },
  none: { zh: "近 {n} 天没有新增数据。", en: "No new records in the last {n} {n|day|days}." },
  capped: { zh: "数据较多，较早的日期可能统计不全。", en: "There are many records: earlier days may be incomplete." },
  day: { zh: "日期", en: "Day" },
  byState: { zh: "{name}状态", en: "{name} by status" },
  state: { zh: "状态", en: "Status" },
  count: { zh: "数量", en: "Count" },
  empty: { zh: "暂无数据。", en: "No records yet." },
};

type Figures = CallOutput<"GET paas/figures">;
type Days = NonNullable<CallInput<"GET paas/figures">["days"]>;
const periods: readonly Days[] = ["7", "30", "90"];
/** Heights of the charts, in px. */
const additionsHeight = 240;
const statesHeight = 180;

/** A count as text. A capped count ends in a plus: there are at least as many as the number before it. */
const countText = ({ count, isCapped }: { count: number; isCapped: boolean }) =>
  isCapped ? `${(count - 1).toLocaleString("en")}+` : count.toLocaleString("en");

function Legend({ items }: { items: readonly { name: string; token: string; count: string }[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-2">
      {items.map(({ name, token, count }) => (
        <li key={name} className="flex items-center gap-1.5">
          <span aria-hidden="true" className="size-2.5 rounded-full" style={{ background: `var(--${token})` }} />
          {name} <span className="text-ink tabular-nums">{count}</span>
        </li>
      ))}
    </ul>
  );
}

/** The ECharts option of the bar chart: records added per day, stacked by entity. */
const additionsOption =
  ({ days, additions }: Pick<Figures, "days" | "additions">) =>
  (colors: ChartColors) => ({
    grid: { left: 0, right: 8, top: 12, bottom: 0, outerBoundsMode: "same", outerBoundsContain: "axisLabel" },
    tooltip: {
      trigger: "axis",
      axisPointer: { type: "shadow", shadowStyle: { color: colors("paper-3"), opacity: 0.5 } },
    },
    xAxis: {
      type: "category",
      data: days.map((day) => day.slice(5)),
      axisTick: { show: false },
      axisLine: { lineStyle: { color: colors("line") } },
      axisLabel: { color: colors("ink-3"), hideOverlap: true },
    },
    yAxis: {
      type: "value",
      minInterval: 1,
      splitLine: { lineStyle: { color: colors("line") } },
      axisLabel: { color: colors("ink-3") },
    },
    series: additions.map(({ name, counts }, index) => ({
      type: "bar",
      name,
      stack: "all",
      barMaxWidth: 24,
      itemStyle: { color: colors(seriesColor(index)) },
      data: counts,
    })),
  });

function Additions({ figures: { days, additions } }: { figures: Figures }) {
  const t = useText();
  const option = useMemo(() => additionsOption({ days, additions }), [days, additions]);
  const total = additions.reduce((sum, addition) => sum + addition.total, 0);
  const label = t(formatText(texts.addedLabel, { n: days.length, total: total.toLocaleString("en") }));
  if (additions.length === 0)
    return (
      <section className="grid content-start gap-3 border border-line bg-sheet p-5">
        <h3 className="text-sm text-ink-2">{t(texts.added)}</h3>
        <p className="text-sm text-ink-2">{t(formatText(texts.none, { n: days.length }))}</p>
      </section>
    );
  return (
    <Chart
      title={t(texts.added)}
      label={label}
      height={additionsHeight}
      option={option}
      table={{
        columns: [t(texts.day), ...additions.map(({ name }) => name)],
        // Newest day first.
        rows: days.map((day, index) => [day, ...additions.map(({ counts }) => String(counts[index]))]).toReversed(),
      }}
    >
      <Legend
        items={additions.map(({ name, total: count }, index) => ({
          name,
          token: seriesColor(index),
          count: count.toLocaleString("en"),
        }))}
      />
      {additions.some(({ isCapped }) => isCapped) && <p className="text-xs text-ink-3">{t(texts.capped)}</p>}
    </Chart>
  );
}

type EntityStates = Figures["states"][number];

function States({ states }: { states: EntityStates }) {
  const t = useText();
  const { name, parts } = states;
  const option = useMemo(
    () => ringOption(parts.map(({ count, color, ...part }) => ({ ...part, value: count, token: color }))),
    [parts],
  );
  const title = t(formatText(texts.byState, { name }));
  if (parts.every(({ count }) => count === 0))
    return (
      <section className="grid content-start gap-3 border border-line bg-sheet p-5">
        <h3 className="text-sm text-ink-2">{title}</h3>
        <p className="text-sm text-ink-2">{t(texts.empty)}</p>
      </section>
    );
  return (
    <Chart
      title={title}
      label={`${title}: ${parts.map((part) => `${part.name} ${countText(part)}`).join(", ")}`}
      height={statesHeight}
      option={option}
      table={{
        columns: [t(texts.state), t(texts.count)],
        rows: parts.map((part) => [part.name, countText(part)]),
      }}
    >
      <Legend items={parts.map((part) => ({ name: part.name, token: part.color, count: countText(part) }))} />
    </Chart>
  );
}

/** The period in the URL, and a function that changes it. */
function usePeriod(): [Days, (days: Days) => void] {
  const [query, setQuery] = useSearchParams();
  const days = periods.find((period) => period === query.get("days")) ?? "30";
  return [days, (next) => setQuery({ ...Object.fromEntries(query), days: next }, { replace: true })];
}

/** The figures of the space, counted over the records that the reader can read. */
export function FiguresSection() {
  const t = useText();
  const [days, setDays] = usePeriod();
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const locale = useLocale();
  const query = useQuery({
    // Below "table", so that a change of any list reloads the figures too.
    queryKey: ["table", "figures", days, locale],
    queryFn: ({ signal }) => call("GET paas/figures", { days, timeZone }, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <section aria-labelledby="figures" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="figures" className="font-semibold">
          {t(texts.title)}
        </h2>
        <div role="group" aria-label={t(texts.period)} className="flex rounded-sm border border-line-2 bg-sheet p-0.5">
          {periods.map((period) => (
            <button
              key={period}
              type="button"
              aria-pressed={period === days}
              className="min-h-8 rounded-xs px-3 text-sm text-ink-2 hover:text-ink aria-pressed:bg-paper-3 aria-pressed:font-medium aria-pressed:text-ink pointer-coarse:min-h-11"
              onClick={() => setDays(period)}
            >
              {t(formatText(texts.days, { n: period }))}
            </button>
          ))}
        </div>
      </div>
      <QueryContent query={query} height="h-72">
        {(figures) => (
          <div className="grid gap-4">
            <Additions figures={figures} />
            <div className="grid gap-4 sm:grid-cols-2">
              {figures.states.map((states) => (
                <States key={states.type} states={states} />
              ))}
            </div>
          </div>
        )}
      </QueryContent>
    </section>
  );
}
