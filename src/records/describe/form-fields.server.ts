import { formulaFields } from "#kit/computed.ts";
import { conditionsOf, decidingFields, isRuleMet, isFieldShown } from "#kit/condition.ts";
import type { AnyRow, EntityDefinition } from "#kit/entity.ts";
import type { FieldConfig } from "#kit/field.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import type { ReadableEntity } from "#records/registry/view.server.ts";

type FormFields = {
  /** The fields among `names` to send to the reader, with the rules and formulas that the browser can evaluate. */
  fieldsOf: (names: readonly string[]) => [name: string, field: FieldConfig][];
  /** The initial values, including values of fields outside the form that rules and formulas use. */
  values: Record<string, unknown>;
};

/**
 * The fields of a form for one reader. A visibility rule that uses a field that the reader may not read is evaluated here. A formula that uses such a
 * field is not sent; the form shows its stored value.
 */
export function formFieldsFor({ fields }: EntityDefinition, readable: ReadableEntity, row: AnyRow | null): FormFields {
  /** Some field types are only for new rows. */
  const isFormField = (name: string) => row === null || fieldTypeOf(fields[name]!).isForNewRows !== true;
  const inForm = new Set(readable.groups.flatMap((group) => group.fields).filter(isFormField));
  const initialValue = (name: string) => (row === null ? fields[name]!.value : row[name]) ?? null;
  const defaults = Object.fromEntries(Object.keys(fields).map((name) => [name, initialValue(name)]));
  const conditionOf = conditionsOf(fields);
  const isReadable = (name: string) => !Object.hasOwn(fields, name) || Object.hasOwn(readable.fields, name);

  /** How to treat the visibility rule of a field: send it to the browser, or use the result of evaluating it here. `visited` stops cycles. */
  function ruleFor(name: string, visited: ReadonlySet<string> = new Set()): "sent" | "met" | "unmet" {
    const decidingField = conditionOf(name)?.field;
    if (decidingField === undefined || visited.has(decidingField)) return "sent";
    if (!isReadable(decidingField))
      return isRuleMet(fields[name]!.if, defaults) && isFieldShown(fields, decidingField, defaults) ? "met" : "unmet";
    // The value of a field outside the form cannot change there.
    if (!inForm.has(decidingField)) return isFieldShown(fields, decidingField, defaults) ? "sent" : "unmet";
    return ruleFor(decidingField, new Set([...visited, name])) === "unmet" ? "unmet" : "sent";
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

  const sourceNames = [...inForm].flatMap((name) => [
    ...decidingFields(name, conditionOf),
    ...formulaFields(fields[name]!.compute ?? "").map(({ field }) => field),
  ]);
  const names = new Set([...inForm, ...sourceNames.filter((name) => Object.hasOwn(readable.fields, name))]);
  return {
    fieldsOf: (requestedNames) => requestedNames.filter(isFormField).flatMap(fieldFor),
    values: Object.fromEntries([...names].map((name) => [name, initialValue(name)])),
  };
}
