import type { Grant } from "#kit/access.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import type { FieldProblems } from "#kit/problem.ts";
import type { RowCondition } from "#kit/row-condition.ts";
import { isSame } from "#kit/same.ts";
import type { Text } from "#kit/text.ts";
import { supportsRule } from "#records/query/row-rules.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";

const texts = {
  entity: { zh: "没有此类数据", en: "There is no such type of data" },
  field: { zh: "没有此字段", en: "There is no such field" },
  rule: { zh: "此条件不能用于该数据", en: "This condition cannot be used with this data" },
} satisfies Record<string, Text>;

type Subject = { context: RowContext; entity: EntityDefinition };

/** The conditions of a rule that the entity does not support, by their path. */
function ruleProblems({ context, entity }: Subject, rule: RowCondition, path: string): FieldProblems {
  if ("field" in rule) return supportsRule(context.principal, entity, rule) ? {} : { [path]: texts.rule };
  const [group, parts] = "and" in rule ? ["and", rule.and] : ["or", rule.or];
  return Object.assign(
    {},
    ...parts.map((part, index) => ruleProblems({ context, entity }, part, `${path}.${group}.${index}`)),
  );
}

const lists = ["read", "write", "export"] as const;

/**
 * The problems of grants in the field `name`, by path (`grants.0.rows.and.1`): entities and fields that the space does not have, and conditions that
 * an entity does not support. Problems that were already in `before` are accepted, because the space may have changed the entity in the meantime.
 */
export function grantProblems(
  context: RowContext,
  name: string,
  { grants, before }: { grants: readonly Grant[]; before: readonly Grant[] },
): FieldProblems {
  const problems: Record<string, Text> = {};
  for (const [index, grant] of grants.entries()) {
    const path = `${name}.${index}`;
    const earlier = before.find(({ entity }) => entity === grant.entity);
    if (isSame(grant, earlier)) continue;
    const entity = context.entities.all.find(({ type }) => type === grant.entity);
    if (entity === undefined) {
      problems[`${path}.entity`] = texts.entity;
      continue;
    }
    for (const list of lists) {
      const names = grant[list] ?? [];
      const unknown = names.filter(
        (field) => !Object.hasOwn(entity.fields, field) && earlier?.[list]?.includes(field) !== true,
      );
      for (const field of unknown) problems[`${path}.${list}.${names.indexOf(field)}`] = texts.field;
    }
    if (grant.rows !== undefined && !isSame(grant.rows, earlier?.rows))
      Object.assign(problems, ruleProblems({ context, entity }, grant.rows, `${path}.rows`));
  }
  return problems;
}
