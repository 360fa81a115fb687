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

/** Whose rows "my rows" are: an API key has none of its own. */
const memberOf = (principal: Principal) =>
  principal.kind === "user" && principal.keyId === undefined ? principal.memberId : undefined;

type Reader = { principal: Principal; entity: EntityDefinition };

/** Who added a row stands in a column that only the program reads, so no filter knows it, and a rule compares it with nobody but the reader. */
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

/** SQL of a rule; undefined when the entity cannot answer it, because a space has changed its definition since for instance. */
function ruleSql(reader: Reader, rule: RowCondition): SQL | undefined {
  try {
    return partOf(reader, rule);
  } catch (error) {
    if (error instanceof Problem && error.code === "badRequest") return undefined;
    throw error;
  }
}

/** Whether an entity can answer a rule. */
export const isAnswerable = (principal: Principal, entity: EntityDefinition, rule: RowCondition): boolean =>
  ruleSql({ principal, entity }, rule) !== undefined;

/** True of the rows within a limit. A rule that cannot be answered opens none. */
export function limitSql(principal: Principal, entity: EntityDefinition, { isOwn, rules }: RowLimit): SQL {
  const memberId = memberOf(principal);
  const own = isOwn && memberId !== undefined ? [storeOf(entity).addedBy(memberId)] : [];
  const parts = [...own, ...rules.flatMap((rule) => ruleSql({ principal, entity }, rule) ?? [])];
  if (parts.length === 0) return sql`false`;
  return parts.length === 1 ? parts[0]! : sql`(${sql.join(parts, sql.raw(" or "))})`;
}

/** The limits of a verb that rules of roles set. Who may use no rows but their own cannot give those away. */
const ruledLimits = (principal: Principal, entity: EntityDefinition, verb: Verb): readonly RowLimit[] =>
  (viewOf(principal, entity).limits.get(verb) ?? []).filter(({ rules }) => rules.length > 0);

/**
 * The fields by which a row, as it would stand, would be none on which this person may use the verb; undefined when it would be one. What is
 * asked of rows in memory is what lists ask of the database.
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
  const broken = ruledLimits(principal, entity, verb).filter(
    (limit) => !(limit.isOwn && isOwn) && !limit.rules.some(holds),
  );
  if (broken.length === 0) return undefined;
  return [...new Set(broken.flatMap(({ rules }) => rules.flatMap(fieldsIn)))];
}

/** What tells the rows of a person from those of others that read the same entity; undefined where all rows are theirs. */
export function limitKey(principal: Principal, entity: EntityDefinition, verb: Verb): unknown {
  const limits = viewOf(principal, entity).limits.get(verb);
  if (limits === undefined) return undefined;
  const isPersonal = limits.some(({ isOwn }) => isOwn) || JSON.stringify(limits).includes(JSON.stringify(me));
  return isPersonal ? [limits, memberOf(principal) ?? "key"] : [limits];
}

/** The fields by which the rows of a verb are limited; undefined where they are by who added them. */
export function limitFields(principal: Principal, entity: EntityDefinition, verb: Verb): string[] | undefined {
  const limits = viewOf(principal, entity).limits.get(verb) ?? [];
  if (limits.some(({ isOwn }) => isOwn)) return undefined;
  const fields = limits.flatMap(({ rules }) => rules.flatMap(fieldsIn));
  return entity.owner !== undefined && fields.includes(entity.owner) ? undefined : fields;
}
