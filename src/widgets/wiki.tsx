import type { Entities, Row } from "#kit/entity.ts";
import { type Locale, textIn } from "#kit/text.ts";
import { defineWidget, type LoadContext, type RenderContext } from "#kit/widget.ts";
import { Contents, Prose } from "./parts/prose.tsx";
import { SearchForm } from "./parts/search-form.tsx";
import { wikiCss } from "./parts/wiki-css.ts";

type Page = Row<Entities["wiki"]>;
/** A page with its children. */
type Branch = { page: Page; children: Branch[] };

/** The number of wiki pages per query. */
const pagesPerQuery = 120;
/** The maximum number of wiki pages in the tree. */
const maxPages = 12 * pagesPerQuery;
/** The maximum number of search results. */
const maxResults = 30;
/** The levels of the tree below the first. Deeper pages are shown on the last level, each after its parent. */
const maxDepth = 6;

/** Reads all pages of the wiki, up to `maxPages`, without their texts. */
async function readOutline({ list, count }: LoadContext): Promise<Page[]> {
  const queryCount = Math.ceil(Math.min(maxPages, await count("wiki")) / pagesPerQuery);
  const fields = ["slug", "title", "parent", "sort"];
  const chunks = await Promise.all(
    Array.from({ length: queryCount }, (_, index) =>
      list("wiki", { sort: { field: "sort", direction: "asc" }, limit: pagesPerQuery, page: index + 1, fields }),
    ),
  );
  return chunks.flat();
}

/** The branches of all roots, in order. A page whose parent is missing, or that is its own ancestor, is in no branch. */
function treeOf(pages: readonly Page[]): Branch[] {
  const childrenOf = Map.groupBy(pages, ({ parent }) => parent);
  const branchesOf = (parent: string | null, depth: number): Branch[] =>
    (childrenOf.get(parent) ?? []).flatMap((page) => {
      const children = branchesOf(page.id, depth + 1);
      return depth < maxDepth ? [{ page, children }] : [{ page, children: [] }, ...children];
    });
  return branchesOf(null, 0);
}

/** The pages of a tree in reading order: each page before its children. */
const pagesInReadingOrder = (tree: Branch[]): Page[] =>
  tree.flatMap(({ page, children }) => [page, ...pagesInReadingOrder(children)]);

const addressOf = (page: Page) => `/wiki/${encodeURIComponent(page.slug)}`;

function Tree({ tree, currentId, locale }: { tree: Branch[]; currentId: string | undefined; locale: Locale }) {
  return (
    <ul>
      {tree.map(({ page, children }) => (
        <li key={page.id}>
          <a href={addressOf(page)} aria-current={page.id === currentId ? "page" : undefined}>
            {textIn(page.title, locale)}
          </a>
          {children.length > 0 && <Tree tree={children} currentId={currentId} locale={locale} />}
        </li>
      ))}
    </ul>
  );
}

