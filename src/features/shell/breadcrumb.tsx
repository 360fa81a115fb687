import { ChevronRight } from "lucide-react";
import { Link, useLocation } from "react-router";
import { useText } from "#ui/locale.ts";
import { useMenu } from "./menus.ts";

const texts = {
  here: { zh: "当前位置", en: "You are here" },
  home: { zh: "首页", en: "Home" },
  edit: { zh: "编辑", en: "Edit" },
  add: { zh: "新增", en: "Add" },
  import: { zh: "导入", en: "Import" },
};

/** The breadcrumb: home, area, parent screens, screen (B-022). */
export function Breadcrumb() {
  const t = useText();
  const { pathname } = useLocation();
  const { name, home, place, screen } = useMenu();
  const last = pathname.split("/").findLast(Boolean)?.toLowerCase();
  const pageName =
    screen?.crumb?.name ?? (last === "edit" || last === "add" || last === "import" ? texts[last] : undefined);
  const crumbs = [
    { name: t(name), url: home },
    ...(place === undefined || place.url === home ? [] : [{ name: t(place.name), url: place.url }]),
    ...(pageName === undefined ? [] : [{ name: t(pageName), url: undefined }]),
  ];
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
            <li key={crumb.name} className={`flex min-w-0 items-center gap-1.5 ${isLast ? "" : "max-sm:hidden"}`}>
              <ChevronRight
                size={14}
                strokeWidth={1.5}
                aria-hidden="true"
                className={`shrink-0 ${index === 0 ? "max-md:hidden" : "max-sm:hidden"}`}
              />
              {isLast || crumb.url === undefined ? (
                <span aria-current="page" className="truncate text-ink">
                  {crumb.name}
                </span>
              ) : (
                <Link to={crumb.url} className="truncate hover:text-ink">
                  {crumb.name}
                </Link>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
