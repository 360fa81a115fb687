import { z } from "zod";
import type { UserPrincipal } from "#kit/access.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import { type FileLanguage, fileLanguages, sheetFormats, type SheetFormat } from "#kit/export.ts";
import { idColumn } from "#kit/import.ts";
import { columnsOfField, type LanguageColumn, titleInLanguage } from "#kit/language-column.ts";
import type { Filter, SortOrder } from "#kit/filter.ts";
import { Problem } from "#kit/problem.ts";
import { type Locale, locales } from "#kit/text.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import { viewOf } from "#records/registry/view.server.ts";
import type { SheetColumn } from "#server/spreadsheet/cell.server.ts";

/** A column of the file: a field, its texts in one language, or the row's own time or id, with its title. */
export type ExportColumn = LanguageColumn & { name: string; align: SheetColumn["align"] };

/** The language of a file; `isBilingual`: texts per language have a column for each language. */
type Languages = { locale: Locale; isBilingual: boolean };

/** An export: the rows, their order, the columns, and the person it is for. */
export type ExportRequest = RowContext<UserPrincipal> &
  Languages & {
    entity: EntityDefinition;
    filter: Filter;
    sort: SortOrder;
    columns: readonly ExportColumn[];
    format: SheetFormat;
    /** The IANA time zone for times in the file. */
    timeZone: string;
  };

export const formatInput = z.enum(sheetFormats).default("xlsx");

export const fileLanguageInput = z
  .enum(fileLanguages)
  .optional()
  .describe(
    "The language of the file; that of the request if absent. both: that of the request, with a column in each language, such as Title (中文) and Title (English), for every text per language.",
  );

/** The language of a file that a reader asks for. */
export const languagesOf = (language: FileLanguage | undefined, locale: Locale): Languages => ({
  locale: language === undefined || language === "both" ? locale : language,
  isBilingual: language === "both",
});

/** The columns that every entity has besides its fields. */
const rowColumns = {
  createdAt: { zh: "创建时间", en: "Created" },
  updatedAt: { zh: "更新时间", en: "Updated" },
  // Imports identify rows by this column.
  [idColumn]: { zh: "ID", en: "ID" },
};

/** The columns that this person may export: those of the list, then the other fields, then the row's times and id. */
export function exportColumns(
  principal: UserPrincipal,
  entity: EntityDefinition,
  { locale, isBilingual }: Languages,
): ExportColumn[] {
  const { readable, exportable } = viewOf(principal, entity);
  const { fields, list } = readable;
  const names = [...new Set([...list.columns, ...Object.keys(fields)])].filter((name) => exportable.has(name));
  return [
    ...names.flatMap((name) => {
      const field = fields[name]!;
      return columnsOfField(name, isBilingual ? field : {}, locales).map(({ language }) => ({
        field: name,
        language,
        name: (language === undefined ? field.name : titleInLanguage(field.name, language))[locale],
        align: fieldTypeOf(field).align ?? ("start" as const),
      }));
    }),
    ...Object.entries(rowColumns).map(([field, name]) => ({ field, name: name[locale], align: "start" as const })),
  ];
}

const noColumnsText = { zh: "请至少选择一列", en: "Choose at least one column" };
const unknownColumnText = { zh: "所选的列不存在", en: "A chosen column does not exist" };

/**
 * The columns of a file: those of the requested fields, in that order; all by default.
 * @throws {Problem} invalid for a column that does not exist or that this person may not export
 */
export function chosenColumns(
  { principal, entity, ...languages }: Pick<ExportRequest, "principal" | "entity" | "locale" | "isBilingual">,
  requestedNames?: readonly string[],
) {
  const all = exportColumns(principal, entity, languages);
  if (requestedNames === undefined) return all;
  const columns = requestedNames.map((name) => all.filter(({ field }) => field === name));
  if (columns.flat().length === 0) throw new Problem("invalid", noColumnsText, { fields: { columns: noColumnsText } });
  if (columns.some(({ length }) => length === 0))
    throw new Problem("invalid", unknownColumnText, { fields: { columns: unknownColumnText } });
  return columns.flat();
}

/** The name of the file without its extension: `Products 2026-11-22`. `clock`: the local time as if it were UTC, in ms. */
export function fileName({ name, listName }: EntityDefinition, locale: Locale, clock: number): string {
  const title = (listName ?? name)[locale].replace(/[\\/:*?"<>|\p{Cc}]/gu, " ");
  return `${title} ${new Date(clock).toISOString().slice(0, 10)}`;
}
