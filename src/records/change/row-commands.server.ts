import { sql } from "drizzle-orm";
import type { Access, RequestPrincipal, UserPrincipal } from "#kit/access.ts";
import type { RowIcon } from "#kit/auto.ts";
import type { CallContext } from "#kit/call.ts";
import type { AnyRow, EntityDefinition } from "#kit/entity.ts";
import { Problem } from "#kit/problem.ts";
import { matches, type RowCondition } from "#kit/row-condition.ts";
import type { Text } from "#kit/text.ts";
import { rowsFor } from "#records/query/row.server.ts";
import { allowsEntity } from "#records/registry/guard.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import { admit, isAllowed } from "#server/http/calls.server.ts";
import { claimEffect } from "#server/http/idempotency.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { type LockedRow, lockRows } from "./patch.server.ts";
import { notFoundText } from "./refusals.server.ts";

declare module "#kit/call.ts" {
  interface Services {
    rowCommands: RowCommands;
  }
}

/** The message after a command; `info` when something remains to be done by hand. */
export type Outcome = { text: Text; kind: "success" | "info" };

/** A command on rows of an entity. Default export of a file under `src/features/<feature>/commands/`. */
export type RowCommand<E extends EntityDefinition = EntityDefinition> = {
  id: string;
  entity: E;
  name: Text;
  icon: RowIcon;
  /** Who may use it, on rows that they may read. */
  access: Access;
  /** The rows that offer it. */
  isFor?: RowCondition;
  /** Why it is unavailable for a row; it is listed nevertheless, with this text. The first matching rule counts. */
  whyNot?: readonly { when: RowCondition; text: Text }[];
  /** Confirmation question. `{name}` in the title is replaced by the row's title. */
  question?: { title: Text; isDangerous?: true };
  /** Accepts several rows at once, all or none. */
  isBatch?: true;
} & (
  | {
      /** Runs it in the transaction that has locked the rows. */
      run: (doing: { tx: Tx; context: CallContext<UserPrincipal> }, found: readonly LockedRow<E>[]) => Promise<Outcome>;
    }
  | {
      /** An address of the space's site that the browser copies; `{id}` stands for the row's. */
      copies: string;
    }
);

/** Why a command is unavailable for a row; undefined when it is available. */
export const whyNot = ({ whyNot: rules = [] }: Pick<RowCommand, "whyNot">, row: AnyRow): Text | undefined =>
  rules.find(({ when }) => matches(when, row))?.text;

/** By the entity's type. */
export type RowCommands = ReadonlyMap<string, readonly RowCommand[]>;

/** Declares a command. It only gets rows of its own entity. */
export const defineRowCommand = <E extends EntityDefinition>(command: RowCommand<E>): RowCommand =>
  command as unknown as RowCommand;

/** @throws when two commands of an entity have one name */
export function commandsByEntity(commands: readonly RowCommand[]): RowCommands {
  const all = Map.groupBy(commands, ({ entity }) => entity.type);
  for (const [type, found] of all) {
    const ids = found.map(({ id }) => id);
    if (new Set(ids).size < ids.length) throw new Error(`Two commands of ${type} have one name: ${ids.join(", ")}.`);
  }
  return all;
}

/** The commands of an entity that a person may use. */
export const commandsFor = (
  commands: RowCommands,
  by: RowContext<RequestPrincipal>,
  entity: EntityDefinition,
): readonly RowCommand[] =>
  (commands.get(entity.type) ?? []).filter(({ access }) =>
    isAllowed(access, by, { type: entity.type }, { allowsEntity }),
  );

const texts = {
  unknown: { zh: "没有此操作", en: "There is no such command" },
  one: { zh: "此操作一次只能用于一条数据", en: "This can be done with one record at a time" },
  notFor: { zh: "此数据不支持该操作", en: "This cannot be done with this record" },
} satisfies Record<string, Text>;

/** Runs a command on some rows, all or none. @throws {Problem} notFound for an unknown command or row; conflict with the reason why it is unavailable */
export async function runRowCommand(
  context: CallContext<UserPrincipal>,
  entity: EntityDefinition,
  { command: id, ids }: { command: string; ids: readonly string[] },
): Promise<Outcome> {
  const { who, services } = context;
  const command = services.rowCommands.get(entity.type)?.find((one) => one.id === id);
  if (command === undefined || !("run" in command)) throw new Problem("notFound", texts.unknown);
  admit(command.access, context, { type: entity.type }, { allowsEntity });
  const uniqueIds = [...new Set(ids)];
  if (uniqueIds.length > 1 && command.isBatch !== true) throw new Problem("badRequest", texts.one);
  return services.database.tenant(who.tenantId, async (tx) => {
    await claimEffect(tx);
    const which = sql`${rowsFor(who, entity, "read")} and id = any(${sql.param(uniqueIds)}::uuid[])`;
    const found = await lockRows(tx, entity, which);
    if (found.length !== uniqueIds.length) throw new Problem("notFound", notFoundText);
    for (const { row } of found) {
      const isApplicable = command.isFor === undefined || matches(command.isFor, row);
      const reason = isApplicable ? whyNot(command, row) : texts.notFor;
      if (reason !== undefined) throw new Problem("conflict", reason);
    }
    return command.run({ tx, context }, found);
  });
}
