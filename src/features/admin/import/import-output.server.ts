import { z } from "zod";
import type { UserPrincipal } from "#kit/access.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import { importRowStates, importStates, maxImportColumns } from "#kit/import.ts";
import { jobStates } from "#kit/job.ts";
import type { Locale } from "#kit/text.ts";
import type { JobRow } from "#server/jobs/job-rows.server.ts";
import { completeMapping, guessMapping, type Mapping, mappingChoices } from "./import-columns.server.ts";
import type { SheetImport } from "./import-store.server.ts";
import type { SheetHead } from "./read-import.server.ts";

export const countsOutput = z.record(z.enum(importRowStates), z.number());
export const mappingInput = {
  /** The field of each column, null for a column that is not imported. */
  mapping: z
    .array(z.string().max(60).nullable())
    .min(1)
    .max(maxImportColumns)
    .describe(
      "Of each column the field, such as slug, or its texts in one language, such as title.zh; null for a column that is not imported. A text per language without a language is in that of the request.",
    ),
  /** The field that identifies the rows to change; null when all rows are new. */
  keyField: z.string().max(60).nullable(),
};

/** The output of calls about an import. */
export const importOutput = z.object({
  id: z.string(),
  type: z.string(),
  /** The name of the list. */
  title: z.string(),
  /** The name of the file. */
  name: z.string(),
  state: z.enum(importStates),
  columns: z.array(z.object({ title: z.string(), samples: z.array(z.string()) })),
  /**
   * The fields that a column can be mapped to, those with a text per language once per language. `isRequired`: a new row needs the field, in one
   * language, because it has no default value.
   */
  fields: z.array(z.object({ field: z.string(), name: z.string(), isRequired: z.boolean() })),
  /** The fields that can identify rows. */
  keys: z.array(z.string()),
  /** Whether the import may add rows. */
  mayAdd: z.boolean(),
  ...mappingInput,
  counts: countsOutput.nullable(),
  /** The newest job of a large import; `problem`: why it failed. */
  job: z.object({ id: z.uuid(), state: z.enum(jobStates), problem: z.string().nullable() }).nullable(),
  /** For how many seconds the import can be undone. */
  revertible: z.number(),
});

type OutputContext = { principal: UserPrincipal; entity: EntityDefinition; locale: Locale };

/** `head`: undefined when the file is deleted. `lastMapping`: the person's last mapping of the same columns. `job`: the newest job of the import. */
type ImportDetails = {
  head?: SheetHead | undefined;
  lastMapping?: Pick<SheetImport, "mapping" | "keyField"> | undefined;
  job?: JobRow | undefined;
};

/** The output of an import: its mapping is the stored one, else the last one of the same columns, else a guess. */
export function toImportOutput(
  { principal, entity, locale }: OutputContext,
  sheetImport: SheetImport,
  { head, lastMapping, job }: ImportDetails,
): z.input<typeof importOutput> {
  const { id, name, titles, state, mapping, keyField, counts, revertible } = sheetImport;
  const { fields, keys, mayAdd } = mappingChoices(principal, entity, locale);
  const targets = new Set(fields.map(({ field }) => field));
  const storedMapping = mapping === null ? lastMapping : { mapping, keyField };
  // A stored mapping may contain fields that the person has lost the right to write.
  const usableMapping: Mapping | undefined =
    storedMapping?.mapping?.length === titles.length
      ? {
          mapping: completeMapping(entity, storedMapping.mapping, locale).map((target) =>
            target !== null && targets.has(target) ? target : null,
          ),
          keyField:
            storedMapping.keyField !== null && keys.includes(storedMapping.keyField) ? storedMapping.keyField : null,
        }
      : undefined;
  return {
    id,
    type: entity.type,
    title: (entity.listName ?? entity.name)[locale],
    name,
    state,
    columns: titles.map((title, index) => ({ title, samples: head?.samples[index] ?? [] })),
    fields,
    keys,
    mayAdd,
    ...(usableMapping ?? guessMapping({ principal, entity, locale }, titles)),
    counts,
    job: job === undefined ? null : { id: job.id, state: job.state, problem: job.problem?.text[locale] ?? null },
    revertible,
  };
}
