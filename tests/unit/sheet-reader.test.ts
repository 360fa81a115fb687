/** Reading workbooks and CSV files, including those of other programs and malicious ones. */
import { describe, expect, it } from "vitest";
import type { SheetFormat } from "#kit/export.ts";
import { Problem } from "#kit/problem.ts";
import type { Cell } from "#server/spreadsheet/cell.server.ts";
import type { SheetRow } from "#server/spreadsheet/file-cell.server.ts";
import { readSheet } from "#server/spreadsheet/sheet-reader.server.ts";
import { wholeFile } from "#server/spreadsheet/sheet.server.ts";
import { styleOfFormat } from "#server/spreadsheet/xlsx-styles.server.ts";
import { badWorkbookKindCount, badWorkbook } from "../support/bad-workbooks.ts";
import { rowOf, workbookOf } from "../support/workbooks.ts";

const limits = { rows: 10_001, columns: 500 };

async function rowsOf(bytes: Buffer, within = limits): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for await (const chunk of readSheet(bytes, within)) rows.push(...chunk);
  return rows;
}
const cellsOf = async (bytes: Buffer) => (await rowsOf(bytes)).map(({ cells }) => cells);
const cellOf = async (cell: string, more: object = {}) =>
  (await cellsOf(workbookOf({ rows: `<row>${cell}</row>`, ...more })))[0]?.[0];

/** A file as the program exports it. */
function exported(rows: Cell[][], format: SheetFormat): Promise<Buffer> {
  const columns = rows[0]!.map((_, n) => ({ title: `T${n}`, align: "start" as const }));
  return wholeFile(format, [{ name: "S", columns, rows }]);
}

describe("a workbook", () => {
  it("that the program wrote returns every cell", async () => {
    const moment = { clock: Date.UTC(2024, 1, 29, 23, 59, 59), hasTime: true };
    const day = { clock: Date.UTC(2026, 10, 22), hasTime: false };
    const row = ["𠮷 & <b> \"q\" 'a'", -1.25, moment, day, null, "_x000D_ _x0041_", "two\nlines\tand a tab", " a "];
    expect(await cellsOf(await exported([row, ["=1+1"]], "xlsx"))).toEqual([row.map((_, n) => `T${n}`), row, ["=1+1"]]);
  });

  it("of another program may have shared strings, rows without numbers, prefixes, comments and unknown parts", async () => {
    const strings =
      '<si><t>共享</t></si><si><r><t>a</t></r><r><rPr><b/></rPr><t xml:space="preserve"> b</t></r><rPh sb="0" eb="1"><t>no</t></rPh></si>';
    const rows =
      '<x:row spans="1:3"><x:c t="s"><x:v>0</x:v></x:c><!-- > --><c t="s"><v>1</v></c><c t="str"><v><![CDATA[a<b]]></v></c></x:row>' +
      '<row r="5" ht="20"><c r="C5" t="b"><v>1</v></c><c r="E5" s="9"/></row><row/>';
    expect(await rowsOf(workbookOf({ rows, strings }))).toEqual([
      { number: 1, cells: ["共享", "a b", "a<b"] },
      { number: 5, cells: [null, null, true] },
    ]);
  });

  it.each([
    ["yyyy\\-mm\\-dd", "date"],
    ["yyyy/m/d h:mm", "moment"],
    ["[$-804]yyyy年m月d日", "date"],
    ["[h]:mm:ss", "time"],
    ["mmm", "date"],
    ['#,##0.00" dollars"', undefined],
    ["General", undefined],
    ["[Red]0.0;[Blue]-0.0", undefined],
    ["0_);\\(0\\)", undefined],
  ])("reads numbers in the format %s as %s", (format, style) => {
    expect(styleOfFormat(format)).toBe(style);
  });

  it("reads dates according to cell formats and the 1904 calendar", async () => {
    const styles =
      '<numFmts><numFmt numFmtId="170" formatCode="hh:mm"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/><xf numFmtId="170"/></cellXfs>';
    const at = (style: number, value: number, more: object = {}) =>
      cellOf(`<c s="${style}"><v>${value}</v></c>`, { styles, ...more });
    expect(await at(0, 45_000)).toBe(45_000);
    expect(await at(1, 45_000)).toEqual({ clock: Date.UTC(2023, 2, 15), hasTime: false });
    expect(await at(2, 45_000.5)).toEqual({ clock: Date.UTC(2023, 2, 15, 12), hasTime: true });
    expect(await at(3, 0.5)).toBe("12:00:00");
    expect(await at(1, 1)).toEqual({ clock: Date.UTC(1900, 0, 1), hasTime: false });
    const overview =
      '<workbook><workbookPr date1904="1"/><sheets><sheet state="hidden" id="no"/><sheet id="rId1"/></sheets></workbook>';
    expect(await at(1, 0, { overview })).toEqual({ clock: Date.UTC(1904, 0, 1), hasTime: false });
  });

  it("T-34: reports a formula cell as a fault and ignores its cached result", async () => {
    expect(await cellOf("<c><f>1+1</f><v>2</v></c>")).toEqual({ fault: "formula" });
    expect(await cellOf('<c t="str"><f>HYPERLINK("http://elsewhere.test")</f><v>x</v></c>')).toEqual({
      fault: "formula",
    });
    expect(await cellOf('<c t="e"><v>#REF!</v></c>')).toEqual({ fault: "error" });
    expect(await cellOf(rowOf(["a".repeat(32_768)]).slice(5, -6))).toEqual({ fault: "long" });
  });

  it("is read up to its limits of rows and columns and refused beyond them", async () => {
    const rows = rowOf(["a", "b"]).repeat(3);
    expect(await rowsOf(workbookOf({ rows }), { rows: 3, columns: 2 })).toHaveLength(3);
    await expect(rowsOf(workbookOf({ rows }), { rows: 2, columns: 2 })).rejects.toThrow("Up to 1 rows");
    await expect(rowsOf(workbookOf({ rows }), { rows: 3, columns: 1 })).rejects.toThrow("Up to 1 columns");
  });
});

