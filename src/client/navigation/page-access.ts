import { pagePermissionId } from "#kit/page-permission.ts";
import { isAutoPath } from "#kit/app-pages.ts";
import { addressOf, type Screen } from "#kit/screens.ts";
import type { Person } from "#client/person.ts";

/** Whether the interface offers a page to the person (B-240). The server checks every call itself. */
export const mayOpen = ({ allRoleIds, isSuperAdmin }: Person, path: string): boolean =>
  isSuperAdmin || allRoleIds.includes(pagePermissionId(path));

/** Whether the interface shows a screen of an entity to the person. The data of lists and forms say so themselves, and other screens are for all. */
export function mayOpenScreen(person: Person, { access, paths }: Screen): boolean {
  if ("level" in access) return true;
  const addresses = paths.map(addressOf).filter((path) => !/[:*]/.test(path) && !isAutoPath(path.toLowerCase()));
  return addresses.length === 0 || addresses.some((path) => mayOpen(person, path));
}
