import { ArrowDown, ArrowUp, Minus } from "lucide-react";
import { Link } from "react-router";
import { defineAutoWidget } from "#kit/auto-widget.ts";
import { formatText } from "#kit/text.ts";
import { useUrlFor } from "#client/person.ts";
import { figureSettings, figureText, measureOf, sourceSetting } from "../widget-settings.ts";

const texts = {
  none: { zh: "暂无数据", en: "No data" },
  before: { zh: "上期 {value}", en: "{value} in the period before" },
  newly: { zh: "上期无数据", en: "nothing in the period before" },
  same: { zh: "与上期持平", en: "same as in the period before" },
  up: { zh: "上升 {change}", en: "Up {change}" },
  down: { zh: "下降 {change}", en: "Down {change}" },
  open: { zh: "打开{name}", en: "Open {name}" },
};

type Data = { value: number | null; before?: number | null; source: string; name: string };

function Change({ value, before, locale }: { value: number; before: number | null; locale: "zh" | "en" }) {
  const difference = value - (before ?? 0);
  const Icon = difference > 0 ? ArrowUp : difference < 0 ? ArrowDown : Minus;
  const percent = before === null || before === 0 ? undefined : Math.abs((difference / before) * 100);
  const direction = difference > 0 ? texts.up : texts.down;
  const change =
    percent === undefined ? figureText(Math.abs(difference)) : `${figureText(Math.round(percent * 10) / 10)}%`;
  const note =
    difference === 0
      ? texts.same[locale]
      : `${formatText(direction, { change })[locale]} · ${
          before === null || before === 0
            ? texts.newly[locale]
            : formatText(texts.before, { value: figureText(before) })[locale]
        }`;
  return (
    <span className="flex items-center gap-1.5 text-xs text-ink-2 tabular-nums">
      <Icon size={14} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      {note}
    </span>
  );
}

export default defineAutoWidget({
  name: "number",
  title: { zh: "指标", en: "Number" },
  icon: "trending-up",
  newSpan: 8,
  narrowSpan: 12,
  settings: {
    ...sourceSetting,
    ...figureSettings,
    unit: { type: "textbox", name: { zh: "单位", en: "Unit" }, localized: true, max: 12 },
  },
  choices: { source: "entity", field: "numberField", timeField: "timeField" },
  async load({ source, filter, timeField, days, ...measure }, reader): Promise<Data> {
    const range = reader.range(days);
    const query = {
      source,
      measure: measureOf(measure),
      filter: reader.filter(filter),
      timeField: timeField ?? undefined,
    };
    const value = await reader.total({ ...query, within: range });
    const name = reader.nameOf(source);
    if (range?.before === undefined) return { value, source, name };
    return { value, before: await reader.total({ ...query, within: range.before }), source, name };
  },
  Show({ data: { value, before, source, name }, value: { unit }, isTitled, locale, isSmall }) {
    const urlFor = useUrlFor();
    const suffix = unit?.[locale] ?? "";
    return (
      <div className="grid gap-1.5">
        {/* A number alone says nothing. The name of the link has it for screen readers. */}
        {!isTitled && (
          <span aria-hidden="true" className="text-sm text-ink-2">
            {name}
          </span>
        )}
        <Link
          to={urlFor(`/paas/${source}/list`)}
          aria-label={`${value === null ? texts.none[locale] : figureText(value)}${suffix}, ${formatText(texts.open, { name })[locale]}`}
          className={`justify-self-start font-semibold tracking-tight tabular-nums hover:text-brand ${isSmall ? "text-xl" : "text-3xl"}`}
        >
          {value === null ? "—" : figureText(value)}
          {suffix !== "" && <span className="ml-1 text-sm font-normal text-ink-2">{suffix}</span>}
        </Link>
        {value !== null && before !== undefined && <Change value={value} before={before} locale={locale} />}
      </div>
    );
  },
});
