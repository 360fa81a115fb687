import type { Text } from "#kit/text.ts";
import type { RenderContext } from "#kit/widget.ts";
import { Brand } from "./brand.tsx";
import { topMenu } from "./top-menu.ts";

const company: { name: Text; links: { url: string; name: Text }[] } = {
  name: { zh: "公司", en: "Company" },
  links: [
    { url: topMenu.about.url, name: { zh: "公司介绍", en: "Introduction" } },
    { url: "/advantage", name: { zh: "优势", en: "Strengths" } },
    { url: "/team", name: { zh: "团队", en: "Team" } },
    { url: "/news", name: { zh: "新闻", en: "News" } },
    { url: "/wiki", name: { zh: "文档", en: "Documentation" } },
    { url: "/price", name: { zh: "价格", en: "Pricing" } },
    { url: "/joinus", name: { zh: "加入我们", en: "Join us" } },
    { url: topMenu.contact.url, name: topMenu.contact.name },
  ],
};
/** What people agree to: beside the copyright, where they look for it. */
const agreements: { url: string; name: Text }[] = [
  { url: "/html?method=contract&id=2", name: { zh: "用户协议", en: "User agreement" } },
  { url: "/html?method=contract&id=3", name: { zh: "隐私政策", en: "Privacy policy" } },
];
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

/** Those links whose pages the site has. */
const present = <L extends { url: string }>(links: L[], { site }: RenderContext): L[] =>
  links.filter(({ url }) => site.paths.includes(url.split("?", 1)[0]!));

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
          <Column name={company.name} links={present(company.links, context)} context={context} />
        </div>
        <div className="legal">
          <p>
            © {say(site.name)}
            {present(agreements, context).map((link) => (
              <a key={link.url} href={link.url}>
                {say(link.name)}
              </a>
            ))}
          </p>
          <p>{say(risk)}</p>
        </div>
      </div>
    </footer>
  );
}