function SearchResults({ q, pages, context }: { q: string; pages: Page[]; context: RenderContext }) {
  const { locale, t } = context;
  return (
    <div className="found">
      <h1>{t({ zh: `搜索“${q}”`, en: `Search for “${q}”` })}</h1>
      {pages.length === 0 && (
        <p className="lead">{t({ zh: "没有找到相关内容，请换个词试试。", en: "No results. Try another search." })}</p>
      )}
      <ul>
        {pages.map((page) => (
          <li key={page.id}>
            <a href={addressOf(page)}>{textIn(page.title, locale)}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The documentation: its contents, a page with the tree (`/wiki/{key}`, `/about/wiki/{key}/{id}`), or search results (`?q=`). */
const wiki = defineWidget({
  name: "wiki",
  title: { zh: "文档", en: "Documentation" },
  settings: {
    heading: { type: "textbox", name: { zh: "标题", en: "Heading" }, localized: true, required: true, max: 60 },
    lead: { type: "textarea", name: { zh: "导语", en: "Intro" }, localized: true, max: 240, rows: 2 },
  },
  example: { heading: { zh: "文档", en: "Documentation" }, lead: null },
  island: "seen",
  async load(_value, context) {
    const { list, param, locale, notFound, markdown, describe } = context;
    const pages = await readOutline(context);
    const tree = treeOf(pages);
    const treeKey = param("key");
    const key = param("id") ?? treeKey;
    if (key === undefined) {
      const q = param("q");
      describe({ canonical: "/wiki", isIndexed: q === undefined });
      if (q === undefined) return { tree };
      return { tree, q, results: await list("wiki", { find: q, limit: maxResults }) };
    }
    const orderedPages = pagesInReadingOrder(tree);
    const index = orderedPages.findIndex((page) => page.slug.toLowerCase() === key || page.id === key);
    if (index < 0) return notFound();
    const [page] = await list("wiki", { filter: { field: "id", op: "eq", value: orderedPages[index]!.id }, limit: 1 });
    if (page === undefined) return notFound();
    const ancestors: Page[] = [];
    const parentOf = (child: Page): Page | undefined => pages.find(({ id }) => id === child.parent);
    for (let parent = parentOf(page); parent !== undefined; parent = parentOf(parent)) ancestors.unshift(parent);
    // A page is found below the key of a page above it, or its own, and below no other.
    const isInTree = [...ancestors, page].some((above) => above.slug.toLowerCase() === treeKey || above.id === treeKey);
    if (treeKey !== undefined && !isInTree) return notFound();
    const text = markdown(textIn(page.text, locale));
    describe({ title: textIn(page.title, locale), description: text.summary, canonical: addressOf(page) });
    return { tree, page, ancestors, text, previous: orderedPages[index - 1], next: orderedPages[index + 1] };
  },
  Render({ value, data, context }) {
    const { locale, t, path } = context;
    const { tree, q, results, page, ancestors, text, previous, next } = data;
    return (
      <div className="section wrap">
        <aside>
          <a className="name" href="/wiki">
            {textIn(value.heading, locale)}
          </a>
          <SearchForm action="/wiki" q={q ?? ""} label={{ zh: "搜索文档", en: "Search docs" }} context={context} />
          {(page !== undefined || q !== undefined) && (
            <details className="tree">
              <summary>{t({ zh: "目录", en: "Contents" })}</summary>
              <nav aria-label={t({ zh: "文档目录", en: "Documentation contents" })}>
                <Tree tree={tree} currentId={page?.id} locale={locale} />
              </nav>
            </details>
          )}
        </aside>
        {q !== undefined && results !== undefined && <SearchResults q={q} pages={results} context={context} />}
        {q === undefined && page === undefined && (
          <div className="chapters">
            <h1>{textIn(value.heading, locale)}</h1>
            <p className="lead">{textIn(value.lead, locale)}</p>
            {tree.map((branch) => (
              <section key={branch.page.id}>
                <h2>
                  <a href={addressOf(branch.page)}>{textIn(branch.page.title, locale)}</a>
                </h2>
                <ul>
                  {branch.children.map((child) => (
                    <li key={child.page.id}>
                      <a href={addressOf(child.page)}>{textIn(child.page.title, locale)}</a>
                    </li>
                  ))}
                </ul>
              </section>
            ))}
            {tree.length === 0 && <p>{t({ zh: "暂无文档。", en: "There are no pages yet." })}</p>}
          </div>
        )}
        {page !== undefined && text !== undefined && (
          <article>
            <nav className="crumbs" aria-label={t({ zh: "位置", en: "You are here" })}>
              <a href="/wiki">{textIn(value.heading, locale)}</a>
              {(ancestors ?? []).map((ancestor) => (
                <a key={ancestor.id} href={addressOf(ancestor)}>
                  {textIn(ancestor.title, locale)}
                </a>
              ))}
            </nav>
            <h1>{textIn(page.title, locale)}</h1>
            <div className="columns">
              <div>
                <Prose text={text} />
                <p className="mono meta">
                  <span>
                    {t({ zh: "更新于", en: "Updated" })}{" "}
                    <time dateTime={page.updatedAt}>{page.updatedAt.slice(0, 10)}</time>
                  </span>
                  <button type="button" data-copy={path} hidden>
                    {t({ zh: "复制链接", en: "Copy link" })}
                  </button>
                </p>
                <nav className="ways" aria-label={t({ zh: "上一篇与下一篇", en: "Previous and next" })}>
                  {previous !== undefined && (
                    <a href={addressOf(previous)} rel="prev">
                      <span className="mono">{t({ zh: "上一篇", en: "Previous" })}</span>
                      {textIn(previous.title, locale)}
                    </a>
                  )}
                  {next !== undefined && (
                    <a href={addressOf(next)} rel="next">
                      <span className="mono">{t({ zh: "下一篇", en: "Next" })}</span>
                      {textIn(next.title, locale)}
                    </a>
                  )}
                </nav>
              </div>
              <Contents text={text} locale={locale} />
            </div>
          </article>
        )}
      </div>
    );
  },
  css: wikiCss,
});

export default wiki;
declare module "#kit/widget.ts" {
  interface Widgets {
    wiki: typeof wiki;
  }
}
