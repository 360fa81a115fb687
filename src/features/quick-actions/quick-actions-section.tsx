import { ChevronRight, ExternalLink } from "lucide-react";
import { useEffect } from "react";
import { Link } from "react-router";
import type { Text } from "#kit/text.ts";
import { type Person, urlFor } from "#client/person.ts";
import { mayOpen } from "#client/navigation/page-access.ts";
import { siteUrl, withLanguageForOtherHost } from "#client/space-site.ts";
import { loadLater } from "#ui/load-later.ts";
import { useText } from "#ui/locale.ts";
import { entryClass, entryControlClass, entryIcon, headingLinkClass } from "./entry-style.ts";

const texts = {
  title: { zh: "快捷操作", en: "Quick actions" },
  manage: { zh: "管理", en: "Manage" },
  writeNews: { zh: "撰写新闻", en: "Write a news article" },
  editHome: { zh: "编辑首页", en: "Edit the home page" },
  fileWork: { zh: "提交工单", en: "Submit a work order" },
  viewSite: { zh: "查看网站", en: "View site" },
} satisfies Record<string, Text>;

/** Frequently used screens; each is shown to people who may open it. */
const frequentScreens: { url: string; name: Text }[] = [
  { url: "/paas/news/add", name: texts.writeNews },
  { url: "/builder", name: texts.editHome },
  { url: "/paas/paasWork/add", name: texts.fileWork },
];

const manageUrl = "/paas/quickAction/list";

const spaceQuickActions = loadLater(() => import("./space-quick-actions.tsx").then((file) => file.SpaceQuickActions));

/** The section of the home screen with frequently used screens and the quick actions of the space. */
export function QuickActionsSection({ person }: { person: Person }) {
  const t = useText();
  useEffect(() => spaceQuickActions.preload(), []);
  return (
    <section aria-labelledby="quick-actions">
      <div className="mb-3 flex items-baseline justify-between">
        <h2 id="quick-actions" className="font-semibold">
          {t(texts.title)}
        </h2>
        {mayOpen(person, manageUrl) && person.isAdministrator && (
          <Link to={urlFor(person, manageUrl)} className={headingLinkClass}>
            {t(texts.manage)}
          </Link>
        )}
      </div>
      <ul className="border border-line bg-sheet">
        {frequentScreens
          .filter(({ url }) => mayOpen(person, url))
          .map(({ url, name }) => (
            <li key={url} className={entryClass}>
              <Link to={urlFor(person, url)} className={entryControlClass}>
                {t(name)}
                <ChevronRight {...entryIcon} />
              </Link>
            </li>
          ))}
        <li className={entryClass}>
          <a href={withLanguageForOtherHost(siteUrl("/index"))} className={entryControlClass}>
            {t(texts.viewSite)}
            <ExternalLink {...entryIcon} />
          </a>
        </li>
        <spaceQuickActions.Component />
      </ul>
    </section>
  );
}
