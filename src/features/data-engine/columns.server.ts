import { z } from "zod";
import type { CallContext } from "#kit/call.ts";
import { type LocalizedField, storages } from "#kit/field.ts";
import type { Principal } from "#kit/access.ts";
import {
  dataSourceOf,
  type EnumRow,
  enumsSql,
  type OptionSources,
  optionSources,
} from "#records/registry/enums.server.ts";

/** The name of a data type or of a field type. */
export const typeNameInput = z.union([z.string().max(60), z.number()]).transform(String);

/** A column as clients send it. The engine decides whether it is one and which parts of it are valid. */
export const columnInput = z.unknown().optional();

/** A column (N-049), which also has the options of its field type. */
export const columnOutput = z.looseObject({
  field: z.exactOptional(z.string()),
  name: z.looseObject({ zh: z.string(), en: z.string() }),
  dataType: z.enum(storages),
  controlType: z.string(),
});

/** The configuration of a field of the form for columns, which also has the options of its type. */
export const columnFieldOutput: z.ZodType<LocalizedField> = z.looseObject({ type: z.string(), name: z.string() });

/** The options that the data source of a column has in the space. */
export async function sourcesOf(
  column: unknown,
  { principal: { tenantId }, services }: Pick<CallContext<Principal>, "principal" | "services">,
): Promise<OptionSources> {
  const source = typeof column === "object" && column !== null ? dataSourceOf(column) : undefined;
  return optionSources(
    source === undefined ? [] : await services.database.read<EnumRow>(tenantId, enumsSql(tenantId, [source])),
  );
}
