import { ChevronRight } from "lucide-react";
import { Link } from "react-router";
import { useText } from "#ui/locale.ts";
import { useBreadcrumb } from "./menus.ts";

const texts = {
  here: { zh: "当前位置", en: "You are here" },
  home: { zh: "首页", en: "Home" },
};

/** The breadcrumb: the site's home page, then the path through the menu (B-022). */
export function Breadcrumb() {
  const t = useText();
  const crumbs = useBreadcrumb();
  return (
    <nav aria-label={t(texts.here)} className="min-w-0 text-sm text-ink-3">
      <ol className="flex items-center gap-1.5">
        <li className="max-md:hidden">
          {/* A public page, so this is a full page load. */}
          <a href="/index" className="hover:text-ink">
            {t(texts.home)}
          </a>
        </li>
        {crumbs.map((crumb, index) => {
          const isLast = index === crumbs.length - 1;
          return (
            <li key={index} className={`flex min-w-0 items-center gap-1.5 ${isLast ? "" : "max-sm:hidden"}`}>
              <ChevronRight
                size={14}
                strokeWidth={1.5}
                aria-hidden="true"
                className={`shrink-0 ${index === 0 ? "max-md:hidden" : "max-sm:hidden"}`}
              />
              {isLast || crumb.url === undefined ? (
                <span aria-current="page" className="truncate text-ink">
                  {t(crumb.name)}
                </span>
              ) : (
                <Link to={crumb.url} className="truncate hover:text-ink">
                  {t(crumb.name)}
                </Link>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
