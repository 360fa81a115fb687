/** Row heights of a list. */
export const densities = ["compact", "normal", "roomy"] as const;
export type Density = (typeof densities)[number];

/** The columns of a list as one person, or a saved view, has set them. */
export type ListLayout = {
  /** The visible columns, in order; `width` in px where it was changed. */
  columns: { field: string; width?: number | undefined }[];
  /** How many of the first columns stay at the side while the list is scrolled. */
  frozen: number;
  density: Density;
};

/** Columns of a list at most, and px of one. */
export const maxColumns = 60;
export const columnWidths = { min: 64, max: 800 };
/** More would leave no room for the scrolled columns. */
export const maxFrozen = 4;
