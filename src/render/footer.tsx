import type { Text } from "#kit/text.ts";
import type { RenderContext } from "#kit/widget.ts";
import { Brand } from "./brand.tsx";
import { topMenu } from "./top-menu.ts";

const company: { name: Text; links: { url: string; name: Text }[] } = {
  name: { zh: "公司", en: "Company" },
  links: [
    { url: topMenu.about.url, name: { zh: "公司介绍", en: "Introduction" } },
    { url: topMenu.contact.url, name: topMenu.contact.name },
    { url: "/html?method=contract&id=2", name: { zh: "用户协议", en: "User agreement" } },
  ],
};
const risk: Text = {
  zh: "本站内容仅供介绍，不构成投资建议或要约。",
  en: "For information only. Nothing here is investment advice or an offer.",
};

function Column({
  name,
  links,
  context: { say },
}: {
  name: Text;
  links: { url: string; name: Text }[];
  context: RenderContext;
}) {
  return (
    <div>
      <h2>{say(name)}</h2>
      <ul>
        {links.map((link) => (
          <li key={link.url}>
            <a href={link.url}>{say(link.name)}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The foot of every public page: what the site offers, and what it does not claim. */
export function Footer({ context }: { context: RenderContext }) {
  const { say, site } = context;
  return (
    <footer className="site-foot">
      <div className="wrap">
        <div className="columns">
          <div className="company">
            <Brand context={context} />
            <p>{say(site.description)}</p>
          </div>
          {site.menu.map((group) => (
            <Column key={group.name.en} name={group.name} links={group.items} context={context} />
          ))}
          <Column {...company} context={context} />
        </div>
        <div className="legal">
          <p>© {say(site.name)}</p>
          <p>{say(risk)}</p>
        </div>
      </div>
    </footer>
  );
}
