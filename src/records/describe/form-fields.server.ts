import { formulaFields } from "#kit/computed.ts";
import { conditionsOf, decidingFields, holds, showsIn } from "#kit/condition.ts";
import type { AnyRow, EntityDefinition } from "#kit/entity.ts";
import type { FieldConfig } from "#kit/field.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import type { ReadableEntity } from "#records/registry/view.server.ts";

type FormFields = {
  /** The fields among `names` that the reader gets, with the rules and formulas that the reader's browser can evaluate. */
  fieldsOf: (names: readonly string[]) => [name: string, field: FieldConfig][];
  /** The initial values, including those without a field that rules and formulas use. */
  values: Record<string, unknown>;
};

/**
 * The fields of a form for one reader. A rule over a field that the reader may not read is evaluated here, once. A formula over such a field is not
 * sent; its stored value is shown.
 */
export function formFieldsFor({ fields }: EntityDefinition, readable: ReadableEntity, row: AnyRow | null): FormFields {
  /** Some types ask for something with a new row only. */
  const isFormField = (name: string) => row === null || fieldTypeOf(fields[name]!).isForNewRows !== true;
  const inForm = new Set(readable.groups.flatMap((group) => group.fields).filter(isFormField));
  const start = (name: string) => (row === null ? fields[name]!.value : row[name]) ?? null;
  const defaults = Object.fromEntries(Object.keys(fields).map((name) => [name, start(name)]));
  const conditionOf = conditionsOf(fields);
  const isReadable = (name: string) => !Object.hasOwn(fields, name) || Object.hasOwn(readable.fields, name);

  function ruleFor(name: string, above: ReadonlySet<string> = new Set()): "sent" | "met" | "unmet" {
    const decider = conditionOf(name)?.field;
    if (decider === undefined || above.has(decider)) return "sent";
    if (!isReadable(decider))
      return holds(fields[name]!.if, defaults) && showsIn(fields, decider, defaults) ? "met" : "unmet";
    if (!inForm.has(decider)) return showsIn(fields, decider, defaults) ? "sent" : "unmet";
    return ruleFor(decider, new Set([...above, name])) === "unmet" ? "unmet" : "sent";
  }

  function fieldFor(name: string): [string, FieldConfig][] {
    const rule = ruleFor(name);
    if (rule === "unmet") return [];
    const { if: condition, compute, ...field } = fields[name]!;
    const canCompute = compute !== undefined && formulaFields(compute).every((source) => isReadable(source.field));
    return [
      [
        name,
        {
          ...field,
          ...(rule === "sent" && condition !== undefined ? { if: condition } : {}),
          ...(canCompute ? { compute } : {}),
        } as FieldConfig,
      ],
    ];
  }

  const read = [...inForm].flatMap((name) => [
    ...decidingFields(name, conditionOf),
    ...formulaFields(fields[name]!.compute ?? "").map(({ field }) => field),
  ]);
  const names = new Set([...inForm, ...read.filter((name) => Object.hasOwn(readable.fields, name))]);
  return {
    fieldsOf: (wanted) => wanted.filter(isFormField).flatMap(fieldFor),
    values: Object.fromEntries([...names].map((name) => [name, start(name)])),
  };
}
