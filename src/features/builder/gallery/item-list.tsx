import { marketStates } from "#kit/market.ts";
import { formatText } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { useText } from "#ui/locale.ts";
import { QueryContent } from "#ui/query-content.tsx";
import { StatusTag } from "#ui/status-tag.tsx";
import { useSettled } from "#ui/use-settled.ts";
import type { Filter } from "./filters.tsx";
import { itemsPerPage, type MarketEntry, useMarketPage } from "./market-items.ts";
import { SourceCard } from "./source-card.tsx";
import { type Source, useMarketSource } from "./source.ts";

const texts = {
  items: { zh: "市场项目", en: "Market items" },
  paging: { zh: "分页", en: "Pagination" },
  page: { zh: "第 {n} 页，共 {pages} 页", en: "Page {n} of {pages}" },
  previous: { zh: "上一页", en: "Previous page" },
  next: { zh: "下一页", en: "Next page" },
  none: { zh: "市场里还没有内容", en: "The market is still empty" },
  noneText: {
    zh: "在页面上选择组件，用“提供到市场”分享给其他空间。",
    en: "Select components on a page and offer them to the market to share them with other spaces.",
  },
  noMatches: { zh: "没有匹配的项目", en: "No matching items" },
  noMatchesText: { zh: "换一个词，或清除筛选条件。", en: "Try another word, or clear the filters." },
};

/** Where a list stands: its filter and its page. */
export type ListPlace = { filter: Filter; pageIndex: number };
export const firstPlace: ListPlace = {
  filter: { kind: "", classId: "", keyword: "", isOwn: false },
  pageIndex: 1,
};

/** A source that was opened, with its item of the market. */
export type Opened = { source: Source; entry: MarketEntry };
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

/** The buttons for the pages of the list; none if there is one page. */
function Paging({ place, total, onPlace }: Pick<ListProps, "place" | "onPlace"> & { total: number }) {
  const t = useText();
  const { pageIndex } = place;
  const pages = Math.ceil(total / itemsPerPage);
  if (pages <= 1) return null;
  const goTo = (index: number) => onPlace({ ...place, pageIndex: index });
  return (
    <nav aria-label={t(texts.paging)} className="flex flex-wrap items-center justify-end gap-3 pt-4 text-sm">
      <span aria-live="polite">{t(formatText(texts.page, { n: pageIndex, pages }))}</span>
      <Button disabled={pageIndex <= 1} onClick={() => goTo(pageIndex - 1)}>
        {t(texts.previous)}
      </Button>
      <Button disabled={pageIndex >= pages} onClick={() => goTo(pageIndex + 1)}>
        {t(texts.next)}
      </Button>
    </nav>
  );
}

/** The items of the market that this space sees, page by page. */
export function ItemList({ place, onPlace, onOpen }: ListProps) {
  const t = useText();
  const sourceOf = useMarketSource();
  const { filter, pageIndex } = place;
  const keyword = useSettled(filter.keyword.trim());
  const query = useMarketPage({ ...filter, keyword }, pageIndex);
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
              <Paging place={place} total={total} onPlace={onPlace} />
            </>
          )
        }
      </QueryContent>
    </div>
  );
}
