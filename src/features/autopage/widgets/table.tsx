import { pageSizes } from "#kit/auto.ts";
import { defineAutoWidget } from "#kit/auto-widget.ts";
import type { Filter } from "#kit/filter.ts";
import { lazyControl } from "#ui/lazy-control.tsx";
import { filterSetting, sourceSetting, timeSettings } from "../widget-settings.ts";

// The table engine is larger than all widgets together.
const EmbeddedTable = lazyControl(async () => (await import("../embedded-table.tsx")).EmbeddedTable, { height: 240 });

type Data = { source: string; columns: string[]; filter: Filter };

export default defineAutoWidget({
  name: "table",
  title: { zh: "表格", en: "Table" },
  icon: "layout-grid",
  settings: {
    ...sourceSetting,
    columns: { type: "tags", name: { zh: "列", en: "Columns" } },
    ...filterSetting,
    ...timeSettings,
    pageSize: {
      type: "dropdownlist",
      name: { zh: "每页条数", en: "Records per page" },
      required: true,
      value: "10",
      options: pageSizes
        .slice(0, 3)
        .map((size) => ({ key: String(size), name: { zh: String(size), en: String(size) } })),
    },
  },
  choices: { source: "entity", timeField: "timeField", columns: "columns" },
  load({ source, columns, filter, timeField, days }, reader): Data {
    return {
      source,
      columns: reader.columns(source, columns ?? []),
      filter: reader.withDays(source, reader.filter(filter), timeField ?? undefined, reader.range(days)),
    };
  },
  Show: ({ data, value: { pageSize }, locale }) => (
    <EmbeddedTable id="" {...data} pageSize={Number(pageSize)} locale={locale} />
  ),
});
