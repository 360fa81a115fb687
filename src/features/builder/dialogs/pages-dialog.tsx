import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { isSystemPath } from "#kit/page-path.ts";
import { inLocale, type Locale } from "#kit/text.ts";
import { useUrlFor } from "#client/person.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Input } from "#ui/input.tsx";
import { QueryContent } from "#ui/query-content.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { useEditor } from "#features/builder/editor/editor.ts";
import type { PageChoice, usePages } from "#features/builder/session/pages.ts";
import { toolIcon } from "#features/builder/editor/tool.tsx";

const texts = {
  all: { zh: "管理全部页面", en: "Manage all pages" },
  search: { zh: "搜索标题或路径", en: "Search by title or path" },
  none: { zh: "没有匹配的页面", en: "No pages found" },
  main: { zh: "页面", en: "Pages" },
  system: { zh: "系统页面", en: "System pages" },
  add: { zh: "新建页面", en: "New page" },
};

/** The minimum number of pages with the same first path segment that form a group. */
const minGroupSize = 3;

type PageItem = { id: string; path: string; name: string; note: string };
type PageGroup = { key: string; name: string | undefined; items: PageItem[] };

/** The pages for the list. A page whose title is not unique is named by its path. */
function itemsOf(pages: readonly PageChoice[], locale: Locale): PageItem[] {
  const titleOf = (page: PageChoice) => inLocale(page.title, locale) ?? page.path;
  // System pages have their own group, so equal titles there do not matter.
  const nameOf = (page: PageChoice) => `${isSystemPath(page.path)} ${titleOf(page)}`;
  const pagesByName = Map.groupBy(pages, nameOf);
  return pages.map((page) => {
    const title = titleOf(page);
    const isUnique = pagesByName.get(nameOf(page))!.length === 1;
    return { id: page.id, path: page.path, name: isUnique ? title : page.path, note: isUnique ? page.path : title };
  });
}

/** Groups pages by the first segment of their paths. Pages without a group come first, system pages last. */
function groupsOf(items: readonly PageItem[]): PageGroup[] {
  const firstSegmentOf = ({ path }: PageItem) => (path.split("/").length > 2 ? `/${path.split("/")[1]}` : "");
  const itemsBySegment = Map.groupBy(items, (item) => (isSystemPath(item.path) ? "system" : firstSegmentOf(item)));
  const [main, system] = [itemsBySegment.get("") ?? [], itemsBySegment.get("system") ?? []];
  const otherGroups = [...itemsBySegment].filter(([first]) => first !== "" && first !== "system");
  const smallGroupItems = otherGroups.flatMap(([, group]) => (group.length < minGroupSize ? group : []));
  const groups = otherGroups.filter(([, group]) => group.length >= minGroupSize);
  return [
    { key: "main", name: undefined, items: [...main, ...smallGroupItems] },
    ...groups.map(([first, group]) => ({ key: first, name: first, items: group })),
    { key: "system", name: undefined, items: system },
  ].filter((group) => group.items.length > 0);
}

const matches = (searchText: string) => (item: PageItem) =>
  `${item.name} ${item.note}`.toLowerCase().includes(searchText.trim().toLowerCase());

type PageLinksProps = { items: readonly PageItem[]; current: string; onOpen: () => void };

function PageLinks({ items, current, onOpen }: PageLinksProps) {
  return (
    <ul>
      {items.map(({ id, name, note }) => (
        <li key={id}>
          <Link
            to={`/builder/${id}`}
            aria-current={id === current ? "page" : undefined}
            className="flex min-h-9 items-center gap-3 rounded-sm px-3 py-1 text-ink-2 hover:bg-paper-3 hover:text-ink aria-[current]:bg-brand-tint aria-[current]:text-ink pointer-coarse:min-h-11"
            onClick={onOpen}
          >
            <span className="min-w-0 flex-1 truncate">{name}</span>
            <span className="max-w-1/2 truncate text-xs text-ink-3">{note}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function PageGroups({
  groups,
  isSearch,
  ...linksProps
}: { groups: PageGroup[]; isSearch: boolean } & Omit<PageLinksProps, "items">) {
  const t = useText();
  const heading = "px-3 pt-3 pb-1 text-xs font-medium text-ink-3";
  return groups.map(({ key, name, items }) =>
    key === "system" && !isSearch ? (
      <details key={key}>
        <summary className={`cursor-pointer ${heading}`}>
          {t(texts.system)} · {items.length}
        </summary>
        <PageLinks items={items} {...linksProps} />
      </details>
    ) : (
      <section key={key}>
        <h3 className={heading}>{key === "system" ? t(texts.system) : (name ?? t(texts.main))}</h3>
        <PageLinks items={items} {...linksProps} />
      </section>
    ),
  );
}

type PagesDialogProps = { title: string; pages: ReturnType<typeof usePages>; onAdd: () => void; onClose: () => void };

/** The pages of the space: search, open, and add. */
export function PagesDialog({ title, pages, onAdd, onClose }: PagesDialogProps) {
  const t = useText();
  const locale = useLocale();
  const navigate = useNavigate();
  const urlForReader = useUrlFor();
  const { pageId } = useEditor();
  const [searchText, setSearchText] = useState("");
  const groups = groupsOf(itemsOf(pages.data ?? [], locale).filter(matches(searchText)));
  const isSearch = searchText.trim() !== "";
  const form = useRef<HTMLFormElement>(null);
  const searchInput = {
    get current(): HTMLElement | null {
      return form.current?.querySelector("input") ?? null;
    },
  };
  return (
    <Dialog
      isOpen
      size="wide"
      initialFocus={searchInput}
      hasClose
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => void navigate(urlForReader("/paas/page/list"))}>{t(texts.all)}</Button>
          <Button kind="primary" onClick={onAdd}>
            <Plus {...toolIcon} />
            {t(texts.add)}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        className="sticky top-0 bg-sheet pt-3 pb-2"
        onSubmit={(event) => {
          event.preventDefault();
          const firstItem = groups[0]?.items[0];
          if (!isSearch || firstItem === undefined) return;
          onClose();
          void navigate(`/builder/${firstItem.id}`);
        }}
      >
        <Input
          type="search"
          aria-label={t(texts.search)}
          placeholder={t(texts.search)}
          value={searchText}
          onChange={({ target }) => setSearchText(target.value)}
        />
      </form>
      <nav aria-label={t(texts.main)} className="min-h-[40dvh]">
        <QueryContent query={pages} height="h-[40dvh]">
          {() =>
            groups.length === 0 ? (
              <p className="px-3 py-4 text-ink-3">{t(texts.none)}</p>
            ) : (
              <PageGroups groups={groups} isSearch={isSearch} current={pageId} onOpen={onClose} />
            )
          }
        </QueryContent>
      </nav>
    </Dialog>
  );
}
