import { ChevronDown, ExternalLink } from "lucide-react";
import { Link } from "react-router";
import { BrandMark } from "#ui/art/mark.tsx";
import { siteUrl, withLanguageForOtherHost } from "#client/space-site.ts";
import { useLocale, useText } from "#ui/locale.ts";
import type { MenuGroup, MenuEntry } from "#kit/menu-groups.ts";
import type { Person } from "#client/person.ts";
import { MenuEntryIcon } from "#ui/menu-entry-icon.tsx";
import { entryKey, groupsFor, linkOf, splitMenu, useMenu } from "./menus.ts";

const more = { zh: "更多", en: "More" };
const newTab = { zh: "在新标签页中打开", en: "Opens in a new tab" };

type MenuLinkProps = { entry: MenuEntry; isCurrent: boolean; onNavigate: (() => void) | undefined };

function MenuLink({ entry, isCurrent, onNavigate }: MenuLinkProps) {
  const t = useText();
  const { name, opensTab } = entry;
  return (
    <Link
      {...linkOf(entry)}
      onClick={onNavigate}
      aria-current={isCurrent ? "page" : undefined}
      className={`flex min-h-8 items-center gap-2.5 rounded-sm px-2 pointer-coarse:min-h-11 ${isCurrent ? "bg-paper-3 font-medium text-ink" : "text-ink-2 hover:bg-paper-3/60 hover:text-ink"}`}
    >
      <MenuEntryIcon entry={entry} isCurrent={isCurrent} />
      <span className="min-w-0 break-words">{t(name)}</span>
      {opensTab === true && (
        <ExternalLink
          size={14}
          strokeWidth={1.5}
          role="img"
          aria-label={t(newTab)}
          className="ml-auto shrink-0 text-ink-3"
        />
      )}
    </Link>
  );
}

type GroupsProps = { groups: MenuGroup[]; currentKey: string | undefined; onNavigate: (() => void) | undefined };

function Groups({ groups, currentKey, onNavigate }: GroupsProps) {
  const t = useText();
  return groups.map((group, index) => (
    <div key={index}>
      {t(group.name) !== "" && <p className="mb-1 px-2 text-xs break-words text-ink-3">{t(group.name)}</p>}
      <ul className="grid gap-px">
        {group.entries.map((entry) => (
          <li key={entryKey(entry)}>
            <MenuLink entry={entry} isCurrent={currentKey === entryKey(entry)} onNavigate={onNavigate} />
          </li>
        ))}
      </ul>
    </div>
  ));
}

/** The name of the space and the navigation: at the left of the screen, or in a drawer on narrow screens. */
export function SideMenu({ person, onNavigate }: { person: Person; onNavigate?: () => void }) {
  const t = useText();
  const locale = useLocale();
  const { menu, title, entry } = useMenu();
  const currentKey = entry && entryKey(entry);
  const { first, later } = splitMenu(groupsFor(person, menu), person.tenant.isNew);
  const hasCurrentLater = later.some(({ entries }) => entries.some((item) => entryKey(item) === currentKey));
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-6 overflow-y-auto px-3 py-4">
      <a
        href={withLanguageForOtherHost(siteUrl("/index"))}
        className="side-brand flex items-center gap-2.5 px-2 font-semibold text-ink"
      >
        <BrandMark />
        <span className="truncate">{person.tenant.name[locale]}</span>
      </a>
      <nav aria-label={t(title)} className="grid gap-5 text-sm">
        <Groups groups={first} currentKey={currentKey} onNavigate={onNavigate} />
        {later.length > 0 && (
          // `undefined` instead of false, so that React does not close it when the person has opened it.
          <details className="group/more" open={hasCurrentLater || undefined}>
            <summary className="flex min-h-8 cursor-pointer list-none items-center justify-between rounded-sm px-2 text-ink-2 hover:bg-paper-3/60 hover:text-ink pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
              {t(more)}
              <ChevronDown
                size={16}
                strokeWidth={1.5}
                aria-hidden="true"
                className="text-ink-3 transition-transform group-open/more:rotate-180 motion-reduce:transition-none"
              />
            </summary>
            <div className="grid gap-5 pt-3">
              <Groups groups={later} currentKey={currentKey} onNavigate={onNavigate} />
            </div>
          </details>
        )}
      </nav>
    </div>
  );
}
