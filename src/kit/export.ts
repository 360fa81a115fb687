/** The kinds of file that a list leaves as. */
export const sheetFormats = ["xlsx", "csv"] as const;
export type SheetFormat = (typeof sheetFormats)[number];

/** Rows of one export that somebody waits for, at most and unless said; all of them at once are a job (B-166). */
export const maxExportRows = 10_000;
export const defaultExportRows = 100;
