import type { Play } from "#kit/auto.ts";
import { columnWidths } from "#kit/list-layout.ts";
import { call } from "#client/call.ts";
import { notify } from "#ui/toast.tsx";
import { layoutOf } from "./play-layout.ts";

/** Stores the width in px of a resized column; undefined: its own again. `view`: the saved view in which the list is shown. */
export async function saveWidth(
  play: Play,
  view: string | undefined,
  { field, width }: { field: string; width: number | undefined },
): Promise<void> {
  const { columns, ...rest } = layoutOf(play);
  const limited = width && Math.max(columnWidths.min, Math.min(width, columnWidths.max));
  const layout = { columns: columns.map((one) => (one.field === field ? { field, width: limited } : one)), ...rest };
  try {
    await call("POST paas/table/layout", { type: play.type, ...(view && { view }), layout });
  } catch (error) {
    notify("error", error instanceof Error ? error.message : String(error));
  }
}
