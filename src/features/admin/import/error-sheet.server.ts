import { writeFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import type { UserPrincipal } from "#kit/access.ts";
import type { Services } from "#kit/call.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import { maxImportRows } from "#kit/import.ts";
import type { Locale } from "#kit/text.ts";
import { addPrivateFile, type PrivateFile } from "#server/files/private-files.server.ts";
import { emptyEntry } from "#server/spreadsheet/entry.server.ts";
import { sheetBytes, sheetChunk, sheetTypes } from "#server/spreadsheet/sheet.server.ts";
import { reviewColumns } from "./check-import.server.ts";
import { type CheckedRow, readChecked, type SheetImport } from "./import-store.server.ts";

const texts = {
  errors: { zh: "错误", en: "Errors" },
  row: { zh: "行号", en: "Row" },
};

/** A workbook of the rows with errors and their problems, to be corrected and imported again. */
export async function makeErrorSheet(
  services: Services,
  { principal, entity, locale }: { principal: UserPrincipal; entity: EntityDefinition; locale: Locale },
  { id, name, mapping }: SheetImport,
): Promise<PrivateFile> {
  const columns = reviewColumns(entity, mapping ?? [], locale);
  const rows = await readChecked((query) => services.database.read<CheckedRow>(principal.tenantId, query), id, {
    states: ["error"],
    after: 0,
    size: maxImportRows,
  });
  const cells = rows.map(({ number, cells: rowCells, problems }) => {
    const words = Object.entries(problems ?? {}).map(([field, text]) => {
      const column = columns.find((candidate) => candidate.field === field);
      return column === undefined ? text[locale] : `${column.name}: ${text[locale]}`;
    });
    return [...columns.map((_, index) => rowCells[index] ?? ""), words.join("\n"), number];
  });
  const titles = [...columns.map((column) => column.name), texts.errors[locale], texts.row[locale]];
  const part = {
    columns: titles.map((title) => ({ title, align: "start" as const })),
    rows: cells,
    before: undefined,
    isLast: true,
  };
  const { bytes, state } = await sheetChunk("xlsx", emptyEntry, part);
  const sheet = await buffer(sheetBytes("xlsx", { name: texts.errors[locale], state, chunks: [bytes] }));
  const base = name.replace(/\.[a-z]{3,4}$/i, "");
  const file = { name: `${base} ${texts.errors[locale]}.xlsx`, extension: "xlsx", type: sheetTypes.xlsx };
  return addPrivateFile(services, principal, file, (path) => writeFile(path, sheet));
}
