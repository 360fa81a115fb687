import type { UserPrincipal } from "#kit/access.ts";
import type { AutoWidgetReader, DayRange, FigureGroup, FigureQuery } from "#kit/auto-widget.ts";
import type { CallContext } from "#kit/call.ts";
import { addDays } from "#kit/day.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import type { FieldConfig } from "#kit/field.ts";
import type { Filter } from "#kit/filter.ts";
import { Problem } from "#kit/problem.ts";
import type { Locale } from "#kit/text.ts";
import { columnChoices } from "#records/describe/columns.server.ts";
import { titleOf, titlesFor } from "#records/describe/titles.server.ts";
import { aggregateRows, timeStorageOf, type TimeSpan } from "#records/query/aggregate.server.ts";
import { readRows } from "#records/query/list.server.ts";
import { relatedRowsFor } from "#records/query/related.server.ts";
import { parseFilterInput } from "#records/query/row-input.server.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import { guard } from "#records/registry/guard.server.ts";
import { viewOf } from "#records/registry/view.server.ts";
import { lastDays, startOf, stepsOf, withBefore } from "./period.server.ts";

/** The maximum length of a condition in the settings of a widget. */
const maxFilterCharacters = 4000;

const texts = {
  none: { zh: "未填写", en: "None" },
  yes: { zh: "是", en: "Yes" },
  no: { zh: "否", en: "No" },
  gone: { zh: "已删除或无权查看", en: "Not available" },
  long: { zh: "筛选条件过长", en: "The filter is too long" },
};

export type ReaderOptions = {
  /** The period of a report; undefined for an index page. */
  period: DayRange | undefined;
  /** What the reader has entered in the search form of the page, for the records of one type. */
  search?: { source: string; filter: Filter } | undefined;
  isCompared: boolean;
  timeZone: string;
};

type Context = Pick<CallContext<UserPrincipal>, "principal" | "entities" | "locale" | "services">;

/** The name and colour of one value of a choice or a yes-or-no field. */
function describeKey(field: FieldConfig | undefined, key: string, locale: Locale): { name: string; color?: string } {
  const choice =
    field === undefined
      ? undefined
      : fieldTypeOf(field)
          .choices?.(field)
          .find((item) => item.key === key);
  if (choice !== undefined)
    return { name: choice.name[locale], ...(choice.color === undefined ? {} : { color: choice.color }) };
  if (field !== undefined && fieldTypeOf(field).storage === "boolean")
    return key === "true"
      ? { name: texts.yes[locale], color: "malachite" }
      : { name: texts.no[locale], color: "ochre" };
  return { name: key };
}

