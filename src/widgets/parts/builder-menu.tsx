import { menus } from "#kit/menus.ts";
import type { MenuGroup } from "#kit/menu-groups.ts";
import type { RenderContext } from "#kit/widget.ts";
import { menuIconUrl } from "#ui/menu-icon-url.ts";

const { name } = menus.builder;

type BuilderMenuProps = { groups: readonly MenuGroup[]; currentUrl: string; context: RenderContext };

/**
 * The menu of the builder (B-023) as visitors see it. `islands/builder-menu.ts` shows members of the space what is for their roles in the same format.
 */
export function BuilderMenu({ groups, currentUrl, context: { t } }: BuilderMenuProps) {
  return (
    <nav className="builder-menu" aria-label={t(name)} data-builder-menu={currentUrl}>
      {groups.map((group, index) => (
        <div key={index} className="kinds">
          {groups.length > 1 && t(group.name) !== "" && <span>{t(group.name)}</span>}
          {group.entries.map((entry) => (
            <a
              key={entry.url}
              href={entry.url}
              target={entry.opensTab === true ? "_blank" : undefined}
              aria-current={entry.url === currentUrl ? "page" : undefined}
            >
              <svg className="icon" aria-hidden="true">
                <use href={menuIconUrl(entry)} />
              </svg>
              {t(entry.name)}
            </a>
          ))}
        </div>
      ))}
    </nav>
  );
}
