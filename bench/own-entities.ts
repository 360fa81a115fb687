/** Spaces with entities of their own. */
import { sql } from "drizzle-orm";
import { entitiesTag } from "#server/postgres/tags.server.ts";
import type { Database } from "#server/postgres/database.server.ts";
import { newId } from "#server/process/id.server.ts";
import { createSessions } from "#server/identity/sessions.server.ts";
import { recordVisit } from "#features/auth/session/record-visit.server.ts";
import { databaseOf } from "./bench-database.ts";
import { addOwner, openSession } from "./people.ts";
import { postgresOf, type RunningApp } from "./running-app.ts";

/** A text that is the same in both languages. */
export const sameText = (text: string) => ({ zh: text, en: text });

/** Stores definitions of entities of a space. */
export const storeDefinitions = (database: Database, tenantId: string, definitions: readonly { type: string }[]) =>
  database.tenant(tenantId, async (tx) => {
    for (const definition of definitions)
      await tx.rows(sql`insert into entity_definition (id, tenant_id, type, version, definition)
        values (${newId()}::uuid, ${tenantId}::uuid, ${definition.type}, 1, ${JSON.stringify(definition)}::json)`);
    await tx.notifyChanged(entitiesTag(tenantId));
  });

/** Adds a space with an entity of its own; resolves to the token of its owner's session. `code`: that of the space. */
export async function addSpaceWithEntity(
  { dataFolder }: RunningApp,
  code: string,
  definition: { type: string },
): Promise<string> {
  await using postgres = await postgresOf(dataFolder);
  await using database = await databaseOf(postgres, 2);
  const owner = await addOwner(database, "13600000001", code);
  await storeDefinitions(database, owner.tenantId, [definition]);
  return openSession(database, createSessions({ database, recordVisit }), owner);
}