/** What the widgets of an auto page can read, for one person. */
export function widgetReader(
  context: Context,
  { period, search, isCompared, timeZone }: ReaderOptions,
): AutoWidgetReader {
  const { principal, entities, locale, services } = context;
  const { database } = services;
  const startOfDay = startOf(timeZone);
  const related = relatedRowsFor(context);
  const readableEntity = (source: string): EntityDefinition => {
    const entity = entities.find(source);
    guard(principal, entity, "read");
    return entity;
  };
  const readableOf = (source: string) => viewOf(principal, readableEntity(source)).readable;

  /** The condition together with that of the search form, if this one is for the same records. */
  function withSearch(source: string, filter: Filter | undefined): Filter | undefined {
    if (search === undefined || search.source.toLowerCase() !== source.toLowerCase()) return filter;
    return { and: [search.filter, ...(filter === undefined ? [] : [filter])] };
  }

  /** The span of a range of days, in the type of the field. */
  function spanOf(source: string, timeField: string | undefined, range: DayRange): TimeSpan {
    const field = timeField ?? "createdAt";
    const isDay = timeStorageOf(readableOf(source), field) === "date";
    const moment = (day: string) => (isDay ? day : startOfDay(day));
    return { field, from: moment(range.from), to: moment(addDays(range.to, 1)) };
  }
  const queryOf = ({ source, measure, filter, within, timeField }: FigureQuery) => ({
    measure,
    filter: withSearch(source, filter),
    related,
    within: within && spanOf(source, timeField, within),
  });

  async function namesOf(source: string, groupBy: string, keys: readonly string[]): Promise<Map<string, FigureGroup>> {
    const entity = readableEntity(source);
    const field = readableOf(source).fields[groupBy];
    const isRelation = field !== undefined && fieldTypeOf(field).references !== undefined;
    const titles = isRelation
      ? await titlesFor(
          database,
          { principal, entities, locale },
          entity,
          keys.map((key) => ({ [groupBy]: key })),
        )
      : {};
    const describe = (key: string) =>
      isRelation ? { name: titles[key] ?? texts.gone[locale] } : describeKey(field, key, locale);
    return new Map(keys.map((key) => [key, { key, value: 0, ...describe(key) }]));
  }

  return {
    locale,
    range(days) {
      const range = period ?? (days ? lastDays(Number(days), timeZone) : undefined);
      if (range === undefined) return undefined;
      return period === undefined || isCompared ? withBefore(range) : range;
    },
    nameOf(source) {
      const { listName, name } = readableOf(source);
      return (listName ?? name)[locale];
    },
    fieldName: (source, field) => readableOf(source).fields[field]?.name[locale] ?? field,
    columns(source, names) {
      const readable = readableOf(source);
      const chosen = columnChoices(readable).filter((name) => names.includes(name));
      return chosen.length === 0
        ? [...readable.list.columns]
        : chosen.toSorted((a, b) => names.indexOf(a) - names.indexOf(b));
    },
    mayAdd: (source) => viewOf(principal, entities.find(source)).may.has("add"),
    async total(query) {
      const [row] = await aggregateRows(database, principal, readableEntity(query.source), queryOf(query));
      return row?.value ?? null;
    },
    async groups({ groupBy, limit, ...query }) {
      const entity = readableEntity(query.source);
      const rows = await aggregateRows(database, principal, entity, { ...queryOf(query), groupBy, limit });
      const names = await namesOf(
        query.source,
        groupBy,
        rows.flatMap(({ key }) => key ?? []),
      );
      const groups = rows.map(({ key, value }): FigureGroup => {
        const described = key === null ? { key: "", name: texts.none[locale] } : names.get(key)!;
        return { ...described, value: value ?? 0 };
      });
      const sum = groups.reduce((total, { value }) => total + value, 0);
      const isAdditive = query.measure.op === "count" || query.measure.op === "sum";
      return { groups, rest: isAdditive ? Math.max(0, (rows[0]?.of ?? 0) - sum) : 0 };
    },
    async timeline(query) {
      const steps = stepsOf(query.within);
      const isDay = timeStorageOf(readableOf(query.source), query.timeField ?? "createdAt") === "date";
      const rows = await aggregateRows(database, principal, readableEntity(query.source), {
        ...queryOf(query),
        starts: isDay ? steps : steps.map(startOfDay),
      });
      const values = new Map(rows.map(({ key, value }) => [key, value ?? 0]));
      return steps.map((from, index) => ({ from, value: values.get(String(index)) ?? 0 }));
    },
    async rows({ source, filter, limit, oldestFirst }) {
      const entity = readableEntity(source);
      const { titleField } = readableOf(source);
      const rows = await readRows(database, principal, entity, {
        filter: withSearch(source, filter) ?? { and: [] },
        related,
        sort: { field: "createdAt", direction: oldestFirst ? "asc" : "desc" },
        pageSize: limit,
        fields: [titleField],
      });
      const titles = await titlesFor(database, { principal, entities, locale }, entity, rows);
      return rows.map((row) => {
        const value = row[titleField];
        const named = typeof value === "string" ? (titles[value] ?? value) : value;
        return { id: row.id, title: titleOf(named, locale), at: row.createdAt };
      });
    },
    filter(text) {
      if (text === null || text === undefined || text.trim() === "") return undefined;
      if (text.length > maxFilterCharacters) throw new Problem("badRequest", texts.long);
      return parseFilterInput(text);
    },
    withDays(source, filter, timeField, range): Filter {
      const condition = withSearch(source, filter);
      const parts = condition === undefined ? [] : [condition];
      if (range === undefined) return { and: parts };
      const { field, from, to } = spanOf(source, timeField, range);
      const day = timeStorageOf(readableOf(source), field) === "date";
      // Lists compare with both ends included.
      const last = day ? range.to : new Date(Date.parse(to) - 1).toISOString();
      return { and: [...parts, { field, op: "gte", value: from }, { field, op: "lte", value: last }] };
    },
  };
}