describe("a CSV file", () => {
  it("that the program wrote returns every text without the added apostrophes", async () => {
    const row = ["=1+1", "'quoted'", 'say "hi"', "a,b", "two\nlines", "＝1"];
    expect((await cellsOf(await exported([row], "csv")))[1]).toEqual(row);
  });

  it("may use semicolons or tabs, any line ending, and GB 18030 or UTF-16", async () => {
    const table = [["名称", "b"], ["1", "x;y"], ["2"]];
    const gb = Buffer.from("c3fbb3c63b620d313b22783b79220a320d0a0d0a", "hex");
    expect(await cellsOf(gb)).toEqual(table);
    const wide = Buffer.from('\uFEFF名称\tb\n1\t"x;y"\n2', "utf16le");
    expect(await cellsOf(wide)).toEqual(table);
  });

  it("has the same limits as a workbook", async () => {
    await expect(rowsOf(Buffer.from("a\nb\nc"), { rows: 2, columns: 9 })).rejects.toThrow("Up to 1 rows");
    await expect(rowsOf(Buffer.from("a,b,c"), { rows: 2, columns: 2 })).rejects.toThrow("Up to 2 columns");
    expect((await cellsOf(Buffer.from(`"${"a".repeat(32_768)}"`)))[0]).toEqual([{ fault: "long" }]);
  });
});

describe("an invalid file", () => {
  const validSheet = { head: ["Title", "Sort"], row: ["a", 1] };
  it.each(Array.from({ length: badWorkbookKindCount * 2 }, (_, n) => [badWorkbook(n, validSheet).kind, n] as const))(
    "is refused with a readable message, or read with faults in its cells: %s (%i)",
    async (kind, n) => {
      const { bytes, isReadable } = badWorkbook(n, validSheet);
      const read = rowsOf(bytes);
      if (isReadable) return expect((await read).at(-1)!.cells[0]).toHaveProperty("fault");
      const problem = await read.then(
        (rows) => expect.fail(`${kind} was read: ${JSON.stringify(rows).slice(0, 200)}`),
        (error: unknown) => error,
      );
      expect(problem, `${kind}: ${String(problem)}`).toBeInstanceOf(Problem);
      expect((problem as Problem).code).toBe("invalid");
      expect((problem as Problem).text.zh).toMatch(/\p{Script=Han}/u);
    },
  );

  it("does not block the event loop while a large file is read", async () => {
    const row = rowOf(Array.from({ length: 30 }, (_, n) => `value ${n}`));
    const bytes = workbookOf({ rows: row.repeat(3000) });
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 1);
    expect(await rowsOf(bytes)).toHaveLength(3000);
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(5);
  });
});
