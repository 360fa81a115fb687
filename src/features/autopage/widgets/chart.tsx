import { useMemo } from "react";
import { type ComparedRange, defineAutoWidget, type FigureGroup } from "#kit/auto-widget.ts";
import { formatText } from "#kit/text.ts";
import { Chart, type ChartColors, seriesColor } from "#ui/chart.tsx";
import { ringOption } from "#ui/ring-option.ts";
import { figureSettings, figureText, measureOf, sourceSetting } from "../widget-settings.ts";

const texts = {
  time: { zh: "时间", en: "Time" },
  group: { zh: "分组", en: "Group" },
  value: { zh: "数值", en: "Value" },
  now: { zh: "本期", en: "This period" },
  before: { zh: "上期", en: "Period before" },
  rest: { zh: "其他", en: "Others" },
  none: { zh: "暂无数据。", en: "No data yet." },
  label: { zh: "{title}：{values}", en: "{title}: {values}" },
};

/** Heights of the chart, in px. */
const heights = { normal: 260, small: 160 };
/** The days of a timeline on a page without a period. */
const defaultDays = "30";
/** The maximum number of values that the label of a chart lists. */
const maxLabelled = 12;

type Item = { name: string; value: number; color?: string; before?: number };
type Data = { items: Item[]; groupName: string | null; isCompared: boolean };

const axisStyle = (colors: ChartColors) => ({
  axisTick: { show: false },
  axisLine: { lineStyle: { color: colors("line") } },
  axisLabel: { color: colors("ink-3"), hideOverlap: true },
});

const colorOf = ({ color }: Item, index: number) => color ?? seriesColor(index);

/** The ECharts option of bars or lines along an axis. */
const axisOption =
  ({ items, isCompared, groupName }: Data, shape: "bar" | "line", names: { value: string; before: string }) =>
  (colors: ChartColors) => ({
    grid: { left: 0, right: 8, top: 12, bottom: 0, outerBoundsMode: "same", outerBoundsContain: "axisLabel" },
    tooltip: {
      trigger: "axis",
      axisPointer: {
        type: shape === "bar" ? "shadow" : "line",
        shadowStyle: { color: colors("paper-3"), opacity: 0.5 },
      },
    },
    xAxis: { type: "category", data: items.map(({ name }) => name), ...axisStyle(colors) },
    yAxis: {
      type: "value",
      // No fractions between numbers of records.
      ...(items.every(({ value, before = 0 }) => Number.isInteger(value) && Number.isInteger(before))
        ? { minInterval: 1 }
        : {}),
      splitLine: { lineStyle: { color: colors("line") } },
      axisLabel: { color: colors("ink-3") },
    },
    series: [
      {
        type: shape,
        name: names.value,
        barMaxWidth: 28,
        showSymbol: items.length === 1,
        itemStyle: { color: colors("malachite") },
        lineStyle: { color: colors("malachite"), width: 2 },
        data: items.map((item, index) =>
          groupName === null || shape === "line"
            ? item.value
            : { value: item.value, itemStyle: { color: colors(item.color ?? colorOf(item, index)) } },
        ),
      },
      ...(isCompared
        ? [
            {
              type: shape,
              name: names.before,
              barMaxWidth: 28,
              showSymbol: false,
              itemStyle: { color: colors("line-2") },
              lineStyle: { color: colors("ink-3"), width: 1.5, type: "dashed" },
              data: items.map(({ before = 0 }) => before),
            },
          ]
        : []),
    ],
  });

const ringParts = ({ items }: Data) =>
  items.map((item, index) => ({ name: item.name, value: item.value, token: colorOf(item, index) }));

/** The values of the period before, part by part. */
const withBefore = (items: Item[], before: readonly { value: number }[]): Item[] =>
  items.map((item, index) => ({ ...item, before: before[index]?.value ?? 0 }));

const isShort = (range: ComparedRange) => range.from.slice(0, 4) === range.to.slice(0, 4);

