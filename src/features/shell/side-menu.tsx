import { ChevronDown } from "lucide-react";
import { NavLink } from "react-router";
import { BrandMark } from "#ui/art/mark.tsx";
import { siteUrl, withLanguageForOtherHost } from "#client/space-site.ts";
import { useLocale, useText } from "#ui/locale.ts";
import type { MenuGroup, MenuEntry } from "#kit/screens.ts";
import type { Person } from "#client/person.ts";
import { menuIcons } from "./menu-icons.ts";
import { groupsFor, splitMenu, useMenu } from "./menus.ts";

const more = { zh: "更多", en: "More" };

type MenuLinkProps = { entry: MenuEntry; isCurrent: boolean; onNavigate: (() => void) | undefined };

function MenuLink({ entry: { url, name, icon }, isCurrent, onNavigate }: MenuLinkProps) {
  const t = useText();
  const Icon = menuIcons[icon];
  return (
    <NavLink
      to={url}
      onClick={onNavigate}
      aria-current={isCurrent ? "page" : undefined}
      className={`flex min-h-8 items-center gap-2.5 rounded-sm px-2 pointer-coarse:min-h-11 ${isCurrent ? "bg-paper-3 font-medium text-ink" : "text-ink-2 hover:bg-paper-3/60 hover:text-ink"}`}
    >
      <Icon size={16} strokeWidth={1.5} aria-hidden="true" className={isCurrent ? "text-brand" : "text-ink-3"} />
      {t(name)}
    </NavLink>
  );
}

type GroupsProps = { groups: MenuGroup[]; currentId: string | undefined; onNavigate: (() => void) | undefined };

function Groups({ groups, currentId, onNavigate }: GroupsProps) {
  const t = useText();
  return groups.map((group) => (
    <div key={group.name.en}>
      <p className="mb-1 px-2 text-xs text-ink-3">{t(group.name)}</p>
      <ul className="grid gap-px">
        {group.entries.map((entry) => (
          <li key={entry.url}>
            <MenuLink entry={entry} isCurrent={currentId === entry.screen.id} onNavigate={onNavigate} />
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
  const currentId = entry?.screen.id;
  const { first, later } = splitMenu(groupsFor(person, menu), person.tenant.isNew);
  const hasCurrentLater = later.some(({ entries }) => entries.some(({ screen }) => screen.id === currentId));
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
        <Groups groups={first} currentId={currentId} onNavigate={onNavigate} />
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
              <Groups groups={later} currentId={currentId} onNavigate={onNavigate} />
            </div>
          </details>
        )}
      </nav>
    </div>
  );
}
