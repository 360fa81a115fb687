import type { Entities, Row } from "#kit/entity.ts";
import { type Locale, textIn } from "#kit/text.ts";
import { defineWidget, type LoadContext, type RenderContext } from "#kit/widget.ts";
import { Contents, Prose } from "./parts/prose.tsx";
import { SearchForm } from "./parts/search-form.tsx";
import { wikiCss } from "./parts/wiki-css.ts";

type Page = Row<Entities["wiki"]>;
/** A page with its children. */
type Branch = { page: Page; below: Branch[] };

const pageSize = 120;
const maxPages = 12 * pageSize;
const maxFound = 30;

/** Every page of the wiki without its text, for the tree. */
async function outline({ list, count }: LoadContext): Promise<Page[]> {
  const pages = Math.ceil(Math.min(maxPages, await count("wiki")) / pageSize);
  const fields = ["slug", "title", "parent", "sort"];
  const parts = await Promise.all(
    Array.from({ length: pages }, (_, index) =>
      list("wiki", { sort: { field: "sort", direction: "asc" }, limit: pageSize, page: index + 1, fields }),
    ),
  );
  return parts.flat();
}

/** The children of a page, in order. A page whose parent is missing, or that is its own ancestor, is not shown. */
function branches(pages: readonly Page[], parent: string | null, depth = 0): Branch[] {
  if (depth > 6) return [];
  return pages
    .filter((page) => page.parent === parent)
    .map((page) => ({ page, below: branches(pages, page.id, depth + 1) }));
}

const inOrder = (tree: Branch[]): Page[] => tree.flatMap(({ page, below }) => [page, ...inOrder(below)]);

const addressOf = (page: Page) => `/wiki/${encodeURIComponent(page.slug)}`;

function Tree({ tree, open, locale }: { tree: Branch[]; open: string | undefined; locale: Locale }) {
  return (
    <ul>
      {tree.map(({ page, below }) => (
        <li key={page.id}>
          <a href={addressOf(page)} aria-current={page.id === open ? "page" : undefined}>
            {textIn(page.title, locale)}
          </a>
          {below.length > 0 && <Tree tree={below} open={open} locale={locale} />}
        </li>
      ))}
    </ul>
  );
}

function Found({ q, found: pages, context }: { q: string; found: Page[]; context: RenderContext }) {
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

/** The documentation: its tree, one page of it (`/wiki/{key}`, `/about/wiki/{key}/{id}`), or search results (`?q=`). */
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
    const pages = await outline(context);
    const tree = branches(pages, null);
    const key = param("id") ?? param("key");
    if (key === undefined) {
      const q = param("q");
      describe({ canonical: "/wiki", isIndexed: q === undefined });
      if (q === undefined) return { tree };
      return { tree, q, found: await list("wiki", { find: q, limit: maxFound }) };
    }
    const order = inOrder(tree);
    const index = order.findIndex((page) => page.slug.toLowerCase() === key || page.id === key);
    if (index < 0) return notFound();
    const [page] = await list("wiki", { filter: { field: "id", op: "eq", value: order[index]!.id }, limit: 1 });
    if (page === undefined) return notFound();
    const above: Page[] = [];
    for (let up: Page | undefined = page; up !== undefined && above.length < 8;) {
      const parent: Page | undefined = pages.find(({ id }) => id === up!.parent);
      if (parent !== undefined) above.unshift(parent);
      up = parent;
    }
    const text = markdown(textIn(page.text, locale));
    describe({ title: textIn(page.title, locale), description: text.summary, canonical: addressOf(page) });
    return { tree, page, above, text, before: order[index - 1], after: order[index + 1] };
  },
  Render({ value, data, context }) {
    const { locale, t, path } = context;
    const { tree, q, found, page, above, text, before, after } = data;
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
                <Tree tree={tree} open={page?.id} locale={locale} />
              </nav>
            </details>
          )}
        </aside>
        {q !== undefined && found !== undefined && <Found q={q} found={found} context={context} />}
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
                  {branch.below.map((each) => (
                    <li key={each.page.id}>
                      <a href={addressOf(each.page)}>{textIn(each.page.title, locale)}</a>
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
              {(above ?? []).map((each) => (
                <a key={each.id} href={addressOf(each)}>
                  {textIn(each.title, locale)}
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
                  {before !== undefined && (
                    <a href={addressOf(before)} rel="prev">
                      <span className="mono">{t({ zh: "上一篇", en: "Previous" })}</span>
                      {textIn(before.title, locale)}
                    </a>
                  )}
                  {after !== undefined && (
                    <a href={addressOf(after)} rel="next">
                      <span className="mono">{t({ zh: "下一篇", en: "Next" })}</span>
                      {textIn(after.title, locale)}
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
