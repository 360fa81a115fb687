import type { SiteMenuGroup } from "#kit/site.ts";
import { defineWidget, type RenderContext } from "#kit/widget.ts";
import { Arrow } from "#ui/art/mark.tsx";
import { emblem } from "#ui/art/rosette.ts";
import { Art, centredBox } from "#ui/art/svg.tsx";
import { headSettings, SectionHead } from "./parts/section-head.tsx";

function GroupRow({ group, index, context: { t } }: { group: SiteMenuGroup; index: number; context: RenderContext }) {
  return (
    <article className="group">
      <div className={`emblem mineral-${(index % 4) + 1}`}>
        <Art box={centredBox} className="rosette" markup={emblem(`index-${index}`, group.items.length)} />
      </div>
      <div className="about">
        <h3>{t(group.name)}</h3>
        <p>{t(group.intro)}</p>
      </div>
      <ul>
        {group.items.map((item) => (
          <li key={item.url}>
            <a href={item.url}>
              {t(item.name)}
              <Arrow />
            </a>
          </li>
        ))}
      </ul>
    </article>
  );
}

/** The site's product menu: a row per group, with its products and an emblem that has a lobe for each product. */
const productIndex = defineWidget({
  name: "product-index",
  title: { zh: "产品索引", en: "Product index" },
  settings: headSettings,
  example: {
    eyebrow: { zh: "产品与服务", en: "Products & services" },
    heading: { zh: "四组产品", en: "Four groups" },
    lead: null,
  },
  Render: ({ value, context }) => (
    <div className="section wrap" id="products">
      <SectionHead {...value} locale={context.locale} />
      <div className="groups">
        {context.site.menu.map((group, index) => (
          <GroupRow key={group.name.en} group={group} index={index} context={context} />
        ))}
      </div>
    </div>
  ),
  css: `
[data-widget="product-index"] {
  & .groups {
    margin-top: var(--after-head);
    border-top: 1px solid var(--ink);
  }
  & .group {
    display: grid;
    grid-template-columns: 120px minmax(0, 4fr) minmax(0, 7fr);
    gap: clamp(20px, 3vw, 48px);
    align-items: center;
    padding-block: 32px;
    border-bottom: 1px solid var(--line);
  }
  & .rosette {
    width: 120px;
    height: 120px;
    stroke-width: 0.6;
    transition: transform calc(0.9s * var(--pace)) var(--ease);
  }
  & .group:hover .rosette {
    transform: rotate(30deg);
  }
  & .about h3 {
    font-size: 1.375rem;
    /* Balanced lines would break the word "on-chain". */
    text-wrap: pretty;
  }
  & .about p {
    margin-top: 8px;
    color: var(--ink-2);
    text-wrap: pretty;
  }
  & ul {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: 0 40px;
  }
  & li {
    display: grid;
    border-bottom: 1px solid var(--line);
  }
  /* The last row of links has no line, because the line of the group follows. */
  & li:last-child,
  & li:nth-last-child(2):nth-child(odd) {
    border-bottom-color: transparent;
  }
  & li a {
    display: flex;
    justify-content: space-between;
    align-items: center;
    gap: 8px;
    min-height: 52px;
    padding-block: 12px;
    font-weight: 500;
    line-height: 1.4;
  }
  & li .icon {
    opacity: 0;
    transition: opacity calc(0.2s * var(--pace)), transform calc(0.25s * var(--pace)) var(--ease);
  }
  & li a:is(:hover, :focus-visible) {
    color: var(--brand);

    & .icon {
      opacity: 1;
    }
  }
  @media (width < 1024px) {
    & .group {
      grid-template-columns: 96px minmax(0, 1fr);
    }
    & .rosette {
      width: 88px;
      height: 88px;
    }
    & ul {
      grid-column: 1 / -1;
    }
  }
  @media (width < 640px) {
    & ul {
      gap: 0 20px;
    }
    & li .icon {
      display: none;
    }
  }
}`,
});

export default productIndex;
declare module "#kit/widget.ts" {
  interface Widgets {
    "product-index": typeof productIndex;
  }
}
