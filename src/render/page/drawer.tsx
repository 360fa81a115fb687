import type { RenderContext } from "#kit/widget.ts";
import { BurgerLines, Chevron } from "./icons.tsx";
import { ariaCurrentFor, signInNames, signInUrls } from "./top-menu.ts";
import { TopLinks } from "./top-links.tsx";

const texts = {
  open: { zh: "菜单", en: "Menu" },
};

/** The main menu on narrow screens. Its product groups open one at a time. */
export function Drawer({ context }: { context: RenderContext }) {
  const { t, site } = context;
  return (
    <details className="burger" name="top" data-popup="drawer">
      <summary aria-label={t(texts.open)}>
        <BurgerLines />
      </summary>
      <nav className="drawer" aria-label={t(texts.open)}>
        <TopLinks links={[...site.linksBefore, ...site.linksAfter]} context={context} />
        {site.menu.length > 0 && <p className="section-name">{t(site.menuName)}</p>}
        {site.menu.map((group) => (
          <details className="group" name="drawer" key={group.name.en}>
            <summary>
              {t(group.name)}
              <Chevron />
            </summary>
            <ul>
              {group.items.map((item) => (
                <li key={item.url}>
                  <a href={item.url} aria-current={ariaCurrentFor(context, item)}>
                    {t(item.name)}
                  </a>
                </li>
              ))}
            </ul>
          </details>
        ))}
        {context.staticExport === undefined && (
          <div className="actions">
            <a className="action" href={signInUrls.login} data-sign-in="login" rel="nofollow">
              {t(signInNames.login)}
            </a>
            <a className="action solid" href={signInUrls.reg} data-sign-in="reg" rel="nofollow">
              {t(signInNames.reg)}
            </a>
          </div>
        )}
      </nav>
    </details>
  );
}
