import type { ListDescription } from "#kit/auto.ts";
import { defaultFrozenCount, limitWidth, type ListLayout } from "#kit/list-layout.ts";

/** The displayed layout of a list. */
export const layoutOf = ({ columns, density, frozen }: ListDescription): ListLayout => ({
  columns: columns.map(({ field, style: { width } }) => ({
    field,
    ...(width !== undefined && { width: limitWidth(width) }),
  })),
  frozen: frozen ?? defaultFrozenCount(columns),
  density,
});
