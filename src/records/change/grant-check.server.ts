import type { Grant } from "#kit/access.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import type { FieldProblems } from "#kit/problem.ts";
import type { RowCondition } from "#kit/row-condition.ts";
import { isSame } from "#kit/same.ts";
import type { Text } from "#kit/text.ts";
import { isAnswerable } from "#records/query/row-rules.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";

const texts = {
  entity: { zh: "没有此类数据", en: "There is no such type of data" },
  field: { zh: "没有此字段", en: "There is no such field" },
  rule: { zh: "此条件不能用于该数据", en: "This condition cannot be used with this data" },
} satisfies Record<string, Text>;

type Subject = { by: RowContext; entity: EntityDefinition };

/** The conditions of a rule that the entity cannot answer, by their place in it. */
function ruleProblems({ by, entity }: Subject, rule: RowCondition, path: string): FieldProblems {
  if ("field" in rule) return isAnswerable(by.principal, entity, rule) ? {} : { [path]: texts.rule };
  const [group, parts] = "and" in rule ? ["and", rule.and] : ["or", rule.or];
  return Object.assign({}, ...parts.map((part, at) => ruleProblems({ by, entity }, part, `${path}.${group}.${at}`)));
}

const lists = ["read", "write", "export"] as const;

/**
 * What grants name and the space does not have, by path (`grants.0.rows.and.1`): entities, fields, conditions of rules. What a role named `before`
 * stays: the space may have changed an entity since.
 */
export function grantProblems(
  by: RowContext,
  name: string,
  { grants, before }: { grants: readonly Grant[]; before: readonly Grant[] },
): FieldProblems {
  const problems: Record<string, Text> = {};
  for (const [at, grant] of grants.entries()) {
    const path = `${name}.${at}`;
    const earlier = before.find(({ entity }) => entity === grant.entity);
    if (isSame(grant, earlier)) continue;
    const entity = by.entities.all.find(({ type }) => type === grant.entity);
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
      Object.assign(problems, ruleProblems({ by, entity }, grant.rows, `${path}.rows`));
  }
  return problems;
}
