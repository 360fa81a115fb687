/** The file formats of an export. */
export const sheetFormats = ["xlsx", "csv"] as const;
export type SheetFormat = (typeof sheetFormats)[number];

/** The maximum and default number of rows of an export that the request waits for. A job exports all rows of a list (B-166). */
export const maxExportRows = 10_000;
export const defaultExportRows = 100;
