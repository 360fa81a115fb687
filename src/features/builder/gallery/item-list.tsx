import { marketStates } from "#kit/market.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { Pagination } from "#ui/pagination.tsx";
import { QueryContent } from "#ui/query-content.tsx";
import { StatusTag } from "#ui/status-tag.tsx";
import { useSettled } from "#ui/use-settled.ts";
import type { Filter } from "./filters.tsx";
import { type MarketEntry, useMarketPage, useTemplates } from "./market-items.ts";
import { SourceCard } from "./source-card.tsx";
import { type Source, useMarketSource, useTemplateSource } from "./source.ts";

const texts = {
  items: { zh: "市场项目", en: "Market items" },
  pages: { zh: "模板页面", en: "Template pages" },
  none: { zh: "市场里还没有内容", en: "The market is still empty" },
  noneText: {
    zh: "在页面上选择组件，用“提供到市场”分享给其他空间。",
    en: "Select components on a page and offer them to the market to share them with other spaces.",
  },
  noMatches: { zh: "没有匹配的项目", en: "No matching items" },
  noMatchesText: { zh: "换一个词，或清除筛选条件。", en: "Try another word, or clear the filters." },
};

/** Where a list stands: its filter and its page. */
export type ListPlace = { filter: Filter; pageIndex: number; pageSize: number };
const pageSizes = [12, 24, 48] as const;
export const firstPlace: ListPlace = {
  filter: { kind: "", classId: "", keyword: "", isOwn: false },
  pageIndex: 1,
  pageSize: pageSizes[0],
};

/** A source that was opened; `entry`: its item of the market. */
export type Opened = { source: Source; entry?: MarketEntry };
type ListProps = { place: ListPlace; onPlace: (place: ListPlace) => void; onOpen: (opened: Opened) => void };

const isFiltered = ({ kind, classId, keyword, isOwn }: Filter) =>
  kind !== "" || classId !== "" || keyword.trim() !== "" || isOwn;

function NoItems({ filter }: { filter: Filter }) {
  const t = useText();
  const isNarrow = isFiltered(filter);
  return (
    <EmptyState
      title={t(isNarrow ? texts.noMatches : texts.none)}
      text={t(isNarrow ? texts.noMatchesText : texts.noneText)}
    />
  );
}

/** The items of the market that this space sees, page by page. */
export function ItemList({ place, onPlace, onOpen }: ListProps) {
  const locale = useLocale();
  const t = useText();
  const sourceOf = useMarketSource();
  const { filter, pageIndex, pageSize } = place;
  const keyword = useSettled(filter.keyword.trim());
  const query = useMarketPage({ ...filter, keyword }, { pageIndex, pageSize });
  return (
    <div className="gallery-list" aria-busy={query.isPlaceholderData}>
      <QueryContent query={query} height="h-[40dvh]">
        {({ rows, total }) =>
          rows.length === 0 ? (
            <NoItems filter={filter} />
          ) : (
            <>
              <ul aria-label={t(texts.items)} className="gallery-cards">
                {rows.map((entry) => {
                  const source = sourceOf(entry);
                  const { name, ...style } = marketStates[entry.state];
                  return (
                    <SourceCard
                      key={source.key.join(" ")}
                      source={source}
                      image={entry.image}
                      onOpen={() => onOpen({ source, entry })}
                    >
                      {entry.isOwn && (
                        <p className="text-xs">
                          <StatusTag color={"color" in style ? style.color : "ochre"}>{t(name)}</StatusTag>
                        </p>
                      )}
                    </SourceCard>
                  );
                })}
              </ul>
              {total > pageSizes[0] && (
                <div className="pt-4">
                  <Pagination
                    locale={locale}
                    pageIndex={pageIndex}
                    pageSize={pageSize}
                    pageSizes={pageSizes}
                    total={total}
                    isCapped={false}
                    hasNext={pageIndex * pageSize < total}
                    onPage={(step) => onPlace({ ...place, pageIndex: pageIndex + (step === "next" ? 1 : -1) })}
                    onPageSize={(size) => onPlace({ ...place, pageIndex: 1, pageSize: size })}
                    onSeen={() => undefined}
                  />
                </div>
              )}
            </>
          )
        }
      </QueryContent>
    </div>
  );
}

/** The pages of the templates of sites, which are of the class with the key of their template. */
export function TemplateList({ place: { filter }, onOpen }: ListProps) {
  const t = useText();
  const sourceOf = useTemplateSource();
  const query = useTemplates();
  const words = filter.keyword.trim().toLowerCase();
  return (
    <div className="gallery-list">
      <QueryContent query={query} height="h-[40dvh]">
        {({ rows }) => {
          const pages = rows
            .filter(({ sign }) => filter.classId === "" || sign === filter.classId)
            .flatMap((template) => template.pages.map((page) => ({ template, ...page })))
            .filter(({ template, title }) =>
              `${template.name} ${template.intro} ${title}`.toLowerCase().includes(words),
            );
          if (pages.length === 0) return <NoItems filter={filter} />;
          return (
            <ul aria-label={t(texts.pages)} className="gallery-cards">
              {pages.map((page) => {
                const source = sourceOf(page);
                return (
                  <SourceCard key={source.key.join(" ")} source={source} image="" onOpen={() => onOpen({ source })} />
                );
              })}
            </ul>
          );
        }}
      </QueryContent>
    </div>
  );
}
