import { sql } from "drizzle-orm";
import { z } from "zod";
import { defineCall } from "#kit/call.ts";
import type { AnyRow } from "#kit/entity.ts";
import { importRowStates } from "#kit/import.ts";
import { columnOfKey } from "#kit/language-column.ts";
import { titlesFor } from "#records/describe/titles.server.ts";
import { idInput, timeZoneInput, typeInput } from "#records/query/row-input.server.ts";
import { permittedRowsSql, selectionFor } from "#records/query/row.server.ts";
import { storeOf } from "#records/query/store-of.server.ts";
import { viewOf } from "#records/registry/view.server.ts";
import { localTimeIn } from "#server/spreadsheet/cell.server.ts";
import { reviewColumns } from "../check-import.server.ts";
import { exportedText } from "../check-row.server.ts";
import { findImport, readChecked } from "../import-store.server.ts";

const pageSize = 50;
/** The number of characters of a cell that a review shows. */
const maxCellLength = 300;

const importRows = defineCall({
  method: "POST",
  path: "paas/import/rows",
  envelope: "data",
  title: { zh: "逐行查看导入的数据", en: "See what an import does, row by row" },
  access: { verb: "import", by: "person" },
  input: z.strictObject({
    type: typeInput,
    id: idInput,
    /** Only rows of this state. */
    state: z.enum(importRowStates).optional(),
    /** The number of the last row on the previous page; 0 for the first page. */
    after: z.int32().min(0).default(0),
    timeZone: timeZoneInput,
  }),
  output: z.object({
    columns: z.array(z.object({ field: z.string(), name: z.string() })),
    rows: z.array(
      z.object({
        number: z.number(),
        state: z.enum(importRowStates),
        /** The cells of the sheet, in the order of `columns`; `before`: the value before the import. */
        cells: z.array(z.object({ text: z.string(), before: z.string().optional(), problem: z.string().optional() })),
        /** The problem of the row as a whole. */
        problem: z.string().optional(),
      }),
    ),
    isLast: z.boolean(),
  }),
  async run({ type, id, state, after, timeZone }, { services, locale, principal, entities }) {
    const entity = entities.find(type);
    const { database } = services;
    const sheetImport = await findImport(database, principal, entity, id);
    const keys = sheetImport.mapping ?? [];
    const columns = reviewColumns(entity, keys, locale);
    const read = <R>(query: ReturnType<typeof sql>) => database.read<R>(principal.tenantId, query);
    const states = state === undefined ? {} : { states: [state] };
    const checkedRows = await readChecked(read, id, { ...states, after, size: pageSize + 1 });
    const page = checkedRows.slice(0, pageSize);
    // Previous values are shown before the import only: after it the rows contain the values of the sheet.
    const ids =
      sheetImport.state === "checked" ? page.flatMap((row) => (row.state === "update" ? [row.rowId!] : [])) : [];
    const { columns: selectedColumns, toRow } = selectionFor(viewOf(principal, entity).readable);
    const currentRows = await read<AnyRow>(
      sql`select ${selectedColumns} from ${storeOf(entity).from([])} where ${permittedRowsSql(principal, entity, "read")} and id = any(${sql.param(ids)}::uuid[])`,
    );
    const rowsById = new Map(currentRows.map(toRow).map((row) => [row.id, row]));
    const titles = await titlesFor(database, { principal, entities, locale }, entity, [...rowsById.values()]);
    const reader = { locale, titles, toLocalTime: localTimeIn(timeZone) };
    return {
      columns,
      rows: page.map(({ number, state: rowState, rowId, values, cells, problems }) => {
        const row = rowsById.get(rowId ?? "");
        const previousValue = (key: string) => {
          const { field: name, language } = columnOfKey(key);
          if (row === undefined || !Object.hasOwn(values, name)) return {};
          const text = (value: unknown) => exportedText(value, { key, name, language }, { entity, keys, reader });
          const before = text(row[name]);
          // Of a text per language, another language may have changed.
          return language !== undefined && text(values[name]) === before ? {} : { before };
        };
        const rowProblem = problems?.[""];
        return {
          number,
          state: rowState,
          cells: columns.map(({ field }, index) => {
            const problem = problems?.[field];
            return {
              text: (cells[index] ?? "").slice(0, maxCellLength),
              ...previousValue(field),
              ...(problem === undefined ? {} : { problem: problem[locale] }),
            };
          }),
          ...(rowProblem === undefined ? {} : { problem: rowProblem[locale] }),
        };
      }),
      isLast: checkedRows.length <= pageSize,
    };
  },
});

export default importRows;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/import/rows": typeof importRows;
  }
}
