import { ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect, useRef } from "react";
import { totalText } from "#kit/total.ts";
import { formatText, type Locale } from "#kit/text.ts";
import { Button } from "./button.tsx";
import { useWasVisible } from "./was-visible.ts";
import { Select } from "./select.tsx";

const texts = {
  total: { zh: "共 {n} 条", en: "{n} total" },
  page: { zh: "第 {n} 页", en: "Page {n}" },
  of: { zh: "，共 {n} 页", en: " of {n}" },
  size: { zh: "每页条数", en: "Rows per page" },
  perPage: { zh: "{n} 条/页", en: "{n} per page" },
  previous: { zh: "上一页", en: "Previous page" },
  next: { zh: "下一页", en: "Next page" },
  pages: { zh: "分页", en: "Pagination" },
};

type PaginationProps = {
  locale: Locale;
  pageIndex: number;
  pageSize: number;
  pageSizes: readonly number[];
  total: number;
  /** True: the rows were not all counted; there are at least `total - 1`. */
  isCapped: boolean;
  hasNext: boolean;
  onPage: (step: "previous" | "next") => void;
  onPageSize: (size: number) => void;
  /** Called when the total becomes visible. */
  onSeen: () => void;
};

/** The total, the current page, and links to other pages. */
export function Pagination({
  locale,
  pageIndex,
  pageSize,
  pageSizes,
  total,
  isCapped,
  hasNext,
  onPage,
  onPageSize,
  onSeen,
}: PaginationProps) {
  const count = totalText({ total, isCapped });
  const nav = useRef<HTMLElement>(null);
  const isSeen = useWasVisible(nav);
  useEffect(() => {
    if (isSeen) onSeen();
  }, [isSeen, onSeen]);
  const pages = Math.max(1, Math.ceil(total / pageSize));
  return (
    <nav
      ref={nav}
      aria-label={texts.pages[locale]}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-ink-2 tabular-nums"
    >
      <span className="mr-auto">{formatText(texts.total, { n: count })[locale]}</span>
      <Select
        label={texts.size[locale]}
        className="w-auto! min-w-28"
        value={String(pageSize)}
        options={pageSizes.map((size) => ({ key: String(size), name: formatText(texts.perPage, { n: size })[locale] }))}
        onChange={(size) => size !== null && onPageSize(Number(size))}
      />
      <span className="flex items-center gap-1 max-sm:ml-auto">
        <Button
          size="icon"
          aria-label={texts.previous[locale]}
          disabled={pageIndex <= 1}
          onClick={() => onPage("previous")}
        >
          <ChevronLeft size={16} strokeWidth={1.5} />
        </Button>
        <span className="px-2 whitespace-nowrap" aria-live="polite">
          {formatText(texts.page, { n: pageIndex })[locale]}
          {!isCapped && formatText(texts.of, { n: pages })[locale]}
        </span>
        <Button size="icon" aria-label={texts.next[locale]} disabled={!hasNext} onClick={() => onPage("next")}>
          <ChevronRight size={16} strokeWidth={1.5} />
        </Button>
      </span>
    </nav>
  );
}
