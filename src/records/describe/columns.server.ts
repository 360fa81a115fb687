import { type ListLayout, maxColumns } from "#kit/list-layout.ts";
import { memo } from "#kit/memo.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import type { ReadableEntity } from "#records/registry/view.server.ts";

/** Whether the values of a field fit on one line. */
function fitsLine({ fields }: ReadableEntity, name: string): boolean {
  const field = fields[name]!;
  const { isHidden, storage, inlineText } = fieldTypeOf(field);
  return isHidden !== true && storage !== "none" && storage !== "json" && inlineText?.(field).hasLines !== true;
}

/** The fields that a reader may choose as columns of a list: first those of its definition, then all others whose values fit on one line. */
export const columnChoices = memo((readable: ReadableEntity): readonly string[] => [
  ...new Set([...readable.list.columns, ...Object.keys(readable.fields).filter((name) => fitsLine(readable, name))]),
]);

/**
 * The columns of a list for one reader. Chosen columns that the reader may not read are left out, and so are repeated ones; if none is left, the
 * definition's columns are used.
 */
export function visibleColumns(readable: ReadableEntity, layout: ListLayout | undefined): ListLayout["columns"] {
  const choices = new Set(layout && columnChoices(readable));
  const chosenColumns = (layout?.columns ?? []).filter(({ field }) => choices.delete(field)).slice(0, maxColumns);
  return chosenColumns.length > 0 ? chosenColumns : readable.list.columns.map((field) => ({ field }));
}
