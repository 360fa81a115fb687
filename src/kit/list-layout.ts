/** Row heights of a list. */
export const densities = ["compact", "normal", "roomy"] as const;
export type Density = (typeof densities)[number];

/** The columns of a list as one person, or a saved view, has set them. */
export type ListLayout = {
  /** The visible columns, in order; `width` in px where it was changed. */
  columns: { field: string; width?: number | undefined }[];
  /** The number of leading columns that stay in place while the list is scrolled sideways. */
  frozen: number;
  density: Density;
};

/** The maximum number of columns in a list. */
export const maxColumns = 60;
/** The limits of a column's width, in px. */
export const columnWidths = { min: 64, max: 800 };
/** The nearest allowed width of a column, in px. */
export const limitWidth = (width: number): number => Math.max(columnWidths.min, Math.min(width, columnWidths.max));
/** The maximum number of frozen columns: more would leave no room for the others. */
export const maxFrozen = 4;

/** The number of frozen columns of a list whose reader has chosen none: the title, if it is the first column. */
export const defaultFrozenCount = ([first]: readonly { isTitle: boolean }[]): number =>
  first?.isTitle === true ? 1 : 0;
