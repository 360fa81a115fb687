import { NavLink, useLocation } from "react-router";
import { BrandMark } from "#ui/art/mark.tsx";
import { onOwnSite, wayTo } from "#ui/own-site.ts";
import { useLocale, useSay } from "#ui/locale.ts";
import { areaOf } from "./areas.ts";
import type { Person } from "./person.ts";

/** Brand, space and places. Stands at the left, or in a drawer on narrow screens. */
export function SideMenu({ person, onGo }: { person: Person; onGo?: () => void }) {
  const say = useSay();
  const locale = useLocale();
  const { pathname } = useLocation();
  const area = areaOf(pathname);
  const current = area.place?.url;
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-6 overflow-y-auto px-3 py-4">
      <a href={wayTo(onOwnSite("/index"))} className="side-brand flex items-center gap-2.5 px-2 font-semibold text-ink">
        <BrandMark />
        <span className="truncate">{person.tenant.name[locale]}</span>
      </a>
      <nav aria-label={say(area.menu)} className="grid gap-5 text-sm">
        {area.groupsFor(person).map((group) => (
          <div key={group.name.en}>
            <p className="mb-1 px-2 text-xs text-ink-3">{say(group.name)}</p>
            <ul className="grid gap-px">
              {group.places.map(({ url, name, icon: Icon }) => (
                <li key={url}>
                  <NavLink
                    to={url}
                    onClick={onGo}
                    aria-current={current === url ? "page" : undefined}
                    className={`flex min-h-8 items-center gap-2.5 rounded-sm px-2 pointer-coarse:min-h-11 ${current === url ? "bg-paper-3 font-medium text-ink" : "text-ink-2 hover:bg-paper-3/60 hover:text-ink"}`}
                  >
                    <Icon
                      size={16}
                      strokeWidth={1.5}
                      aria-hidden="true"
                      className={current === url ? "text-brand" : "text-ink-3"}
                    />
                    {say(name)}
                  </NavLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
    </div>
  );
}
