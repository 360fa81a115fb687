import type { MarketCard, MarketKind, MarketListing } from "#kit/market.ts";
import type { MenuGroup } from "#kit/menu-groups.ts";
import type { SiteTemplate } from "#kit/site-template.ts";
import { formatText, type Text } from "#kit/text.ts";
import { defineWidget, type RenderContext } from "#kit/widget.ts";
import { Arrow } from "#ui/art/mark.tsx";
import { BuilderMenu } from "./parts/builder-menu.tsx";
import { headSettings, SectionHead } from "./parts/section-head.tsx";

/** The kinds of entries at `/theme`, as in `?type=`. */
const kinds = [
  { key: "theme", name: { zh: "模板", en: "Templates" } },
  { key: "page", name: { zh: "页面", en: "Pages" } },
  { key: "module", name: { zh: "模块", en: "Modules" } },
] as const;
type Kind = (typeof kinds)[number]["key"];

const shown = [
  { key: "address", name: { zh: "由地址决定", en: "As the address says" } },
  { key: "featured", name: { zh: "精选", en: "Featured" } },
  ...kinds,
];

const texts = {
  look: { zh: "查看效果", en: "See it live" },
  use: { zh: "使用此模板", en: "Use this template" },
  count: { zh: "{n} 个页面", en: "{n} {n|page|pages}" },
  by: { zh: "来自 {name}", en: "By {name}" },
  byPlatform: { zh: "平台提供", en: "By the platform" },
  classes: { zh: "分类", en: "Categories" },
  all: { zh: "全部", en: "All" },
  none: { zh: "这一分类还没有内容。", en: "There is nothing in this category yet." },
  pages: { zh: "翻页", en: "Pages" },
  previous: { zh: "上一页", en: "Previous" },
  next: { zh: "下一页", en: "Next" },
} satisfies Record<string, Text>;

const previewUrl = ({ key, pages }: SiteTemplate) => `/outer/template?key=${key}&page=${pages[0].path}`;

/** The kinds of market items that a kind of the gallery shows. */
const marketKindsOf: Record<Exclude<Kind, "theme">, readonly MarketKind[]> = {
  page: ["page"],
  module: ["widget", "group"],
};
/** Items on one page of the gallery. */
const pageSize = 24;

/** A page of items of the market. */
type ShownItems = {
  kind: Exclude<Kind, "theme">;
  listing: MarketListing;
  page: number;
};
/** What the gallery shows. */
type Shown = { menu?: readonly MenuGroup[] } & (
  | { kind: "theme" | undefined; templates: readonly SiteTemplate[]; listing?: never }
  | ShownItems
);

/** The colours of a template, as a drawing: the security policy of pages forbids style attributes. */
function Swatches({ template: { tokens } }: { template: SiteTemplate }) {
  const colors = [tokens.paper, tokens.ink, tokens.brand, tokens.seal];
  return (
    <svg className="swatches" viewBox="0 0 76 22" aria-hidden="true">
      {colors.map((color, index) => (
        <circle key={index} cx={11 + index * 18} cy="11" r="10" fill={color} />
      ))}
    </svg>
  );
}

function TemplateCard({ template, context: { t } }: { template: SiteTemplate; context: RenderContext }) {
  const url = previewUrl(template);
  return (
    <li>
      <a className="shot" href={url} tabIndex={-1} aria-hidden="true">
        <img src={template.picture} alt="" loading="lazy" decoding="async" width="960" height="720" />
      </a>
      <div className="words">
        <h3>{t(template.name)}</h3>
        <p>{t(template.intro)}</p>
        <div className="facts">
          <Swatches template={template} />
          <span>{t(formatText(texts.count, { n: template.pages.length }))}</span>
        </div>
        <div className="actions">
          <a className="action small" href={url}>
            {t(texts.look)}
            <Arrow />
          </a>
          <a className="action small solid" href={`/builder/templates?template=${template.key}`}>
            {t(texts.use)}
          </a>
        </div>
      </div>
    </li>
  );
}

function ItemCard({ item, context: { t } }: { item: MarketCard; context: RenderContext }) {
  const { url, kind, name, intro, image, spaceName, isPlatform } = item;
  return (
    <li>
      <a href={url}>
        {image === "" ? (
          <span className="blank" aria-hidden="true">
            {t(kind)}
          </span>
        ) : (
          <img src={image} alt="" loading="lazy" decoding="async" width="960" height="720" />
        )}
        <span>
          <strong>{t(name)}</strong>
          {t(intro) !== "" && <span>{t(intro)}</span>}
          <span className="mono">
            {isPlatform ? t(texts.byPlatform) : t(formatText(texts.by, { name: t(spaceName) }))}
          </span>
        </span>
      </a>
    </li>
  );
}

/** Items of the market by class, a page at a time. */
function Items({ data, context }: { data: ShownItems; context: RenderContext }) {
  const { t } = context;
  const { kind, listing, page } = data;
  const { classId, classes, items } = listing;
  const urlOf = (key: string | undefined, number = 1) =>
    `/theme?type=${kind}${key === undefined ? "" : `&class=${key}`}${number === 1 ? "" : `&page=${number}`}`;
  const hasNext = page * pageSize < listing.total;
  return (
    <>
      <nav className="kinds" aria-label={t(texts.classes)}>
        {[{ key: undefined, name: texts.all }, ...classes].map(({ key, name }) => (
          <a key={name.en} href={urlOf(key)} aria-current={key === classId ? "true" : undefined}>
            {t(name)}
          </a>
        ))}
      </nav>
      {items.length === 0 && <p className="none">{t(texts.none)}</p>}
      <ul className="entries">
        {items.map((item) => (
          <ItemCard key={item.id} item={item} context={context} />
        ))}
      </ul>
      {(page > 1 || hasNext) && (
        <nav className="kinds" aria-label={t(texts.pages)}>
          {page > 1 && (
            <a href={urlOf(classId, page - 1)} rel="prev">
              {t(texts.previous)}
            </a>
          )}
          {hasNext && (
            <a href={urlOf(classId, page + 1)} rel="next">
              {t(texts.next)}
            </a>
          )}
        </nav>
      )}
    </>
  );
}

