import { sql } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import { type AdvancedItem, pageSizes } from "#kit/auto.ts";
import { countCap } from "#kit/total.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import type { LocalizedField } from "#kit/field.ts";
import { Problem } from "#kit/problem.ts";
import { isRowOperator, type RowCondition } from "#kit/row-condition.ts";
import { currentMember } from "#kit/row-rule.ts";
import type { Locale } from "#kit/text.ts";
import { countSql } from "#records/query/count.server.ts";
import { readRows } from "#records/query/list.server.ts";
import { permittedRowsSql } from "#records/query/row.server.ts";
import { supportsRule, limitSql } from "#records/query/row-rules.server.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import { programView } from "#records/registry/view.server.ts";
import type { Database } from "#server/postgres/database.server.ts";
import { advancedItemsOf } from "./advanced.server.ts";
import { plainConfig } from "./describe.server.ts";
import { titleOf } from "./titles.server.ts";

const texts = {
  me: { zh: "成员本人", en: "The signed-in member" },
  addedBy: { zh: "添加人", en: "Added by" },
  unsupportedRule: {
    zh: "条件与当前字段不符，请重新设置",
    en: "These conditions no longer fit the fields. Set them again.",
  },
};

type Reader = RowContext<UserPrincipal> & { locale: Locale };
type Choice = { key: string; name: { zh: string; en: string } };

/** The members to choose from in a rule: the signed-in member, and up to one page of active members. */
async function memberChoices(database: Database, { principal, entities, locale }: Reader): Promise<Choice[]> {
  const member = entities.find("member");
  const { titleField } = programView(member).readable;
  const rows = await readRows(database, principal, member, {
    fields: [titleField],
    filter: { field: "status", op: "eq", value: "active" },
    pageSize: pageSizes.at(-1)!,
  });
  const members = rows.map((row) => {
    const name = titleOf(row[titleField], locale);
    return { key: row.id, name: { zh: name, en: name } };
  });
  return [{ key: currentMember, name: texts.me }, ...members];
}

const choiceField = (options: Choice[], locale: Locale): LocalizedField =>
  plainConfig({ type: "dropdownlist", name: texts.me, options }, locale);

const namesMember = ({ fields }: EntityDefinition, name: string): boolean => {
  const field = fields[name];
  return field !== undefined && fieldTypeOf(field).references?.(field).entity === "member";
};

/** The fields that the rule of a role can compare, with their operators. Fields with members offer the signed-in member and members by name. */
export async function ruleItemsOf(
  database: Database,
  reader: Reader,
  entity: EntityDefinition,
): Promise<AdvancedItem[]> {
  const { locale } = reader;
  const items = advancedItemsOf(programView(entity).readable, locale).map((item) => ({
    ...item,
    operators: item.operators.filter(({ dataType }) => isRowOperator(dataType)),
  }));
  const members = items.some(({ prop }) => namesMember(entity, prop)) ? await memberChoices(database, reader) : [];
  const comparisons = items
    .filter(({ operators }) => operators.length > 0)
    .map((item): AdvancedItem => {
      if (!namesMember(entity, item.prop)) return item;
      const operators = item.operators.filter(({ dataType }) => dataType !== "in");
      return {
        ...item,
        operators: operators.map(({ dataType, config }) =>
          config === undefined ? { dataType } : { dataType, config: choiceField(members, locale) },
        ),
      };
    });
  const { owner } = entity;
  if (owner === undefined) return comparisons;
  const config = choiceField([{ key: currentMember, name: texts.me }], locale);
  const authorItem: AdvancedItem = {
    prop: owner,
    label: texts.addedBy[locale],
    type: config.type,
    sortOrder: comparisons.length,
    isTime: false,
    operators: [
      { dataType: "eq", config },
      { dataType: "ne", config },
    ],
  };
  return [...comparisons, authorItem];
}

/** The number of rows within a rule, and of all rows that its author may read; each counted up to 10,001. */
export type RuleCount = { count: number; of: number };

/** Counts the rows of a rule for its author. @throws {Problem} invalid for a rule that the entity does not support */
export async function countRule(
  database: Database,
  principal: UserPrincipal,
  entity: EntityDefinition,
  rule: RowCondition,
): Promise<RuleCount> {
  if (!supportsRule(principal, entity, rule)) throw new Problem("invalid", texts.unsupportedRule);
  const all = permittedRowsSql(principal, entity, "read");
  const limited = sql`${all} and ${limitSql(principal, entity, { isOwn: false, rules: [rule] })}`;
  const [row] = await database.read<RuleCount>(
    principal.tenantId,
    sql`select (${countSql({ entity, where: limited }, countCap)}) as count, (${countSql({ entity, where: all }, countCap)}) as of`,
  );
  return row!;
}
