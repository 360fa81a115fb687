import type { ListDescription } from "#kit/auto.ts";
import { limitWidth } from "#kit/list-layout.ts";
import { call } from "#client/call.ts";
import { notify } from "#ui/toast.tsx";
import { layoutOf } from "./displayed-layout.ts";

/** Stores the width of a resized column, in px; undefined for the automatic width. `viewId`: the id of the saved view in which the list is shown. */
export async function saveWidth(
  description: ListDescription,
  viewId: string | undefined,
  { field, width }: { field: string; width: number | undefined },
): Promise<void> {
  const { columns, ...rest } = layoutOf(description);
  const resized = { field, width: width && limitWidth(width) };
  const layout = { columns: columns.map((column) => (column.field === field ? resized : column)), ...rest };
  try {
    await call("POST paas/table/layout", { type: description.type, ...(viewId && { view: viewId }), layout });
  } catch (error) {
    notify("error", error instanceof Error ? error.message : String(error));
  }
}
