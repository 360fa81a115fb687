import type { RenderContext } from "#kit/widget.ts";
import { BurgerLines, Chevron } from "./icons.tsx";
import { currentIf, signInNames, signInUrls } from "./top-menu.ts";
import { TopLinks } from "./top-links.tsx";

const words = {
  open: { zh: "菜单", en: "Menu" },
};

/** The main menu on narrow screens. Its product groups open one at a time. */
export function Drawer({ context }: { context: RenderContext }) {
  const { say, site } = context;
  return (
    <details className="burger" name="top" data-popup="drawer">
      <summary aria-label={say(words.open)}>
        <BurgerLines />
      </summary>
      <nav className="drawer" aria-label={say(words.open)}>
        <TopLinks links={[...site.linksBefore, ...site.linksAfter]} context={context} />
        {site.menu.length > 0 && <p className="section-name">{say(site.menuName)}</p>}
        {site.menu.map((group) => (
          <details className="group" name="drawer" key={group.name.en}>
            <summary>
              {say(group.name)}
              <Chevron />
            </summary>
            <ul>
              {group.items.map((item) => (
                <li key={item.url}>
                  <a href={item.url} aria-current={currentIf(context, item)}>
                    {say(item.name)}
                  </a>
                </li>
              ))}
            </ul>
          </details>
        ))}
        <div className="actions">
          <a className="action" href={signInUrls.login} data-sign-in="login" rel="nofollow">
            {say(signInNames.login)}
          </a>
          <a className="action solid" href={signInUrls.reg} data-sign-in="reg" rel="nofollow">
            {say(signInNames.reg)}
          </a>
        </div>
      </nav>
    </details>
  );
}
