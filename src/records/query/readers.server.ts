import { sql } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import { viewOf } from "#records/registry/view.server.ts";
import { membersWithRights } from "#server/identity/member-principal.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { permittedRowsSql } from "./row.server.ts";
import { storeOf } from "./store-of.server.ts";

type ReaderFilter = {
  /** Further candidates besides administrators and members with a role. */
  ids?: readonly string[];
  /** A further condition on the members. */
  isWanted?: (principal: UserPrincipal) => boolean;
  /** Fields whose values a notification contains: members who may not read all of them are left out. */
  quotes: readonly string[];
};

/** The ids of the members of a space who may read a row. The transaction must have access to that space. */
export async function readerIdsOf(
  tx: Tx,
  entity: EntityDefinition,
  row: { tenantId: string; id: string },
  { ids = [], isWanted = () => true, quotes }: ReaderFilter,
): Promise<string[]> {
  const mayRead = (principal: UserPrincipal) => {
    const { may, readable } = viewOf(principal, entity);
    return may.has("read") && quotes.every((name) => Object.hasOwn(readable.fields, name));
  };
  const people = await membersWithRights(tx, row.tenantId, ids);
  const readers: string[] = [];
  for (const principal of people.filter((person) => isWanted(person) && mayRead(person))) {
    const rows = await tx.rows(
      sql`select 1 from ${storeOf(entity).from([])} where ${permittedRowsSql(principal, entity, "read")} and id = ${row.id}::uuid`,
    );
    if (rows.length > 0) readers.push(principal.memberId);
  }
  return readers;
}
