import type { RenderContext } from "#kit/widget.ts";
import { BurgerLines, Chevron } from "./icons.tsx";
import { currentIf, productsName, signInNames, signInUrls, topMenu } from "./top-menu.ts";

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
        <a href={topMenu.home.url} aria-current={currentIf(context, topMenu.home.url)}>
          {say(topMenu.home.name)}
        </a>
        <a href={topMenu.about.url} aria-current={currentIf(context, topMenu.about.url)}>
          {say(topMenu.about.name)}
        </a>
        <a href={topMenu.contact.url} aria-current={currentIf(context, topMenu.contact.url)}>
          {say(topMenu.contact.name)}
        </a>
        <p className="section-name">{say(productsName)}</p>
        {site.menu.map((group) => (
          <details className="group" name="drawer" key={group.name.en}>
            <summary>
              {say(group.name)}
              <Chevron />
            </summary>
            <ul>
              {group.items.map((item) => (
                <li key={item.url}>
                  <a href={item.url} aria-current={currentIf(context, item.url)}>
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
