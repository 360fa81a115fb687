import type { SQL } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import type { Services } from "#kit/call.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import type { Locale } from "#kit/text.ts";
import { addPrivateFile, type PrivateFile } from "#server/files/private-files.server.ts";
import type { Cell } from "#server/spreadsheet/cell.server.ts";
import { emptyEntry, type EntryState } from "#server/spreadsheet/entry.server.ts";
import { type SheetChunks, writeSheetFile } from "#server/spreadsheet/sheet-file.server.ts";
import { sheetChunk, sheetTypes } from "#server/spreadsheet/sheet.server.ts";
import { reviewColumns } from "./check-import.server.ts";
import { type CheckedRow, readChecked, type SheetImport } from "./import-store.server.ts";

const texts = {
  errors: { zh: "错误", en: "Errors" },
  row: { zh: "行号", en: "Row" },
};

/** The number of rows per query, and per chunk of the file. */
const chunkSize = 500;

/** Writes a workbook of the rows with errors and their problems, which can be corrected and imported again. */
export async function makeErrorSheet(
  services: Services,
  { principal, entity, locale }: { principal: UserPrincipal; entity: EntityDefinition; locale: Locale },
  { id, name, mapping }: SheetImport,
): Promise<PrivateFile> {
  const columns = reviewColumns(entity, mapping ?? [], locale);
  const titles = [...columns.map((column) => column.name), texts.errors[locale], texts.row[locale]];
  const cellsOf = ({ number, cells, problems }: CheckedRow): Cell[] => {
    const problemTexts = Object.entries(problems ?? {}).map(([field, text]) => {
      const column = columns.find((candidate) => candidate.field === field);
      return column === undefined ? text[locale] : `${column.name}: ${text[locale]}`;
    });
    return [...columns.map((_, index) => cells[index] ?? ""), problemTexts.join("\n"), number];
  };
  async function* chunks(): SheetChunks {
    let state: EntryState = emptyEntry;
    let after = 0;
    let count = 0;
    for (let isLast = false; !isLast;) {
      const read = (query: SQL) => services.database.read<CheckedRow>(principal.tenantId, query);
      const rows = await readChecked(read, id, { states: ["error"], after, size: chunkSize });
      isLast = rows.length < chunkSize;
      const chunk = await sheetChunk("xlsx", state, {
        columns: titles.map((title) => ({ title, align: "start" as const })),
        rows: rows.map(cellsOf),
        before: after === 0 ? undefined : count,
        isLast,
      });
      yield chunk.bytes;
      ({ state } = chunk);
      count += rows.length;
      after = rows.at(-1)?.number ?? after;
    }
    return state;
  }
  const baseName = name.replace(/\.[a-z]{3,4}$/i, "");
  const file = { name: `${baseName} ${texts.errors[locale]}.xlsx`, extension: "xlsx", type: sheetTypes.xlsx };
  return addPrivateFile(services, principal, file, (path) =>
    writeSheetFile(path, "xlsx", { name: texts.errors[locale], chunks: chunks() }),
  );
}
