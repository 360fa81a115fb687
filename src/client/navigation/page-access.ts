import { pagePermissionId } from "#kit/page-permission.ts";
import type { Person } from "#client/person.ts";

/** Whether the interface offers a page to the person (B-240). The server checks every call itself. */
export const mayOpen = ({ allRoleIds, isSuperAdmin }: Person, path: string): boolean =>
  isSuperAdmin || allRoleIds.includes(pagePermissionId(path));
