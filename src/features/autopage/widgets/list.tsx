import { Link } from "react-router";
import { defineAutoWidget, type ListedRow } from "#kit/auto-widget.ts";
import { relativeTime } from "#kit/relative-time.ts";
import { useUrlFor } from "#client/person.ts";
import { filterSetting, sourceSetting, timeSettings } from "../widget-settings.ts";

const texts = {
  none: { zh: "暂无内容", en: "Nothing here yet" },
  all: { zh: "查看全部", en: "View all" },
};

type Data = { source: string; rows: ListedRow[] };

export default defineAutoWidget({
  name: "list",
  title: { zh: "列表", en: "List" },
  icon: "list-checks",
  newSpan: 12,
  settings: {
    ...sourceSetting,
    ...filterSetting,
    ...timeSettings,
    count: { type: "number", name: { zh: "显示条数", en: "Records" }, required: true, min: 1, max: 20, value: 6 },
    isOldestFirst: { type: "switch", name: { zh: "最早的在前", en: "Oldest first" }, value: false },
  },
  choices: { source: "entity", timeField: "timeField" },
  async load({ source, filter, timeField, days, count, isOldestFirst }, reader): Promise<Data> {
    const range = reader.range(days);
    return {
      source,
      rows: await reader.rows({
        source,
        filter: reader.withDays(source, reader.filter(filter), timeField ?? undefined, range),
        limit: count,
        oldestFirst: isOldestFirst === true,
      }),
    };
  },
  Show({ data: { source, rows }, locale, isSmall }) {
    const urlFor = useUrlFor();
    if (rows.length === 0) return <p className="text-sm text-ink-2">{texts.none[locale]}</p>;
    return (
      <div className="grid gap-3">
        <ul className="border-t border-line">
          {rows.map(({ id, title, at }) => (
            <li key={id} className="border-b border-line">
              <Link
                to={urlFor(`/paas/${source}/edit?id=${id}`)}
                className={`flex items-baseline justify-between gap-4 hover:text-brand ${isSmall ? "py-1.5 text-sm" : "py-2.5"}`}
              >
                <span className="min-w-0 truncate">{title === "" ? "—" : title}</span>
                <time dateTime={at} className="shrink-0 text-xs text-ink-3">
                  {relativeTime(at, locale)}
                </time>
              </Link>
            </li>
          ))}
        </ul>
        <Link
          to={urlFor(`/paas/${source}/list`)}
          className="justify-self-start text-sm text-brand hover:underline print:hidden"
        >
          {texts.all[locale]}
        </Link>
      </div>
    );
  },
});
