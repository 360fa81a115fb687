import { type Access, type Principal, reaches } from "#kit/access.ts";
import { type AppPage, autoPages, ownPages, roleIdOf } from "#kit/app-pages.ts";
import { filterOf, themeFilters } from "#kit/theme-type.ts";
import { allEntities } from "#records/registry/definitions.server.ts";
import { allowsEntity } from "#records/registry/guard.server.ts";

type KnownPage = { access: Access; isAuto: boolean; isBackOffice: boolean; roleId: string };
const describePage = ({ path, access }: AppPage, isAuto: boolean): KnownPage => ({
  access,
  isAuto,
  // Where our client says that it is the back office, which is for administrators (server/http/legacy-headers.server.ts).
  isBackOffice: filterOf(path) === themeFilters.admin,
  roleId: roleIdOf(path),
});

/** Every page of the app with its role id. An auto page shows what the reader may see; other pages need rows as a whole. */
const pages: readonly KnownPage[] = [
  ...ownPages.map((page) => describePage(page, false)),
  ...allEntities.flatMap(({ type }) => autoPages(type).map((page) => describePage(page, true))),
];

/** The role ids of the pages that a person may open (N-004). */
export function roleIdsOf(who: Principal): string[] {
  const isAdministrator = reaches(who, "administrator");
  return pages
    .filter(({ isBackOffice }) => isAdministrator || !isBackOffice)
    .filter(({ access, isAuto }) =>
      "level" in access ? reaches(who, access.level) : allowsEntity(who, access.type, access.entity, !isAuto),
    )
    .map(({ roleId }) => roleId);
}
