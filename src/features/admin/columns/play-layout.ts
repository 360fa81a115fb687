import type { Play } from "#kit/auto.ts";
import { columnWidths, type ListLayout } from "#kit/list-layout.ts";

/** The layout in which a list is shown. */
export const layoutOf = ({ columns, density, frozen }: Play): ListLayout => ({
  columns: columns.map(({ field, style: { width } }) => ({
    field,
    ...(width !== undefined && { width: Math.max(columnWidths.min, Math.min(width, columnWidths.max)) }),
  })),
  frozen: frozen ?? (columns[0]?.isTitle === true ? 1 : 0),
  density,
});
