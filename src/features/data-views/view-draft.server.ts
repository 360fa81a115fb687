import { z } from "zod";
import { aggregates, viewLimits, type ViewRow, viewOperators } from "#kit/joined-view.ts";
import { typeNameProblem } from "#kit/reserved-names.ts";
import { typeInput } from "#records/query/row-input.server.ts";

const pathInput = z.string().max(200);
export const valueInput = z.strictObject({ path: pathInput, aggregate: z.enum(aggregates).nullish() });
const textInput = z.strictObject({ zh: z.string().max(400).nullish(), en: z.string().max(400).nullish() });

/** The definition of a view while somebody edits it, which may still be wrong. */
export const viewDraftInput = z.strictObject({
  /** The identifier of the view; it may still be empty. */
  tableName: z.string().max(100),
  base: typeInput,
  columns: z
    .array(
      valueInput.extend({
        title: textInput.nullish(),
        isSearchable: z.boolean().nullish(),
        sort: z.enum(["asc", "desc"]).nullish(),
      }),
    )
    .max(viewLimits.columns),
  conditions: z
    .array(valueInput.extend({ operator: z.enum(viewOperators), value: z.string().max(200).nullish() }))
    .max(viewLimits.conditions),
  maxRows: z.number().int().min(1).max(viewLimits.rows).nullish(),
});

/** The type of a view whose own identifier is empty or not allowed. */
const placeholderType = "preview";

/** A draft as a row of `collectData`. */
export function toViewRow({ tableName, maxRows, ...draft }: z.output<typeof viewDraftInput>): ViewRow {
  const type = typeNameProblem(tableName) === undefined ? tableName : placeholderType;
  return {
    ...(draft as Pick<ViewRow, "base" | "columns" | "conditions">),
    id: "",
    version: 0,
    name: { zh: type, en: type },
    tableName: type,
    maxRows: maxRows ?? null,
    readers: "everyone",
  };
}
