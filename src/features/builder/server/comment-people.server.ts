import { sql } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import type { Mention } from "#kit/comment.ts";
import { maskedName } from "#kit/mobile.ts";
import page from "#entities/page.ts";
import { allows, hasAllFields } from "#records/registry/guard.server.ts";
import { activeMembers, membersWithRights } from "#server/identity/member-principal.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { permittedPageSql } from "./draft.server.ts";

/** The name of member `m` with account `a`, as colleagues see it: the name, else the username. */
const nameSql = sql`coalesce(nullif(m.name, ''), a.user_name, '')`;

/** The names of members, by their id. A name that is a mobile number is masked. */
async function namesOf(tx: Tx, tenantId: string, ids: readonly string[]): Promise<Map<string, string>> {
  const rows =
    await tx.rows<Mention>(sql`select m.id, ${nameSql} as name from member m join account a on a.id = m.account_id
    where m.tenant_id = ${tenantId}::uuid and m.id = any(${sql.param([...ids])}::uuid[])`);
  return new Map(rows.map(({ id, name }) => [id, maskedName(name)]));
}

/** The name under which a member comments. */
export const commentNameOf = async (tx: Tx, { tenantId, memberId }: UserPrincipal): Promise<string> =>
  (await namesOf(tx, tenantId, [memberId])).get(memberId) ?? "";

/**
 * The active members who may open a page in the builder, by name: those among `ids`, or without `ids` all administrators and people with roles, at most
 * 200.
 */
export async function peopleOfPage(
  tx: Tx,
  { tenantId, pageId }: { tenantId: string; pageId: string },
  ids?: readonly string[],
): Promise<Mention[]> {
  const candidates = await (ids === undefined
    ? membersWithRights(tx, tenantId)
    : ids.length === 0
      ? []
      : activeMembers(tx, tenantId, ids));
  const editors = candidates.filter(
    (person) => allows(person, page, "editContent") && hasAllFields(person, page, "editContent"),
  );
  if (editors.length === 0) return [];
  // One statement for all: roles may be limited to some pages.
  const permitted = await tx.rows<{ id: string }>(
    sql.join(
      editors.map(
        (person) =>
          sql`select ${person.memberId}::uuid as id from page where ${permittedPageSql(person, pageId, "editContent")}`,
      ),
      sql` union all `,
    ),
  );
  const names = await namesOf(
    tx,
    tenantId,
    permitted.map(({ id }) => id),
  );
  return permitted
    .map(({ id }) => ({ id, name: names.get(id) ?? "" }))
    .filter(({ name }) => name !== "")
    .toSorted((a, b) => a.name.localeCompare(b.name, "zh"));
}
