import { type Access, hasLevel, type Verb, verbs } from "#kit/access.ts";
import { type AppPage, autoPages, pageVerbs } from "#kit/app-pages.ts";
import { pagePermissionId } from "#kit/page-permission.ts";
import { appScreens } from "#kit/app-screens.ts";
import type { EntityRegistry } from "#kit/entity-registry.ts";
import { memo } from "#kit/memo.ts";
import { pagesOf } from "#kit/screens.ts";
import { themeFilterOf, themeFilters } from "#kit/theme-type.ts";
import { allowsEntity } from "#records/registry/guard.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import { type PageToOpen, viewOf } from "#records/registry/view.server.ts";

type PageAccess = { access: Access; name: string; isAuto: boolean; isAdminArea: boolean; roleId: string };
const describePage = ({ path, access, name }: AppPage, isAuto: boolean): PageAccess => ({
  access,
  name,
  isAuto,
  // On these pages clients send the filter of the admin area, which only administrators may use (server/http/legacy-headers.server.ts).
  isAdminArea: themeFilterOf(path) === themeFilters.admin,
  roleId: pagePermissionId(path),
});

/** Every page of the app with its role id. A list or form page shows what the reader may read; other pages require access to whole rows. */
const allPages = memo((entities: EntityRegistry): readonly PageAccess[] => [
  ...pagesOf(appScreens).map((page) => describePage(page, false)),
  ...entities.all.flatMap(({ type }) => autoPages(type).map((page) => describePage(page, true))),
]);

/** The verbs of which the access to a page requires one. */
const verbsOf = (verb: Extract<Access, { verb: unknown }>["verb"]): readonly Verb[] =>
  verb === "import" ? pageVerbs.import : verbs.filter((item) => item === verb);

/** The screens that belong to one entity, besides its list and form. */
const entityScreens = memo((_screens: typeof appScreens) =>
  pagesOf(appScreens).flatMap(({ path, access, name }) =>
    "level" in access || access.type === undefined
      ? []
      : [{ path, name, type: access.type, verbs: verbsOf(access.verb) }],
  ),
);

/** The screens that belong to an entity, besides its list and form. */
export const entityScreensOf = (type: string): readonly PageToOpen[] =>
  entityScreens(appScreens).filter((screen) => screen.type === type);

/** The page of an entity at an address of a link, in which `{id}` stands for a row; undefined for other addresses. */
export function entityPageAt(type: string, url: string): PageToOpen | undefined {
  const path = url
    .split("?")[0]!
    .replace(/\/\{id\}$/, "")
    .toLowerCase();
  return entityScreens(appScreens).find((screen) => screen.type === type && screen.path === path);
}

/** Whether the roles of a person leave them a page. */
function givesPage({ principal, entities }: RowContext, { access, name }: PageAccess): boolean {
  if ("level" in access) return true;
  return viewOf(principal, entities.find(access.type)).givesPage({ name, verbs: verbsOf(access.verb) });
}

/** The role ids of the pages that a person may open (N-004). */
export function roleIdsOf(context: RowContext): string[] {
  const { principal, entities } = context;
  const isAdministrator = hasLevel(principal, "administrator");
  const viewPages = entities.views.flatMap(({ type }) =>
    autoPages(type)
      .filter(({ path }) => path.endsWith("/list"))
      .map((page) => describePage(page, true)),
  );
  return [...allPages(entities.shared ?? entities), ...viewPages]
    .filter(({ isAdminArea }) => isAdministrator || !isAdminArea)
    .filter(({ access, isAuto }) =>
      "level" in access ? hasLevel(principal, access.level) : allowsEntity(context, access.type, access.verb, !isAuto),
    )
    .filter((page) => givesPage(context, page))
    .map(({ roleId }) => roleId);
}
