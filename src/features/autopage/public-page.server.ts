import { signInFirstText } from "#kit/access.ts";
import type { CallContext } from "#kit/call.ts";
import { normalizePagePath } from "#kit/page-path.ts";
import { widgetsOf, withoutHidden } from "#kit/page-tree.ts";
import { Problem } from "#kit/problem.ts";
import { textIn } from "#kit/text.ts";
import { pageForVisit } from "#kit/visited-page.ts";
import { readSnapshot } from "#render/page/read-page.ts";
import type { AutoPageOutput } from "./page-output.server.ts";

/** `web/{key}`, as the type of a page of the site. */
const webType = /^\/?(web\/[^/?#]+)$/i;

/** The path of the page of the site that a type names; undefined for the type of an auto page. */
export function sitePathOf(type: string): string | undefined {
  const [, path] = webType.exec(type) ?? [];
  return path === undefined ? undefined : normalizePagePath(`/${path}`);
}

/** The published page of the site at a path, as an auto page. @throws {Problem} notFound; unauthenticated for a page that requires a sign-in */
export async function readSitePage(
  {
    principal,
    siteTenantId,
    services,
    locale,
  }: Pick<CallContext, "principal" | "siteTenantId" | "services" | "locale">,
  { type, path }: { type: string; path: string },
): Promise<AutoPageOutput> {
  const published = await services.publishedPages.find(
    (query) => services.database.read(siteTenantId, query),
    siteTenantId,
    path,
  );
  if (published === undefined) throw new Problem("notFound", { zh: "页面不存在", en: "Page not found" });
  const page = pageForVisit(withoutHidden(readSnapshot(published.document).page), { locale, at: Date.now() });
  if (page.setting.isLogin === true && principal.kind !== "user") throw new Problem("unauthenticated", signInFirstText);
  const widgets = widgetsOf(page);
  return {
    name: textIn(page.setting.title, locale),
    widgets: widgets.map(({ id, name, value }) => ({
      id,
      name,
      title: "",
      componentPath: `widgets/${name}`,
      apiUrl: "",
      layout: "",
      columns: 24,
      status: "",
      style: {},
      border: { show: false, class: "plain", title: "", intro: "", icon: "", fontColor: "" },
      setting: { background: "" },
      value,
    })),
    id: null,
    type,
    kind: "index",
    intro: textIn(page.setting.description, locale),
    layout: "",
    setting: { background: "" },
    value: { gutter: 0, cols: widgets.map(() => ({ span: 24 })) },
    days: "30",
    filters: [],
    source: null,
  };
}
