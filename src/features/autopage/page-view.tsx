import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Pencil, Printer } from "lucide-react";
import { Link, Navigate, useLocation, useParams, useSearchParams } from "react-router";
import type { SearchItem } from "#kit/auto.ts";
import { autoPageViews, layoutOfWire, type AutoPageView } from "#kit/auto-page.ts";
import { dateTime } from "#kit/format.ts";
import type { Row } from "#kit/entity.ts";
import { formatText } from "#kit/text.ts";
import { queryParameter } from "#kit/url.ts";
import { call } from "#client/call.ts";
import { usePerson } from "#client/person.ts";
import { NotFound, ScreenLoading, ScreenProblem } from "#client/screen-states.tsx";
import type autoPage from "#entities/autoPage.ts";
import { FieldTypesBoundary } from "#render/field-types-boundary.tsx";
import { TableSearch } from "#render/table/table-search.tsx";
import { readTableState, withSearch, writeTableState } from "#render/table/table-state.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { usePrintTime } from "#ui/print-time.ts";
import { useTitle } from "#ui/title.ts";
import { type AutoPageOutput, PartsLayout, type WidgetSource } from "./page-parts.tsx";
import { daysOf, PeriodControls, readPeriod, type ReportPeriod, writePeriod } from "./report-period.tsx";

const texts = {
  views: { zh: "页面", en: "Pages" },
  list: { zh: "列表", en: "List" },
  index: { zh: "首页", en: "Index" },
  report: { zh: "报表", en: "Report" },
  time: { zh: "按时间", en: "Over time" },
  edit: { zh: "编辑页面", en: "Edit page" },
  print: { zh: "打印", en: "Print" },
  printed: { zh: "打印于 {time}", en: "Printed {time}" },
  empty: { zh: "页面还没有组件", en: "This page has no components yet" },
};

/** The head of a printed page: the space, the period, and the time. */
function PrintedHead({ period }: { period: ReportPeriod | undefined }) {
  const t = useText();
  const locale = useLocale();
  const { data: person } = usePerson();
  const printTime = usePrintTime();
  const days = period && daysOf(period);
  return (
    <div className="hidden text-sm print:grid print:gap-1">
      <p className="font-semibold">{person?.tenant.name[locale]}</p>
      <p>
        {[
          days && `${days.from} – ${days.to}`,
          printTime && t(formatText(texts.printed, { time: dateTime(printTime, "yyyy-MM-dd HH:mm") })),
        ]
          .filter((text) => text !== undefined)
          .join(" · ")}
      </p>
    </div>
  );
}

/** What is entered in the search form, by field, as an address has it. */
type SearchTexts = Record<string, string>;

/** Reads the values of the search form from an address; fields that the form does not have are left out. */
const readSearch = (query: URLSearchParams, filters: AutoPageOutput["filters"]): SearchTexts =>
  Object.fromEntries(
    Object.entries(readTableState(query).fields).filter(
      ([name, text]) => text !== "" && filters.some(({ prop }) => prop === name),
    ),
  );

/** How the widgets of a saved page load their data. */
function sourceOf({ type, kind }: AutoPageOutput, period: ReportPeriod | undefined, search: SearchTexts): WidgetSource {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const { isCompared = false, ...days } = period ?? {};
  const fields = Object.keys(search).length === 0 ? {} : { fields: JSON.stringify(search) };
  const input = { type, kind, timeZone, ...days, ...fields, compare: isCompared ? ("1" as const) : ("0" as const) };
  return ({ id, value }) => ({
    // A changed widget is loaded again.
    key: [input, id, value],
    load: (signal) => call("GET paas/autoPage/widget", { ...input, widget: id }, { signal }),
  });
}

/** Links between the list of an entity and the pages that are made from it. */
function EntityPages({ area, type, kind }: { area: string; type: string; kind: AutoPageView }) {
  const t = useText();
  return (
    <nav aria-label={t(texts.views)} className="flex flex-wrap gap-x-5 text-sm print:hidden">
      {(["list", ...autoPageViews] as const).map((view) => (
        <Link
          key={view}
          to={`/${area}/${type}/${view}`}
          aria-current={view === kind ? "page" : undefined}
          className="flex min-h-8 items-center text-ink-2 hover:text-ink aria-[current=page]:font-medium aria-[current=page]:text-ink pointer-coarse:min-h-11"
        >
          {t(texts[view])}
        </Link>
      ))}
    </nav>
  );
}