export default defineAutoWidget({
  name: "chart",
  title: { zh: "图表", en: "Chart" },
  icon: "chart-column",
  newSpan: 12,
  hasTitle: true,
  settings: {
    ...sourceSetting,
    shape: {
      type: "dropdownlist",
      name: { zh: "图形", en: "Shape" },
      required: true,
      value: "bar",
      options: [
        { key: "bar", name: { zh: "柱状图", en: "Bars" } },
        { key: "line", name: { zh: "折线图", en: "Line" } },
        { key: "ring", name: { zh: "环形图", en: "Ring" } },
      ],
    },
    by: {
      type: "dropdownlist",
      name: { zh: "横轴", en: "Along" },
      required: true,
      value: "time",
      options: [
        { key: "time", name: { zh: "时间", en: "Time" } },
        { key: "field", name: { zh: "字段", en: "A field" } },
      ],
    },
    groupBy: { type: "textbox", name: { zh: "分组字段", en: "Group by" }, required: true, max: 60, if: "by=field" },
    top: {
      type: "number",
      name: { zh: "最多分组", en: "Largest groups" },
      required: true,
      min: 2,
      max: 30,
      value: 8,
      if: "by=field",
    },
    ...figureSettings,
  },
  choices: { source: "entity", field: "numberField", timeField: "timeField", groupBy: "groupField" },
  async load({ source, by, groupBy, top, filter, timeField, days, ...measure }, reader): Promise<Data> {
    const query = {
      source,
      measure: measureOf(measure),
      filter: reader.filter(filter),
      timeField: timeField ?? undefined,
    };
    if (by === "time") {
      const range = reader.range(days ?? defaultDays)!;
      const steps = await reader.timeline({ ...query, within: range });
      const items = steps.map(({ from, value }) => ({ name: isShort(range) ? from.slice(5) : from, value }));
      if (range.before === undefined) return { items, groupName: null, isCompared: false };
      const before = await reader.timeline({ ...query, within: range.before });
      return { items: withBefore(items, before), groupName: null, isCompared: true };
    }
    const range = reader.range(days);
    const { groups, rest } = await reader.groups({ ...query, within: range, groupBy, limit: top });
    const items: Item[] = groups.map(({ name, value, color }: FigureGroup) => ({
      name,
      value,
      ...(color === undefined ? {} : { color }),
    }));
    const others = rest > 0 ? [{ name: texts.rest[reader.locale], value: rest, color: "line-2" }] : [];
    return { items: [...items, ...others], groupName: reader.fieldName(source, groupBy), isCompared: false };
  },
  Show({ data, value: { shape }, title, locale, isSmall, level }) {
    const { items, groupName, isCompared } = data;
    const Heading = `h${level}` as const;
    const names = useMemo(() => ({ value: texts.value[locale], before: texts.before[locale] }), [locale]);
    const option = useMemo(
      () =>
        shape === "ring" ? ringOption(ringParts(data)) : axisOption(data, shape === "line" ? "line" : "bar", names),
      [data, shape, names],
    );
    if (items.every(({ value, before = 0 }) => value === 0 && before === 0))
      return (
        <section className="grid gap-3">
          <Heading className="text-sm text-ink-2">{title}</Heading>
          <p className="text-sm text-ink-2">{texts.none[locale]}</p>
        </section>
      );
    const listed = items.filter(({ value }) => value !== 0).slice(0, maxLabelled);
    const values = listed.map(({ name, value }) => `${name} ${figureText(value)}`).join(", ");
    return (
      <Chart
        isFramed
        level={level}
        title={title}
        label={formatText(texts.label, { title, values })[locale]}
        height={heights[isSmall ? "small" : "normal"]}
        option={option}
        table={{
          columns: [
            groupName ?? texts.time[locale],
            texts.value[locale],
            ...(isCompared ? [texts.before[locale]] : []),
          ],
          rows: items.map(({ name, value, before = 0 }) => [
            name,
            figureText(value),
            ...(isCompared ? [figureText(before)] : []),
          ]),
        }}
      >
        {isCompared && (
          <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-2">
            {[
              { name: texts.now[locale], token: "malachite" },
              { name: texts.before[locale], token: "ink-3" },
            ].map(({ name, token }) => (
              <li key={token} className="flex items-center gap-1.5">
                <span aria-hidden="true" className="chart-key" style={{ background: `var(--${token})` }} />
                {name}
              </li>
            ))}
          </ul>
        )}
        {shape === "ring" && (
          <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-2">
            {items.map((item, index) => (
              <li key={item.name} className="flex items-center gap-1.5">
                <span
                  aria-hidden="true"
                  className="size-2.5 rounded-full"
                  style={{ background: `var(--${colorOf(item, index)})` }}
                />
                {item.name} <span className="text-ink tabular-nums">{figureText(item.value)}</span>
              </li>
            ))}
          </ul>
        )}
      </Chart>
    );
  },
});
