import { Link } from "react-router";
import type { MenuName } from "#kit/menus.ts";
import type { Text } from "#kit/text.ts";
import { usePerson } from "#client/person.ts";
import { useText } from "#ui/locale.ts";
import { MenuEntryIcon } from "#ui/menu-entry-icon.tsx";
import { useTitle } from "#ui/title.ts";
import { entryKey, groupsFor, linkOf, useMenu } from "#features/shell/menus.ts";

const texts = {
  nothing: {
    zh: "此菜单中没有您可以打开的内容。如有需要，请联系管理员。",
    en: "There is nothing in this menu that you can open. Ask an administrator for access.",
  },
};

const intros: Partial<Record<MenuName, Text>> = {
  dev: {
    zh: "定义数据，并与其他系统连接。",
    en: "Define your data and connect other systems.",
  },
  design: { zh: "设计网站的页面与外观。", en: "Design the pages of your website and how they look." },
  solution: {
    zh: "向客户提供套餐，并处理客户的请求。",
    en: "Offer plans to customers and answer their requests.",
  },
};

const noText: Text = { zh: "", en: "" };

const tile =
  "flex min-h-14 items-center gap-3 rounded-md border border-line bg-paper px-4 py-3 text-ink hover:border-line-2 hover:bg-paper-2";

/** The home of a menu: its groups, with a link for each entry that the person may open. */
export function MenuHomeScreen() {
  const t = useText();
  const { data: person } = usePerson();
  const { menu, name, entry: current } = useMenu();
  useTitle(t(name));
  if (person === undefined) return null;
  const currentKey = current && entryKey(current);
  const groups = groupsFor(person, menu)
    .filter(({ key }) => key !== "management")
    .map((group) => ({ ...group, entries: group.entries.filter((entry) => entryKey(entry) !== currentKey) }))
    .filter(({ entries }) => entries.length > 0);
  return (
    <div className="grid gap-8">
      <header className="grid gap-1">
        <h1 className="text-2xl font-semibold tracking-tight">{t(name)}</h1>
        <p className="text-ink-2">{groups.length === 0 ? t(texts.nothing) : t(intros[menu] ?? noText)}</p>
      </header>
      {groups.map((group, index) => (
        <section key={index} className="grid gap-3">
          {t(group.name) !== "" && <h2 className="text-sm font-medium text-ink-2">{t(group.name)}</h2>}
          <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
            {group.entries.map((entry) => (
              <li key={entryKey(entry)}>
                <Link {...linkOf(entry)} className={tile}>
                  <MenuEntryIcon entry={entry} isCurrent />
                  <span className="min-w-0 break-words">{t(entry.name)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
