import { type ListLayout, maxColumns } from "#kit/list-layout.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import type { SeenEntity } from "#records/registry/view.server.ts";

/** Whether the values of a field fit into a line. */
function fitsLine({ fields }: SeenEntity, name: string): boolean {
  const field = fields[name]!;
  const { isHidden, storage, inlineText } = fieldTypeOf(field);
  return isHidden !== true && storage !== "none" && storage !== "json" && inlineText?.(field).hasLines !== true;
}

/** The fields that a reader may choose as columns of a list: first those of its definition, then the others whose values fit on a line. */
export const columnChoices = (seen: SeenEntity): string[] => [
  ...new Set([...seen.list.columns, ...Object.keys(seen.fields).filter((name) => fitsLine(seen, name))]),
];

/**
 * The columns of a list for one reader. Chosen columns that the reader may not read any more are left out; if none is left, the definition's columns
 * are used.
 */
export function shownColumns(seen: SeenEntity, layout: ListLayout | undefined): ListLayout["columns"] {
  const choices = new Set(columnChoices(seen));
  const chosenColumns = (layout?.columns ?? []).filter(({ field }) => choices.delete(field)).slice(0, maxColumns);
  return chosenColumns.length > 0 ? chosenColumns : seen.list.columns.map((field) => ({ field }));
}
