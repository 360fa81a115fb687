/** The file formats of an export. */
export const sheetFormats = ["xlsx", "csv"] as const;
export type SheetFormat = (typeof sheetFormats)[number];

/** Rows of one synchronous export: the maximum and the default. All rows of a list are exported by a job (B-166). */
export const maxExportRows = 10_000;
export const defaultExportRows = 100;
