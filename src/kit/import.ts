/** The maximum size of an imported file; rows are counted without the header. */
export const maxImportRows = 100_000;
export const maxImportColumns = 200;
export const maxImportCells = 2_000_000;
export const maxImportMegabytes = 20;
/** Up to this many rows are imported while the person waits; a job imports more. */
export const maxDirectImportRows = 10_000;

/** The outcome of a row of an imported file. A row with an error is skipped. */
export const importRowStates = ["add", "update", "unchanged", "error"] as const;
export type ImportRowState = (typeof importRowStates)[number];

/** The number of rows of each state. */
export type ImportCounts = Record<ImportRowState, number>;

/** The states of an import: file uploaded, rows checked, rows written, undone. */
export const importStates = ["uploaded", "checked", "done", "reverted"] as const;
export type ImportState = (typeof importStates)[number];

/** The column with the ids of rows, in files and among the key columns. */
export const idColumn = "id";
