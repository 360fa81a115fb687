import type { SiteTemplate } from "#kit/site-template.ts";
import { formatText, type Text, textIn } from "#kit/text.ts";
import { defineWidget, type RenderContext } from "#kit/widget.ts";
import { Arrow } from "#ui/art/mark.tsx";
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
  menu: { zh: "页面设计", en: "Page builder" },
  featured: { zh: "精选推荐", en: "Featured" },
  make: { zh: "创作设计", en: "Create a design" },
  job: { zh: "招募设计师", en: "Designers wanted" },
  look: { zh: "查看效果", en: "See it live" },
  use: { zh: "使用此模板", en: "Use this template" },
  count: { zh: "{n} 个页面", en: "{n} {n|page|pages}" },
  from: { zh: "来自模板", en: "From" },
} satisfies Record<string, Text>;

/** An entry of the gallery; `url` shows it live. */
type Entry = { key: string; name: Text; note: Text; template: SiteTemplate; url: string };

const previewUrl = ({ key }: SiteTemplate, path: string) => `/outer/template?key=${key}&page=${path}`;

/** The heading of a part of a page; undefined for parts without one. */
function headingOf(value: Readonly<Record<string, unknown>>): Text | undefined {
  const heading = value.heading ?? value.headline;
  if (heading === undefined || heading === null) return undefined;
  const inOneLine = (locale: "zh" | "en", space: string) => textIn(heading, locale).replaceAll("\n", space);
  return { zh: inOneLine("zh", ""), en: inOneLine("en", " ") };
}

function entriesOf(kind: Kind, templates: readonly SiteTemplate[]): Entry[] {
  if (kind === "theme")
    return templates.map((template) => ({
      key: template.key,
      name: template.name,
      note: template.intro,
      template,
      url: previewUrl(template, template.pages[0].path),
    }));
  return templates.flatMap((template) =>
    template.pages.flatMap(({ path, title, description, parts }): Entry[] => {
      const page = { template, url: previewUrl(template, path) };
      if (kind === "page") return [{ ...page, key: `${template.key}${path}`, name: title, note: description }];
      return parts.flatMap(({ value }, index) => {
        const name = headingOf(value);
        return name === undefined ? [] : [{ ...page, key: `${template.key}${path}${index}`, name, note: title }];
      });
    }),
  );
}

/** The six entries of the builder's menu (B-023). */
function BuilderMenu({ kind, context: { t } }: { kind: Kind; context: RenderContext }) {
  const links = [
    { url: "/index", name: texts.featured },
    ...kinds.map(({ key, name }) => ({ url: `/theme?type=${key}`, name, isCurrent: key === kind })),
    { url: "/design/make", name: texts.make },
    { url: "/about/design/job", name: texts.job },
  ];
  return (
    <nav className="kinds" aria-label={t(texts.menu)}>
      {links.map(({ url, name, ...link }) => (
        <a key={url} href={url} aria-current={"isCurrent" in link && link.isCurrent ? "page" : undefined}>
          {t(name)}
        </a>
      ))}
    </nav>
  );
}

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

function TemplateCard({
  entry: { name, template, note, url },
  context: { t },
}: {
  entry: Entry;
  context: RenderContext;
}) {
  return (
    <li>
      <a className="shot" href={url} tabIndex={-1} aria-hidden="true">
        <img src={template.picture} alt="" loading="lazy" decoding="async" width="960" height="720" />
      </a>
      <div className="words">
        <h3>{t(name)}</h3>
        <p>{t(note)}</p>
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

/** The templates of sites that the program offers: all of them, their pages, their sections, or the featured ones. */
const templates = defineWidget({
  name: "templates",
  title: { zh: "模板库", en: "Templates" },
  settings: {
    ...headSettings,
    kind: { type: "dropdownlist", name: { zh: "显示", en: "Show" }, options: shown },
  },
  example: { eyebrow: null, heading: { zh: "模板", en: "Templates" }, lead: null, kind: "featured" },
  async load(value, { param, templates: readTemplates }) {
    const all = readTemplates();
    if (value.kind === "featured")
      return {
        kind: undefined,
        entries: entriesOf(
          "theme",
          all.filter(({ isFeatured }) => isFeatured === true),
        ),
      };
    const requested = value.kind === "address" || !value.kind ? param("type") : value.kind;
    const kind = kinds.find(({ key }) => key === requested)?.key ?? "theme";
    return { kind, entries: entriesOf(kind, all) };
  },
  Render({ value, data, context }) {
    const { locale, t } = context;
    const { kind, entries } = data;
    return (
      <div className="section wrap">
        <SectionHead {...value} locale={locale} />
        {kind !== undefined && <BuilderMenu kind={kind} context={context} />}
        {kind === undefined || kind === "theme" ? (
          <ul className="gallery">
            {entries.map((entry) => (
              <TemplateCard key={entry.key} entry={entry} context={context} />
            ))}
          </ul>
        ) : (
          <ul className="entries">
            {entries.map(({ key, name, note, template, url }) => (
              <li key={key}>
                <a href={url}>
                  <img src={template.picture} alt="" loading="lazy" decoding="async" width="960" height="720" />
                  <span>
                    <strong>{t(name)}</strong>
                    <span>{t(note)}</span>
                    <span className="mono">
                      {t(texts.from)} {t(template.name)}
                    </span>
                  </span>
                </a>
              </li>
            ))}
          </ul>
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
    margin-top: 32px;

    & a {
      display: inline-flex;
      align-items: center;
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
    & img {
      width: 100%;
      height: 100%;
      object-fit: cover;
    }
    & a > span {
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
