import type { MenuEntry, MenuGroup } from "#kit/menu-groups.ts";
import { menuIconUrl } from "#ui/menu-icon-url.ts";

const svg = "http://www.w3.org/2000/svg";

function linkTo(entry: MenuEntry, locale: "zh" | "en", currentUrl: string | undefined): HTMLAnchorElement {
  const link = document.createElement("a");
  link.href = entry.url;
  if (entry.opensTab === true) link.target = "_blank";
  if (entry.url === currentUrl) link.setAttribute("aria-current", "page");
  const icon = document.createElementNS(svg, "svg");
  icon.setAttribute("class", "icon");
  icon.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(svg, "use");
  use.setAttribute("href", menuIconUrl(entry));
  icon.append(use);
  link.append(icon, entry.name[locale]);
  return link;
}

/** Shows a member the builder's menu of the space as it is for their roles, instead of that of visitors (`widgets/parts/builder-menu.tsx`). */
export function showBuilderMenu(nav: HTMLElement, groups: readonly MenuGroup[]): void {
  const locale = document.documentElement.lang.startsWith("zh") ? "zh" : "en";
  const rows = groups.map(({ name, entries }) => {
    const row = document.createElement("div");
    row.className = "kinds";
    if (groups.length > 1 && name[locale] !== "") {
      const heading = document.createElement("span");
      heading.textContent = name[locale];
      row.append(heading);
    }
    row.append(...entries.map((entry) => linkTo(entry, locale, nav.dataset.builderMenu)));
    return row;
  });
  nav.replaceChildren(...rows);
}
