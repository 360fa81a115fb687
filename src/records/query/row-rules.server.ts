import { type SQL, sql } from "drizzle-orm";
import type { Principal, Verb } from "#kit/access.ts";
import type { AnyValues, EntityDefinition } from "#kit/entity.ts";
import { fieldsIn } from "#kit/filter.ts";
import { Problem } from "#kit/problem.ts";
import { matches, type RowCondition } from "#kit/row-condition.ts";
import { me, ruleFor } from "#kit/row-rule.ts";
import { programView, type RowLimit, viewOf } from "#records/registry/view.server.ts";
import { storeOf } from "./store-of.server.ts";
import { whereOf } from "./where.server.ts";

/** The member whose rows "my rows" are; undefined for an API key. */
const memberOf = (principal: Principal) =>
  principal.kind === "user" && principal.keyId === undefined ? principal.memberId : undefined;

type Reader = { principal: Principal; entity: EntityDefinition };

/** The author of a row is an internal column: filters do not know it, and a rule can only compare it with the reader. */
function isOwner({ principal, entity }: Reader, { op, value }: Extract<RowCondition, { field: string }>): SQL {
  const memberId = memberOf(principal);
  if (memberId === undefined || value !== me) return sql`false`;
  const isAdder = storeOf(entity).addedBy(memberId);
  return op === "eq" ? isAdder : op === "ne" ? sql`(${isAdder}) is not true` : sql`false`;
}

function partOf(reader: Reader, rule: RowCondition): SQL {
  const { principal, entity } = reader;
  if ("field" in rule) {
    if (rule.field === entity.owner) return isOwner(reader, rule);
    return whereOf(
      { readable: programView(entity).readable, tenantId: principal.tenantId },
      ruleFor(rule, memberOf(principal)),
    );
  }
  const isAll = "and" in rule;
  const parts = (isAll ? rule.and : rule.or).map((part) => partOf(reader, part));
  if (parts.length === 0) return isAll ? sql`true` : sql`false`;
  return sql`(${sql.join(parts, sql.raw(isAll ? " and " : " or "))})`;
}

/** SQL of a rule; undefined when the entity does not support it, for example because its definition has changed since. */
function ruleSql(reader: Reader, rule: RowCondition): SQL | undefined {
  try {
    return partOf(reader, rule);
  } catch (error) {
    if (error instanceof Problem && error.code === "badRequest") return undefined;
    throw error;
  }
}

/** Whether an entity supports a rule. */
export const isAnswerable = (principal: Principal, entity: EntityDefinition, rule: RowCondition): boolean =>
  ruleSql({ principal, entity }, rule) !== undefined;

/** SQL that is true of the rows within a limit. An unsupported rule gives access to no rows. */
export function limitSql(principal: Principal, entity: EntityDefinition, { isOwn, rules }: RowLimit): SQL {
  const memberId = memberOf(principal);
  const ownCondition = isOwn && memberId !== undefined ? [storeOf(entity).addedBy(memberId)] : [];
  const parts = [...ownCondition, ...rules.flatMap((rule) => ruleSql({ principal, entity }, rule) ?? [])];
  if (parts.length === 0) return sql`false`;
  return parts.length === 1 ? parts[0]! : sql`(${sql.join(parts, sql.raw(" or "))})`;
}

/** The limits of a verb that come from rules of roles. Limits to own rows are not among them: a save cannot change the author. */
const ruledLimits = (principal: Principal, entity: EntityDefinition, verb: Verb): readonly RowLimit[] =>
  (viewOf(principal, entity).limits.get(verb) ?? []).filter(({ rules }) => rules.length > 0);

/**
 * The fields that would put the changed row outside of this person's rows for the verb; undefined when it stays inside. Evaluates in memory the
 * same conditions as lists do in the database.
 */
export function fieldsOutside(
  principal: Principal,
  entity: EntityDefinition,
  verb: Verb,
  row: AnyValues,
): string[] | undefined {
  const memberId = memberOf(principal);
  const isOwn = memberId !== undefined && entity.owner !== undefined && row[entity.owner] === memberId;
  const holds = (rule: RowCondition) => isAnswerable(principal, entity, rule) && matches(ruleFor(rule, memberId), row);
  const violated = ruledLimits(principal, entity, verb).filter(
    (limit) => !(limit.isOwn && isOwn) && !limit.rules.some(holds),
  );
  if (violated.length === 0) return undefined;
  return [...new Set(violated.flatMap(({ rules }) => rules.flatMap(fieldsIn)))];
}

/** A cache key for the rows that a person may use; undefined without a limit, when all readers share them. */
export function limitKey(principal: Principal, entity: EntityDefinition, verb: Verb): unknown {
  const limits = viewOf(principal, entity).limits.get(verb);
  if (limits === undefined) return undefined;
  const isPersonal = limits.some(({ isOwn }) => isOwn) || JSON.stringify(limits).includes(JSON.stringify(me));
  return isPersonal ? [limits, memberOf(principal) ?? "key"] : [limits];
}

/** The fields that limit the rows of a verb; undefined when the limit is the author. */
export function limitFields(principal: Principal, entity: EntityDefinition, verb: Verb): string[] | undefined {
  const limits = viewOf(principal, entity).limits.get(verb) ?? [];
  if (limits.some(({ isOwn }) => isOwn)) return undefined;
  const fields = limits.flatMap(({ rules }) => rules.flatMap(fieldsIn));
  return entity.owner !== undefined && fields.includes(entity.owner) ? undefined : fields;
}