/** The page that an address names; the first one for anything else. */
function pageNumber(text: string | undefined): number {
  const number = Number(text);
  return Number.isInteger(number) && number >= 1 && number <= 500 ? number : 1;
}

/** The templates of sites that the program offers: all of them, their pages, their sections, or the featured ones. */
const templates = defineWidget({
  name: "templates",
  title: { zh: "模板库", en: "Templates" },
  settings: {
    ...headSettings,
    kind: { type: "dropdownlist", name: { zh: "显示", en: "Show" }, options: shown },
  },
  example: { eyebrow: null, heading: { zh: "模板", en: "Templates" }, lead: null, kind: "featured" },
  async load(value, { param, templates: readTemplates, market, builderMenu }): Promise<Shown> {
    const all = readTemplates();
    if (value.kind === "featured")
      return { kind: undefined, templates: all.filter(({ isFeatured }) => isFeatured === true) };
    const requested = value.kind === "address" || !value.kind ? param("type") : value.kind;
    const kind = kinds.find(({ key }) => key === requested)?.key ?? "theme";
    const menu = await builderMenu();
    if (kind === "theme") return { kind, menu, templates: all };
    const page = pageNumber(param("page"));
    const listing = await market({ kinds: marketKindsOf[kind], classId: param("class"), page, pageSize });
    return { kind, menu, page, listing };
  },
  Render({ value, data, context }) {
    const { kind, menu } = data;
    return (
      <div className="section wrap">
        <SectionHead {...value} locale={context.locale} />
        {kind !== undefined && menu !== undefined && (
          <BuilderMenu groups={menu} currentUrl={`/theme?type=${kind}`} context={context} />
        )}
        {data.listing === undefined ? (
          <ul className="gallery">
            {data.templates.map((template) => (
              <TemplateCard key={template.key} template={template} context={context} />
            ))}
          </ul>
        ) : (
          <Items data={data} context={context} />
        )}
      </div>
    );
  },
  css: `
[data-widget="templates"] {
  & .kinds {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    align-items: center;
    margin-top: 32px;

    & > span {
      width: 100%;
      color: var(--ink-3);
      font-size: 0.875rem;
    }
    & .icon {
      flex: none;
      width: 18px;
      height: 18px;
      fill: none;
      stroke: currentColor;
      stroke-width: 1.5;
      stroke-linecap: round;
      stroke-linejoin: round;
    }
    & a {
      display: inline-flex;
      align-items: center;
      gap: 8px;
      min-height: 44px;
      padding-inline: 16px;
      border: 1px solid var(--line);
      border-radius: var(--r);
      color: var(--ink-2);

      &:hover {
        border-color: var(--ink);
        color: var(--ink);
      }
      &[aria-current] {
        border-color: var(--brand);
        background: var(--brand-tint);
        color: var(--brand);
        font-weight: 600;
      }
    }
  }
  & .builder-menu .kinds + .kinds {
    margin-top: 16px;
  }
  & .none {
    margin-top: 32px;
    color: var(--ink-2);
  }
  & .gallery {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 340px), 1fr));
    gap: 32px;
    margin-top: var(--after-head);

    & li {
      display: flex;
      flex-direction: column;
      border: 1px solid var(--line);
      border-radius: var(--r2);
      background: var(--sheet);
      box-shadow: var(--shadow);
      overflow: clip;
    }
    & img {
      width: 100%;
      height: auto;
      aspect-ratio: 4 / 3;
      object-fit: cover;
    }
    & .words {
      display: flex;
      flex: 1;
      flex-direction: column;
      gap: 10px;
      padding: 24px;

      & p {
        color: var(--ink-2);
        text-wrap: pretty;
      }
    }
    & .facts {
      display: flex;
      align-items: center;
      gap: 14px;
      margin-top: auto;
      padding-top: 8px;
      color: var(--ink-2);
      font-size: 0.875rem;
    }
    & .swatches {
      width: 76px;
      height: 22px;
      stroke: var(--line-2);
    }
    & .actions {
      gap: 8px;
      margin-top: 8px;
    }
  }
  & .entries {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 300px), 1fr));
    gap: 16px;
    margin-top: var(--after-head);

    & a {
      display: grid;
      grid-template-columns: 104px minmax(0, 1fr);
      gap: 16px;
      height: 100%;
      border: 1px solid var(--line);
      border-radius: var(--r);
      background: var(--sheet);
      overflow: clip;

      &:hover {
        border-color: var(--brand);
      }
    }
    & img,
    & .blank {
      width: 100%;
      height: 100%;
      object-fit: cover;
    }
    & .blank {
      display: grid;
      place-items: center;
      background: var(--brand-tint);
      color: var(--brand);
      font-size: 0.875rem;
    }
    & a > span:last-child {
      display: grid;
      gap: 4px;
      align-content: center;
      padding: 14px 14px 14px 0;
      color: var(--ink-2);
      font-size: 0.9375rem;
    }
    & strong {
      color: var(--ink);
      font-weight: 600;
    }
    & .mono {
      color: var(--ink-3);
    }
  }
}`,
});

export default templates;
declare module "#kit/widget.ts" {
  interface Widgets {
    templates: typeof templates;
  }
}
