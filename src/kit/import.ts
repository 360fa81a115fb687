/** Rows below the head, columns, cells and megabytes of a file. */
export const maxImportRows = 100_000;
export const maxImportColumns = 200;
export const maxImportCells = 2_000_000;
export const maxImportMegabytes = 20;
/** Rows that are imported while somebody waits; more are a job. */
export const maxDirectImportRows = 10_000;

/** The outcome of a row of an imported file. A row with an error is skipped. */
export const importRowStates = ["add", "update", "unchanged", "error"] as const;
export type ImportRowState = (typeof importRowStates)[number];

/** The number of rows of each state. */
export type ImportCounts = Record<ImportRowState, number>;

/** The states of an import: file uploaded, rows checked, rows written, undone. */
export const importStates = ["uploaded", "checked", "done", "reverted"] as const;
export type ImportState = (typeof importStates)[number];

/** The column that names rows by their id, in files and among the keys. */
export const idColumn = "id";
