import type { ListDescription } from "#kit/auto.ts";
import { limitWidth, type ListLayout } from "#kit/list-layout.ts";

/** The displayed layout of a list. Without a stored number of frozen columns, its title column is frozen. */
export const layoutOf = ({ columns, density, frozen }: ListDescription): ListLayout => ({
  columns: columns.map(({ field, style: { width } }) => ({
    field,
    ...(width !== undefined && { width: limitWidth(width) }),
  })),
  frozen: frozen ?? (columns[0]?.isTitle === true ? 1 : 0),
  density,
});
