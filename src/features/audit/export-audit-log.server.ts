import type { UserPrincipal } from "#kit/access.ts";
import { type AuditEntry, maxExportedEntries, auditVerbNames } from "#kit/audit.ts";
import type { Services } from "#kit/call.ts";
import type { SheetFormat } from "#kit/export.ts";
import { listSeparator } from "#kit/list-text.ts";
import { actorName } from "#kit/row-history.ts";
import type { Locale, Text } from "#kit/text.ts";
import { type AuditQuery, readAuditLog } from "#records/describe/audit-log.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import { addPrivateFile } from "#server/files/private-files.server.ts";
import { type Cell, localTimeIn } from "#server/spreadsheet/cell.server.ts";
import { emptyEntry, type EntryState } from "#server/spreadsheet/entry.server.ts";
import { sheetChunk, sheetTypes } from "#server/spreadsheet/sheet.server.ts";
import { type SheetChunks, writeSheetFile } from "#server/spreadsheet/sheet-file.server.ts";

/** Entries per query and per chunk of the file. */
const chunkSize = 1000;

const title: Text = { zh: "操作日志", en: "Audit log" };
const columnTitles: readonly Text[] = [
  { zh: "时间", en: "Time" },
  { zh: "操作人", en: "By" },
  { zh: "操作", en: "Action" },
  { zh: "数据类型", en: "Type" },
  { zh: "数据", en: "Record" },
  { zh: "字段", en: "Fields" },
  { zh: "ID", en: "ID" },
];

const cellsOf = (entry: AuditEntry, locale: Locale, toLocalTime: (instant: number) => number): Cell[] => [
  { clock: toLocalTime(Date.parse(entry.at)), hasTime: true },
  // Never "You" for the reader's own entries: other people may read the file.
  entry.name === "" ? actorName({ ...entry, isSelf: false })[locale] : entry.name,
  auditVerbNames.find(({ key }) => key === entry.verb)!.name[locale],
  entry.entity,
  entry.subject ?? entry.title,
  entry.fields.join(listSeparator[locale]),
  entry.rowId,
];

type Export = { query: Omit<AuditQuery, "before" | "size">; format: SheetFormat; timeZone: string };

/** Writes the latest entries of the audit log to a private file. `value` is its URL; `isCut`: it lacks entries beyond `maxExportedEntries`. */
export async function exportAuditLog(
  services: Services,
  reader: RowContext<UserPrincipal> & { locale: Locale },
  { query, format, timeZone }: Export,
): Promise<{ value: string; name: string; isCut: boolean }> {
  const { locale, principal } = reader;
  const toLocalTime = localTimeIn(timeZone);
  const columns = columnTitles.map((columnTitle) => ({ title: columnTitle[locale], align: "start" as const }));
  let isCut = false;
  async function* chunks(): SheetChunks {
    let state: EntryState = emptyEntry;
    let entryCount = 0;
    let before: string | undefined;
    for (let isLast = false; !isLast;) {
      const { entries, next } = await readAuditLog(services.database, reader, { ...query, before, size: chunkSize });
      isCut = next !== null && entryCount + entries.length >= maxExportedEntries;
      isLast = next === null || isCut;
      const rows = entries.map((entry) => cellsOf(entry, locale, toLocalTime));
      const sheetPart = { columns, rows, before: before === undefined ? undefined : entryCount, isLast };
      const chunk = await sheetChunk(format, state, sheetPart);
      yield chunk.bytes;
      ({ state } = chunk);
      entryCount += entries.length;
      before = next ?? undefined;
    }
    return state;
  }
  const day = new Date(toLocalTime(Date.now())).toISOString().slice(0, 10);
  const file = { name: `${title[locale]} ${day}.${format}`, extension: format, type: sheetTypes[format] };
  const { url, name } = await addPrivateFile(services, principal, file, (path) =>
    writeSheetFile(path, format, { name: title[locale], chunks: chunks() }),
  );
  return { value: url, name, isCut };
}
