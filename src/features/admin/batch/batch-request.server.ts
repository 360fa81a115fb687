import { z } from "zod";
import type { CallContext } from "#kit/call.ts";
import { type BatchRefusal, batchVerbs } from "#kit/batch.ts";
import type { AnyRow, EntityDefinition } from "#kit/entity.ts";
import type { Locale, Text } from "#kit/text.ts";
import { titleOf } from "#records/describe/titles.server.ts";
import { type Batch, guardBatch } from "#records/change/batch.server.ts";
import { filterOfList, listFilterInput, typeInput } from "#records/query/row-input.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import { viewOf } from "#records/registry/view.server.ts";

/** A selection of rows, and the operation. */
export const batchInput = {
  type: typeInput,
  verb: z.enum(batchVerbs),
  selection: z.strictObject({ fields: listFilterInput.fields, filter: listFilterInput.filter }),
  /** The new values of an update. */
  values: z.record(z.string(), z.unknown()).default({}),
};

type BatchInput = z.output<z.ZodObject<typeof batchInput>>;

/** @throws {Problem} as `guardBatch`; notFound for an unknown type */
export function batchOf(by: RowContext, { type, verb, selection, values }: BatchInput): Batch {
  const entity = by.entities.find(type);
  const act = verb === "delete" ? { verb } : { verb, values };
  guardBatch(by, { entity, act });
  return { entity, filter: filterOfList(viewOf(by.who, entity).readable, selection), act };
}

/** Rows that are named, as examples. */
const maxNames = 3;

/** The first rows, by their titles. */
export function namesOf(
  { who, locale }: Pick<CallContext, "who" | "locale">,
  entity: EntityDefinition,
  rows: readonly AnyRow[],
  max = maxNames,
): string[] {
  const { titleField } = viewOf(who, entity).readable;
  return rows
    .slice(0, max)
    .map((row) => titleOf(row[titleField], locale))
    .filter((name) => name !== "");
}

/** Reasons with the number of rows that each is about, most first. */
export function refusalsOf(
  reader: Pick<CallContext, "who" | "locale">,
  entity: EntityDefinition,
  refused: readonly { row: AnyRow; text: Text }[],
): BatchRefusal[] {
  const byReason = Map.groupBy(refused, ({ text }) => text[reader.locale as Locale]);
  return [...byReason]
    .map(([reason, all]) => ({
      reason,
      count: all.length,
      names: namesOf(
        reader,
        entity,
        all.map(({ row }) => row),
      ),
    }))
    .toSorted((one, other) => other.count - one.count);
}