function Page({ page, area }: { page: AutoPageOutput; area: string }) {
  const t = useText();
  const locale = useLocale();
  const { data: person } = usePerson();
  const [query, setQuery] = useSearchParams();
  const period = page.kind !== "index" ? readPeriod(query, page.days) : undefined;
  const search = useMemo(() => readSearch(query, page.filters), [query, page.filters]);
  const items = page.filters as SearchItem[];
  useTitle(page.name);
  const background = /^[a-z0-9-]+$/.test(page.setting.background) ? `var(--${page.setting.background})` : undefined;
  return (
    <div
      className={`auto-page grid grid-cols-[minmax(0,1fr)] gap-5 ${background === undefined ? "" : "filled"}`}
      style={{ background }}
    >
      <header className="grid gap-4">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <div className="grid min-w-0 gap-1">
            <h1 className="text-2xl font-semibold tracking-tight">{page.name}</h1>
            {page.intro !== "" && <p className="max-w-3xl text-sm whitespace-pre-line text-ink-2">{page.intro}</p>}
          </div>
          <span className="flex flex-wrap gap-2 print:hidden">
            {page.id !== null && person?.isAdministrator === true && (
              <Link to={`/${area}/autoPage/edit?id=${page.id}`} className="button-link">
                <Pencil size={16} strokeWidth={1.5} aria-hidden="true" />
                {t(texts.edit)}
              </Link>
            )}
            <Button onClick={() => print()}>
              <Printer size={16} strokeWidth={1.5} aria-hidden="true" />
              {t(texts.print)}
            </Button>
          </span>
        </div>
        {page.id === null && <EntityPages area={area} type={page.type} kind={page.kind} />}
        <PrintedHead period={period} />
        {period !== undefined && (
          <PeriodControls
            period={period}
            onPeriod={(next) => setQuery(writePeriod(query, next), { preventScrollReset: true, replace: true })}
          />
        )}
        {items.length > 0 && (
          <div className={Object.keys(search).length === 0 ? "print:hidden" : ""}>
            <FieldTypesBoundary fields={items.map(({ config }) => config)} fallback={<div className="h-16" />}>
              <TableSearch
                items={items}
                values={search}
                locale={locale}
                onSearch={(values) =>
                  setQuery(writeTableState(query, withSearch(readTableState(query), values)), {
                    preventScrollReset: true,
                    replace: true,
                  })
                }
              />
            </FieldTypesBoundary>
          </div>
        )}
      </header>
      {page.widgets.length === 0 ? (
        <EmptyState title={t(texts.empty)} />
      ) : (
        <PartsLayout
          layout={layoutOfWire(page.layout)}
          gutter={page.value.gutter}
          parts={page.widgets}
          source={sourceOf(page, period, search)}
        />
      )}
    </div>
  );
}

/** Redirects to the page whose row is in the address, in the same area. */
function StoredPage({ area }: { area: string }) {
  const [query] = useSearchParams();
  const id = queryParameter(query, "id");
  const rowQuery = useQuery({
    queryKey: ["auto page row", id],
    queryFn: async () =>
      (await call("GET Api/{type}/QueryById", { type: "autoPage", id: id! })) as Row<typeof autoPage>,
    enabled: id !== undefined,
  });
  const { data: row, error } = rowQuery;
  if (id === undefined) return <NotFound />;
  if (error !== null) return <ScreenProblem problem={error} onRetry={() => void rowQuery.refetch()} />;
  return row === undefined ? <ScreenLoading /> : <Navigate to={`/${area}/${row.pageType}/${row.kind}`} replace />;
}

const pageCalls: Record<AutoPageView, (type: string, signal: AbortSignal) => Promise<AutoPageOutput>> = {
  index: (type, signal) => call("GET Api/AutoPage/Index", { type }, { signal }),
  report: (type, signal) => call("GET Api/AutoPage/Report", { type }, { signal }),
  time: (type, signal) => call("GET paas/autoPage/time", { type }, { signal }),
};

function TypePage({ area, type, kind }: { area: string; type: string; kind: AutoPageView }) {
  const locale = useLocale();
  const pageQuery = useQuery({
    queryKey: ["auto page", type, kind, locale],
    queryFn: ({ signal }) => pageCalls[kind](type, signal),
  });
  const { data: page, error } = pageQuery;
  if (page === undefined && error !== null)
    return <ScreenProblem problem={error} onRetry={() => void pageQuery.refetch()} />;
  if (page === undefined) return <ScreenLoading />;
  // A new key per page, so that no state is carried over.
  return <Page key={`${type} ${kind}`} page={page} area={area} />;
}

/** The index page, the report or the records over time of the type in the address (S-056, S-057, S-059). `id` is unused: `lazyControl` requires it. */
export function PageView(_props: { id?: string }) {
  const { type } = useParams();
  const { pathname } = useLocation();
  const [, area = "paas"] = pathname.split("/");
  if (type === undefined) return <StoredPage area={area} />;
  const segment = pathname.toLowerCase().replace(/\/$/, "").split("/").at(-1);
  return <TypePage area={area} type={type} kind={autoPageViews.find((view) => view === segment) ?? "index"} />;
}
