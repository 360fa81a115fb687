import type { EntityDefinition } from "#kit/entity.ts";
import { Problem } from "#kit/problem.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import { allows } from "#records/registry/guard.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import { type ReadableEntity, viewOf } from "#records/registry/view.server.ts";
import { permittedRowsSql } from "./row.server.ts";
import type { FindRelated } from "./where.server.ts";

type Reader = Pick<RowContext, "principal" | "entities">;

function findEntity({ entities }: Reader, type: string): EntityDefinition | undefined {
  try {
    return entities.find(type);
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

/**
 * The entity whose fields the reader may compare through a field of another one: a relation to one record of an entity that they may read. Entities
 * that ask for a recent proof of identity are left out, because conditions would tell what is in their rows.
 */
export function relatedEntity(reader: Reader, { fields }: ReadableEntity, name: string): EntityDefinition | undefined {
  const field = Object.hasOwn(fields, name) ? fields[name]! : undefined;
  if (field === undefined) return undefined;
  const { storage, references, isHidden } = fieldTypeOf(field);
  const target = references?.(field);
  if (target === undefined || storage !== "uuid" || isHidden === true) return undefined;
  const entity = findEntity(reader, target.entity);
  const isComparable =
    entity !== undefined &&
    entity.joined === undefined &&
    entity.stepUp?.includes("read") !== true &&
    allows(reader.principal, entity, "read");
  return isComparable ? entity : undefined;
}

/** Finds related records for the conditions of this reader. */
export const relatedRowsFor =
  (reader: Reader): FindRelated =>
  (readable, relation) => {
    const entity = relatedEntity(reader, readable, relation);
    if (entity === undefined) return undefined;
    return {
      readable: viewOf(reader.principal, entity).readable,
      permitted: permittedRowsSql(reader.principal, entity, "read"),
    };
  };
