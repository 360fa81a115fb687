import { conditionsOf, decidingFields, isShown } from "./condition.ts";
import { evaluate, fieldsIn, type Formula, parseFormula } from "./formula.ts";
import { memo } from "./memo.ts";

/** Fields, some of which may be computed: as defined, or as localized for a reader. */
type Computable = Readonly<Record<string, { compute?: string | undefined; if?: string | undefined }>>;
type Values = Readonly<Record<string, unknown>>;

/** A computed field with its dependencies: the fields of its formula, and those that decide whether these are shown. */
type Computed = { name: string; formula: Formula; sources: readonly string[]; dependencies: readonly string[] };

function parse(fields: Computable): Computed[] {
  const conditionOf = conditionsOf(fields);
  return Object.entries(fields).flatMap(([name, { compute }]): Computed[] => {
    const formula = compute === undefined ? undefined : parseFormula(compute);
    if (formula === undefined) return [];
    const sources = [...new Set(fieldsIn(formula).map(({ field }) => field))];
    const deciding = sources.flatMap((source) => decidingFields(source, conditionOf));
    return [{ name, formula, sources, dependencies: [...new Set([...sources, ...deciding])] }];
  });
}

/** Computed fields in dependency order; those in a cycle are left out. */
const formulasInOrder = memo((fields: Computable): readonly Computed[] => {
  const unresolved = new Map(parse(fields).map((field) => [field.name, field]));
  const inOrder: Computed[] = [];
  for (let hasProgress = true; hasProgress;) {
    hasProgress = false;
    for (const field of unresolved.values()) {
      if (field.dependencies.some((name) => unresolved.has(name))) continue;
      unresolved.delete(field.name);
      inOrder.push(field);
      hasProgress = true;
    }
  }
  return inOrder;
});

/** Computed fields whose formula is invalid or cyclic. */
export function invalidFormulas(fields: Computable): string[] {
  const validNames = new Set(formulasInOrder(fields).map(({ name }) => name));
  return Object.entries(fields).flatMap(([name, { compute }]) =>
    compute === undefined || validNames.has(name) ? [] : [name],
  );
}

/** The fields that a formula reads; `column`: a field of the rows of `field`. None for an invalid formula. */
export const formulaFields = (compute: string): { field: string; column?: string }[] => {
  const formula = parseFormula(compute);
  return formula === undefined ? [] : fieldsIn(formula);
};

/** The names of computed fields that depend on the field `changed`, directly or through others; all computed fields if `changed` is omitted. */
function dependentsOf(fields: Computable, changed?: string): ReadonlySet<string> {
  const changedNames = new Set<string>();
  for (const { name, dependencies } of formulasInOrder(fields))
    if (
      changed === undefined ||
      dependencies.some((dependency) => dependency === changed || changedNames.has(dependency))
    )
      changedNames.add(name);
  return changedNames;
}

/**
 * The values of computed fields for the other values of a row, the same in the browser and on the server. A hidden field counts as empty. `changed`:
 * only fields that depend on this one.
 */
export function computedValues(fields: Computable, values: Values, changed?: string): Record<string, unknown> {
  const dependents = dependentsOf(fields, changed);
  const conditionOf = conditionsOf(fields);
  const row: Record<string, unknown> = { ...values };
  const computed: Record<string, unknown> = {};
  for (const { name, formula, sources } of formulasInOrder(fields)) {
    if (!dependents.has(name)) continue;
    const visibleSources = sources.filter((source) => isShown(source, row, conditionOf));
    const result = evaluate(formula, Object.fromEntries(visibleSources.map((source) => [source, row[source]])));
    // An empty text is stored as null, as in other fields.
    const value = result === "" ? null : result;
    row[name] = value;
    computed[name] = value;
  }
  return computed;
}
