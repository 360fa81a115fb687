import { type Access, hasLevel } from "#kit/access.ts";
import { type AppPage, autoPages } from "#kit/app-pages.ts";
import { pagePermissionId } from "#kit/page-permission.ts";
import { appScreens } from "#kit/app-screens.ts";
import type { EntityRegistry } from "#kit/entity-registry.ts";
import { memo } from "#kit/memo.ts";
import { pagesOf } from "#kit/screens.ts";
import { themeFilterOf, themeFilters } from "#kit/theme-type.ts";
import { allowsEntity } from "#records/registry/guard.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";

type PageAccess = { access: Access; isAuto: boolean; isAdminArea: boolean; roleId: string };
const describePage = ({ path, access }: AppPage, isAuto: boolean): PageAccess => ({
  access,
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
    .map(({ roleId }) => roleId);
}
