import { withLanguage } from "#kit/url.ts";
import type { RenderContext } from "#kit/widget.ts";
import { emblem } from "#ui/art/rosette.ts";
import { Art, centredBox } from "#ui/art/svg.tsx";
import { otherLanguage } from "#ui/locale.ts";
import { AccountMenu } from "./account-menu.tsx";
import { Brand } from "./brand.tsx";
import { Drawer } from "./drawer.tsx";
import { Chevron } from "./icons.tsx";
import { ariaCurrentFor, isCurrentPage } from "./top-menu.ts";
import { TopLinks } from "./top-links.tsx";

const menuLabel = { zh: "主导航", en: "Main" };

/** Emblems of menus that were drawn before, by their place and number of products. */
const menuEmblems = new Map<string, string>();
/** Sites have a few groups of a few products each. */
const maxMenuEmblems = 100;

/** The emblem of a group of the menu. It is drawn once: every page has the menu. */
function menuEmblem(index: number, products: number): string {
  const key = `${index} ${products}`;
  const drawn = menuEmblems.get(key) ?? emblem(`menu-${index}`, products, 12);
  if (menuEmblems.size < maxMenuEmblems) menuEmblems.set(key, drawn);
  return drawn;
}

/** The menu of products and services: groups with an emblem each (B-017). */
function Products({ context }: { context: RenderContext }) {
  const { t, site } = context;
  const productUrls = [...site.menu.flatMap(({ items }) => items.map(({ url }) => url)), ...site.menuBelow];
  const holdsCurrent = productUrls.some((url) => isCurrentPage(context, url));
  return (
    <details className={`products popup${holdsCurrent ? " holds-current" : ""}`} name="top" data-popup="hover">
      <summary>
        {t(site.menuName)}
        <Chevron />
      </summary>
      <div className="panel">
        {site.menu.map((group, index) => (
          <div className="column" key={group.name.en}>
            <div className={`mineral-${(index % 4) + 1}`}>
              <Art box={centredBox} className="rosette" markup={menuEmblem(index, group.items.length)} />
            </div>
            <p className="name">{t(group.name)}</p>
            <p className="intro">{t(group.intro)}</p>
            <ul>
              {group.items.map((item) => (
                <li key={item.url}>
                  <a href={item.url} aria-current={ariaCurrentFor(context, item)}>
                    {t(item.name)}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </details>
  );
}

/** The bar at the top of public pages. Works without JavaScript too, which only enhances it. */
export function TopBar({ context }: { context: RenderContext }) {
  const { t, locale, site } = context;
  const other = otherLanguage[locale];
  return (
    <header className="site-top">
      <div className="wrap bar">
        <Brand context={context} />
        <nav className="menu" aria-label={t(menuLabel)}>
          <TopLinks links={site.linksBefore} context={context} />
          {site.menu.length > 0 && <Products context={context} />}
          <TopLinks links={site.linksAfter} context={context} />
        </nav>
        <div className="acts">
          <a
            className="plain"
            href={withLanguage(context.query, other.locale)}
            hrefLang={other.lang}
            lang={other.lang}
            data-language={context.staticExport === undefined ? other.locale : undefined}
          >
            {other.name}
          </a>
          {context.staticExport === undefined && <AccountMenu context={context} />}
          <Drawer context={context} />
        </div>
      </div>
    </header>
  );
}
