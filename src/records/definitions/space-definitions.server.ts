import { sql } from "drizzle-orm";
import type { EntityDefinition } from "#kit/entity.ts";
import type { FieldConfig } from "#kit/field.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import { type StoredDefinition, storedEntityOf } from "#records/registry/stored-definition.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { entitiesTag, rowExistenceTag, rowsTag } from "#server/postgres/tags.server.ts";

/** The fields that a definition no longer has and whose values are kept, by name. `removedAt`: since when. */
export type RemovedFields = Readonly<Record<string, { config: FieldConfig; removedAt: string }>>;

/** A definition of a space. One that was unpublished keeps its records, but is no entity of the space. */
export type SpaceDefinition = {
  id: string;
  tenantId: string;
  version: number;
  definition: StoredDefinition;
  removedFields: RemovedFields;
  isPublished: boolean;
};

/** All definitions of the caller's space, published or not: as the database has them, not as this process remembers them. */
export const readDefinitions = (tx: Tx, { principal: { tenantId } }: RowContext): Promise<SpaceDefinition[]> =>
  tx.rows<SpaceDefinition>(sql`select id, tenant_id as "tenantId", version, definition, removed_fields as "removedFields",
      unpublished_at is null as "isPublished"
    from entity_definition where tenant_id = ${tenantId}::uuid order by type`);

/** Prevents other publications in the space until this transaction ends. */
export const lockDefinitions = (tx: Tx, { principal: { tenantId } }: RowContext): Promise<void> =>
  tx.lock(`entity definitions ${tenantId}`);

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
