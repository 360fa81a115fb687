import { sql } from "drizzle-orm";
import type { EntityDefinition } from "#kit/entity.ts";
import type { FieldConfig } from "#kit/field.ts";
import { seconds } from "#kit/format.ts";
import { Problem } from "#kit/problem.ts";
import type { Text } from "#kit/text.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import { type StoredDefinition, storedEntityOf } from "#records/registry/stored-definition.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { sqlErrorKind } from "#server/postgres/sql-error.server.ts";
import { entitiesTag, rowExistenceTag, rowsTag } from "#server/postgres/tags.server.ts";

/** The fields that a definition no longer has and whose values are kept, by name. `removedAt`: since when. */
export type RemovedFields = Readonly<Record<string, { config: FieldConfig; removedAt: string }>>;

/** A definition of a space. One that was unpublished keeps its records, but is no entity of the space. */
export type SpaceDefinition = {
  id: string;
  tenantId: string;
  version: number;
  facets: readonly string[];
  definition: StoredDefinition;
  removedFields: RemovedFields;
  isPublished: boolean;
};

/** All definitions of the caller's space, published or not: as the database has them, not as this process remembers them. */
export const readDefinitions = (tx: Tx, { principal: { tenantId } }: RowContext): Promise<SpaceDefinition[]> =>
  tx.rows<SpaceDefinition>(sql`select id, tenant_id as "tenantId", version, facets, definition, removed_fields as "removedFields",
      unpublished_at is null as "isPublished"
    from entity_definition where tenant_id = ${tenantId}::uuid order by type`);

/** ms that a publication waits for another one, and for saves that are under way. */
const lockTimeout = seconds(2);
const texts = {
  publishing: {
    zh: "此空间正在发布另一个定义，请稍后重试",
    en: "Another definition of this space is being published. Try again when it is done.",
  },
  saving: {
    zh: "其数据正在大量修改，例如导入，请稍后重试",
    en: "Many of its records are being changed, by an import for example. Try again when this is done.",
  },
} satisfies Record<string, Text>;

/** The problem when another transaction keeps a lock for long. A job that is "unavailable" is handed out again, until it gets the lock. */
type LockProblem = "conflict" | "unavailable";

/** Waits for locks. @throws {Problem} `code` with this text when another transaction keeps one for long */
async function waitForLocks(tx: Tx, code: LockProblem, text: Text, lock: () => Promise<unknown>): Promise<void> {
  try {
    await tx.limitWaits(lockTimeout, lock);
  } catch (error) {
    throw sqlErrorKind(error) === "locked" ? new Problem(code, text) : error;
  }
}

/** Prevents other publications in the space until this transaction ends. @throws {Problem} `code` when one of them takes long */
export const lockDefinitions = (tx: Tx, tenantId: string, code: LockProblem = "conflict"): Promise<void> =>
  waitForLocks(tx, code, texts.publishing, () => tx.lock(`entity definitions ${tenantId}`));

/**
 * Refuses saves of the records of a definition until this transaction ends, after those that are under way: saves lock the definition
 * (`lockDefinition`). Its records can be read meanwhile.
 * @throws {Problem} `code` when the saves that are under way take long
 */
export const refuseSaves = (tx: Tx, tenantId: string, id: string, code: LockProblem = "conflict"): Promise<void> =>
  waitForLocks(tx, code, texts.saving, () =>
    tx.rows(
      sql`select 1 from entity_definition where tenant_id = ${tenantId}::uuid and id = ${id}::uuid for no key update`,
    ),
  );

/** The entities to which relations of a definition may lead, apart from its own: those of the program, and the published ones of the space. */
export const otherEntities = (
  { entities }: RowContext,
  definitions: readonly SpaceDefinition[],
  id: string | undefined,
): EntityDefinition[] => [
  ...entities.all.filter(({ stored }) => stored === undefined),
  ...definitions
    .filter((other) => other.isPublished && other.id !== id)
    .map((other) => storedEntityOf(other.definition, other)),
];

/** Notifies every process that the entity of a definition has changed, and with it everything that shows its rows. */
export async function notifyEntityChanged(tx: Tx, tenantId: string, type: string): Promise<void> {
  for (const tag of [entitiesTag(tenantId), rowsTag(tenantId, type), rowExistenceTag(tenantId, type)])
    await tx.notifyChanged(tag);
}
