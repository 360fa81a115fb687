import type { SiteLink } from "#kit/site.ts";
import type { Text } from "#kit/text.ts";
import type { RenderContext } from "#kit/widget.ts";
import { Brand } from "./brand.tsx";

function Column({ name, links, context: { t } }: { name: Text; links: readonly SiteLink[]; context: RenderContext }) {
  return (
    <div>
      <h2>{t(name)}</h2>
      <ul>
        {links.map((link, index) => (
          <li key={index}>
            <a href={link.url}>{t(link.name)}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The footer of every public page: links and the disclaimer. */
export function Footer({ context }: { context: RenderContext }) {
  const { t, site } = context;
  return (
    <footer className="site-foot">
      <div className="wrap">
        <div className="columns">
          <div className="company">
            <Brand context={context} />
            <p>{t(site.description)}</p>
          </div>
          {site.menu.map((group, index) => (
            <Column key={index} name={group.name} links={group.items} context={context} />
          ))}
          {site.footer.columns.map(({ name, links }, index) => (
            <Column key={index} name={name} links={links} context={context} />
          ))}
        </div>
        <div className="legal">
          <p>
            © {t(site.name)}
            {site.footer.legal.map((link) => (
              <a key={link.url} href={link.url}>
                {t(link.name)}
              </a>
            ))}
          </p>
          {t(site.footer.disclaimer) !== "" && <p>{t(site.footer.disclaimer)}</p>}
        </div>
      </div>
    </footer>
  );
}
