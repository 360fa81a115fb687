import { sql } from "drizzle-orm";
import { forbiddenText, type Grant, hasLevel, type UserPrincipal, withView, withoutView } from "#kit/access.ts";
import type { CallContext } from "#kit/call.ts";
import { listSeparator } from "#kit/list-text.ts";
import { Problem } from "#kit/problem.ts";
import { formatText, type Text } from "#kit/text.ts";
import role from "#entities/role.ts";
import { recordAuditEvent } from "#records/change/history.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { compareRole, exceeds, type RoleComparison } from "./role-comparison.server.ts";

const texts = {
  notFound: { zh: "角色不存在或已删除", en: "This role does not exist" },
  moreRights: {
    zh: "此角色含有您自己没有的权限（{names}），不能以它查看",
    en: "You cannot view as this role: it has permissions that you do not have ({names})",
  },
} satisfies Record<string, Text>;

type RoleRow = { id: string; name: Text; grants: Grant[] };

/** @throws {Problem} notFound */
async function findRole(tx: Tx, tenantId: string, id: string): Promise<RoleRow> {
  const [roleRow] = await tx.rows<RoleRow>(sql`select id, name, grants from role
    where id = ${id}::uuid and tenant_id = ${tenantId}::uuid and deleted_at is null`);
  if (roleRow === undefined) throw new Problem("notFound", texts.notFound);
  return roleRow;
}

/** @throws {Problem} forbidden when the role has rights that the person does not have */
function refuseRoleWithMoreRights(
  { entities, locale }: CallContext,
  { own, viewed }: { own: UserPrincipal; viewed: UserPrincipal },
): void {
  const exceedingEntities = entities.all.filter((entity) => exceeds({ own, role: viewed }, entity));
  if (exceedingEntities.length === 0) return;
  const names = exceedingEntities.map(({ name }) => name[locale]).join(listSeparator[locale]);
  throw new Problem("forbidden", formatText(texts.moreRights, { names }));
}

/**
 * Starts viewing the space as a role in the caller's session, until `endView` is called or the session ends.
 * @throws {Problem} notFound; forbidden when the role has rights that the caller does not have
 */
export async function startView(context: CallContext<UserPrincipal>, roleId: string): Promise<void> {
  const { services, principal, requestId } = context;
  const { tenantId, sessionId } = principal;
  await services.database.system(async (tx) => {
    const { id, grants } = await findRole(tx, tenantId, roleId);
    refuseRoleWithMoreRights(context, { own: principal, viewed: withView(principal, id, grants) });
    await services.sessions.viewAsRole(tx, sessionId, id);
    await recordAuditEvent(tx, { principal, requestId }, role, { verb: "viewStart", tenantId, rowId: id });
  });
}

/** Stops viewing the space as a role in the caller's session. Does nothing outside such a view. */
export async function endView({ services, principal, requestId }: CallContext<UserPrincipal>): Promise<void> {
  const { tenantId, sessionId, view } = principal;
  if (view === undefined) return;
  await services.database.system(async (tx) => {
    await services.sessions.viewAsRole(tx, sessionId, null);
    await recordAuditEvent(tx, { principal, requestId }, role, { verb: "viewEnd", tenantId, rowId: view.roleId });
  });
}

/**
 * Compares a role with the caller's rights: the viewed role during a view as a role, else the role `id`.
 * @throws {Problem} notFound; forbidden if the caller is not an administrator, or the role has rights that the caller does not have
 */
export async function readComparison(
  context: CallContext<UserPrincipal>,
  id: string | undefined,
): Promise<RoleComparison & { name: string; isViewed: boolean }> {
  const { services, locale, principal } = context;
  const own = withoutView(principal);
  if (!hasLevel(own, "administrator")) throw new Problem("forbidden", forbiddenText);
  const roleId = principal.view?.roleId ?? id;
  if (roleId === undefined) throw new Problem("notFound", texts.notFound);
  const roleRow = await services.database.system((tx) => findRole(tx, own.tenantId, roleId));
  const viewed = withView(own, roleRow.id, roleRow.grants);
  refuseRoleWithMoreRights(context, { own, viewed });
  const comparison = await compareRole(context, { own, role: viewed });
  return { name: roleRow.name[locale], isViewed: principal.view !== undefined, ...comparison };
}
