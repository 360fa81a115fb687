import { type SQL, sql } from "drizzle-orm";
import type { Principal, Verb } from "#kit/access.ts";
import type { AnyValues, EntityDefinition } from "#kit/entity.ts";
import { fieldsIn } from "#kit/filter.ts";
import { Problem } from "#kit/problem.ts";
import { matches, type RowCondition } from "#kit/row-condition.ts";
import { currentMember, ruleFor } from "#kit/row-rule.ts";
import { programView, type RowLimit, viewOf } from "#records/registry/view.server.ts";
import { storeOf } from "./store-of.server.ts";
import { whereOf } from "./where.server.ts";

/** The id of the member whose own rows are meant; undefined for an API key. */
const memberOf = (principal: Principal) =>
  principal.kind === "user" && principal.keyId === undefined ? principal.memberId : undefined;

type Reader = { principal: Principal; entity: EntityDefinition };

/** SQL of a condition on the author. The author is an internal column, which filters do not support; a rule can only compare it with the reader. */
function authorSql({ principal, entity }: Reader, { op, value }: Extract<RowCondition, { field: string }>): SQL {
  const memberId = memberOf(principal);
  if (memberId === undefined || value !== currentMember) return sql`false`;
  const addedByReader = storeOf(entity).addedBy(memberId);
  return op === "eq" ? addedByReader : op === "ne" ? sql`(${addedByReader}) is not true` : sql`false`;
}

function conditionSql(reader: Reader, rule: RowCondition): SQL {
  const { principal, entity } = reader;
  if ("field" in rule) {
    if (rule.field === entity.owner) return authorSql(reader, rule);
    return whereOf(
      { readable: programView(entity).readable, tenantId: principal.tenantId },
      ruleFor(rule, memberOf(principal)),
    );
  }
  const isAll = "and" in rule;
  const parts = (isAll ? rule.and : rule.or).map((part) => conditionSql(reader, part));
  if (parts.length === 0) return isAll ? sql`true` : sql`false`;
  return sql`(${sql.join(parts, sql.raw(isAll ? " and " : " or "))})`;
}

/** SQL of a rule; undefined when the entity does not support it, for example because its definition has changed since. */
function ruleSql(reader: Reader, rule: RowCondition): SQL | undefined {
  try {
    return conditionSql(reader, rule);
  } catch (error) {
    if (error instanceof Problem && error.code === "badRequest") return undefined;
    throw error;
  }
}

/** Whether an entity supports a rule. */
export const supportsRule = (principal: Principal, entity: EntityDefinition, rule: RowCondition): boolean =>
  ruleSql({ principal, entity }, rule) !== undefined;

/** SQL that is true for the rows within a limit. An unsupported rule gives access to no rows. */
export function limitSql(principal: Principal, entity: EntityDefinition, { isOwn, rules }: RowLimit): SQL {
  const memberId = memberOf(principal);
  const ownCondition = isOwn && memberId !== undefined ? [storeOf(entity).addedBy(memberId)] : [];
  const parts = [...ownCondition, ...rules.flatMap((rule) => ruleSql({ principal, entity }, rule) ?? [])];
  if (parts.length === 0) return sql`false`;
  return parts.length === 1 ? parts[0]! : sql`(${sql.join(parts, sql.raw(" or "))})`;
}

/** The limits of a verb with rules of roles. Limits to own rows are left out, because a save cannot change the author. */
const limitsWithRules = (principal: Principal, entity: EntityDefinition, verb: Verb): readonly RowLimit[] =>
  (viewOf(principal, entity).limits.get(verb) ?? []).filter(({ rules }) => rules.length > 0);

/**
 * The fields of the rules that the changed row violates; undefined when this person may use the verb on it. Evaluates in memory the conditions that
 * lists evaluate in the database.
 */
export function fieldsOfViolatedRules(
  principal: Principal,
  entity: EntityDefinition,
  verb: Verb,
  row: AnyValues,
): string[] | undefined {
  const memberId = memberOf(principal);
  const isOwn = memberId !== undefined && entity.owner !== undefined && row[entity.owner] === memberId;
  const isSatisfied = (rule: RowCondition) =>
    supportsRule(principal, entity, rule) && matches(ruleFor(rule, memberId), row);
  const violated = limitsWithRules(principal, entity, verb).filter(
    (limit) => !(limit.isOwn && isOwn) && !limit.rules.some(isSatisfied),
  );
  if (violated.length === 0) return undefined;
  return [...new Set(violated.flatMap(({ rules }) => rules.flatMap(fieldsIn)))];
}

/** A cache key for the rows on which a person may use a verb; undefined without a limit, when it is the same for all readers. */
export function limitKey(principal: Principal, entity: EntityDefinition, verb: Verb): unknown {
  const limits = viewOf(principal, entity).limits.get(verb);
  if (limits === undefined) return undefined;
  const isPersonal =
    limits.some(({ isOwn }) => isOwn) || JSON.stringify(limits).includes(JSON.stringify(currentMember));
  return isPersonal ? [limits, memberOf(principal) ?? "key"] : [limits];
}

/** The fields that the limits of a verb compare; undefined when one of them compares the author. */
export function limitFields(principal: Principal, entity: EntityDefinition, verb: Verb): string[] | undefined {
  const limits = viewOf(principal, entity).limits.get(verb) ?? [];
  if (limits.some(({ isOwn }) => isOwn)) return undefined;
  const fields = limits.flatMap(({ rules }) => rules.flatMap(fieldsIn));
  return entity.owner !== undefined && fields.includes(entity.owner) ? undefined : fields;
}
