import { type ListLayout, maxColumns } from "#kit/list-layout.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import type { SeenEntity } from "#records/registry/view.server.ts";

/** Whether the values of a field fit into a line. */
function fitsLine({ fields }: SeenEntity, name: string): boolean {
  const field = fields[name]!;
  const { isHidden, storage, inlineText } = fieldTypeOf(field);
  return isHidden !== true && storage !== "none" && storage !== "json" && inlineText?.(field).hasLines !== true;
}

/** The fields that a reader may have as columns of a list: those of its definition, then the others whose values fit into a line. */
export const columnChoices = (seen: SeenEntity): string[] => [
  ...new Set([...seen.list.columns, ...Object.keys(seen.fields).filter((name) => fitsLine(seen, name))]),
];

/** The columns of a list as a reader has it. What they chose once and may not read any more is left out; nothing left is the list of the definition. */
export function shownColumns(seen: SeenEntity, layout: ListLayout | undefined): ListLayout["columns"] {
  const choices = new Set(columnChoices(seen));
  const chosenColumns = (layout?.columns ?? []).filter(({ field }) => choices.delete(field)).slice(0, maxColumns);
  return chosenColumns.length > 0 ? chosenColumns : seen.list.columns.map((field) => ({ field }));
}
