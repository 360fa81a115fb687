import { z } from "zod";
import { type RequestPrincipal, signInFirstText } from "#kit/access.ts";
import type { CallContext } from "#kit/call.ts";
import { type BatchRefusal, batchVerbs } from "#kit/batch.ts";
import type { AnyRow, EntityDefinition } from "#kit/entity.ts";
import type { Text } from "#kit/text.ts";
import { titleOf } from "#records/describe/titles.server.ts";
import { Problem } from "#kit/problem.ts";
import { type Batch, type BatchOperation, guardBatch } from "#records/change/batch.server.ts";
import { operationOf, findRequest, type RowCommands } from "#records/change/row-commands.server.ts";
import { filterOfList, listFilterInput, typeInput } from "#records/query/row-input.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import { viewOf } from "#records/registry/view.server.ts";

/** A selection of rows, and the operation. */
export const batchInput = {
  type: typeInput,
  verb: z.enum(batchVerbs),
  /** The command or action of the entity, for the verb `command`. */
  command: z.string().min(1).max(60).optional(),
  selection: z.strictObject({ fields: listFilterInput.fields, filter: listFilterInput.filter }),
  /** The new values of an update. */
  values: z.record(z.string(), z.unknown()).default({}),
};

type BatchInput = z.output<z.ZodObject<typeof batchInput>>;

type RequestContext = RowContext<RequestPrincipal>;

/**
 * The batch that a call requests. Unlike a job, a call can run commands, which need its context.
 * @throws {Problem} unauthenticated; others as `batchOf`
 */
export function batchOfCall(context: CallContext, input: BatchInput): Batch {
  const { principal, services } = context;
  if (principal.kind !== "user") throw new Problem("unauthenticated", signInFirstText);
  return batchOf(context, input, { commands: services.rowCommands, context: { ...context, principal } });
}

/** The commands of all entities, and the context of the call in which one runs; a job has no such context. */
type CommandRuntime = { commands: RowCommands; context?: Parameters<typeof operationOf>[1] };

function operationFromInput(
  context: RequestContext,
  entity: EntityDefinition,
  { verb, values, command = "" }: BatchInput,
  runtime: CommandRuntime,
): BatchOperation {
  if (verb === "command")
    return operationOf(findRequest(runtime.commands, context, { entity, id: command }), runtime.context);
  return verb === "delete" ? { verb } : { verb, values };
}

/** The batch of an input. @throws {Problem} as `guardBatch`; notFound for an unknown type or command */
export function batchOf(context: RequestContext, input: BatchInput, runtime: CommandRuntime): Batch {
  const entity = context.entities.find(input.type);
  const operation = operationFromInput(context, entity, input, runtime);
  guardBatch(context, { entity, operation });
  return { entity, filter: filterOfList(viewOf(context.principal, entity).readable, input.selection), operation };
}

/** The maximum number of rows that are named as examples. */
const maxNames = 3;

/** The titles of up to three rows, without empty titles. */
export function namesOf(
  { principal, locale }: Pick<CallContext, "principal" | "locale">,
  entity: EntityDefinition,
  rows: readonly AnyRow[],
): string[] {
  const { titleField } = viewOf(principal, entity).readable;
  return rows
    .slice(0, maxNames)
    .map((row) => titleOf(row[titleField], locale))
    .filter((name) => name !== "");
}

/** The reasons of refusals, each with the number of its rows and example names; the most frequent first. */
export function refusalsOf(
  reader: Pick<CallContext, "principal" | "locale">,
  entity: EntityDefinition,
  refused: readonly { row: AnyRow; text: Text }[],
): BatchRefusal[] {
  const byReason = Map.groupBy(refused, ({ text }) => text[reader.locale]);
  return [...byReason]
    .map(([reason, refusals]) => ({
      reason,
      count: refusals.length,
      names: namesOf(
        reader,
        entity,
        refusals.map(({ row }) => row),
      ),
    }))
    .toSorted((one, other) => other.count - one.count);
}
