import { locales } from "./text.ts";

/** The file formats of an export. */
export const sheetFormats = ["xlsx", "csv"] as const;
export type SheetFormat = (typeof sheetFormats)[number];

/** The language of a file; "both": that of its reader, with a column in each language for every text per language. */
export const fileLanguages = [...locales, "both"] as const;
export type FileLanguage = (typeof fileLanguages)[number];

/** The maximum and default number of rows of an export that the request waits for. A job exports all rows of a list (B-166). */
export const maxExportRows = 10_000;
export const defaultExportRows = 100;
