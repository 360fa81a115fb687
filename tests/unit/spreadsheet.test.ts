/** Files for spreadsheet programs, read by an independent reader. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { readSheet } from "read-excel-file/node";
import { describe, expect, it } from "vitest";
import type { SheetFormat } from "#kit/export.ts";
import { type Cell, localTimeIn } from "#server/spreadsheet/cell.server.ts";
import { writeLines } from "#server/spreadsheet/csv.server.ts";
import { emptyEntry } from "#server/spreadsheet/entry.server.ts";
import { sheetBytes, sheetChunk } from "#server/spreadsheet/sheet.server.ts";
import { type SheetChunks, writeSheetFile } from "#server/spreadsheet/sheet-file.server.ts";
import { type TextBuffer, takeTextBuffer } from "#server/spreadsheet/text-buffer.server.ts";
import { writeRows } from "#server/spreadsheet/xlsx.server.ts";

const columns = [
  { title: "名称", align: "start" },
  { title: "Value", align: "end" },
] as const;

/** A file of these rows, written in chunks of `size` rows. */
async function fileOf(rows: Cell[][], size = 2, format: SheetFormat = "xlsx"): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let state = emptyEntry;
  const count = Math.max(1, Math.ceil(rows.length / size));
  for (let at = 0; at < count; at += 1) {
    const before = at === 0 ? undefined : at * size;
    const part = { columns, rows: rows.slice(at * size, (at + 1) * size), before, isLast: at === count - 1 };
    const chunk = await sheetChunk(format, state, part);
    chunks.push(chunk.bytes);
    // A job stores its state as JSON between two chunks.
    state = JSON.parse(JSON.stringify(chunk.state)) as typeof state;
  }
  return buffer(sheetBytes(format, { name: "新闻/News: [1]", state, chunks }));
}

/** The text that a function writes. */
function textOf(write: (text: TextBuffer) => void): string {
  const text = takeTextBuffer();
  write(text);
  return text.bytes().toString();
}

const cellsOf = async (values: Cell[]) =>
  (await readSheet(await fileOf(values.map((value, n) => [`n${n}`, value])), { trim: false }))
    .slice(1)
    .map((row) => row[1]);

describe("a workbook", () => {
  it.each(["xlsx", "csv"] as const)(
    "as %s is the same whether its pieces are streamed to a file or in memory",
    async (format) => {
      const rows = Array.from({ length: 7 }, (_, n): Cell[] => [`第 ${n} 行`.repeat(n * 40_000), n]);
      async function* chunksOf(): SheetChunks {
        let state = emptyEntry;
        for (let at = 0; at < rows.length; at += 2) {
          const part = { columns, rows: rows.slice(at, at + 2), before: at === 0 ? undefined : at, isLast: at === 6 };
          const chunk = await sheetChunk(format, state, part);
          yield chunk.bytes;
          ({ state } = chunk);
        }
        return state;
      }
      const folder = await mkdtemp(path.join(tmpdir(), "m-"));
      try {
        const file = path.join(folder, "sheet");
        await writeSheetFile(file, format, { name: "新闻/News: [1]", chunks: chunksOf() });
        expect((await readFile(file)).equals(await fileOf(rows, 2, format))).toBe(true);
      } finally {
        await rm(folder, { recursive: true });
      }
    },
  );

  it("has a head and all rows, however many pieces it is written in", async () => {
    const rows = Array.from({ length: 7 }, (_, n): Cell[] => [`row ${n}`, n * 1.5]);
    for (const size of [1, 2, 3, 100])
      expect(await readSheet(await fileOf(rows, size))).toEqual([["名称", "Value"], ...rows]);
  });

  it("without rows has only its head", async () => {
    expect(await readSheet(await fileOf([]))).toEqual([["名称", "Value"]]);
  });

  it("R-22: stores every text unchanged", async () => {
    const texts = [
      "𠮷野家 䶮",
      "👩‍👩‍👧‍👦 🇨🇳 👍🏽",
      "e\u0301 é",
      "a & b < c > \"d\" 'e'",
      "two\nlines\tand a tab",
      " spaces around ",
      "_x000D_ and _x0041_",
      "1e5",
      "00123",
      "TRUE",
    ];
    expect(await cellsOf(texts)).toEqual(texts);
  });

  it("T-34: never contains a formula", async () => {
    const attacks = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "＝1", "＋1", '=HYPERLINK("http://x","y")'];
    expect(textOf((text) => writeRows(text, [attacks], 0))).not.toMatch(/<f[\s>]/);
    expect(await cellsOf(attacks)).toEqual(attacks.map((text) => text.replace("\r", "\n")));
  });

  it("omits characters that XML cannot represent and cuts texts longer than a cell allows", async () => {
    const [control, surrogate, long] = await cellsOf(["a\u0000b\u001Fc", "x\uD800y", "长".repeat(40_000)]);
    expect(control).toBe("abc");
    expect(surrogate).toBe("x\uFFFDy");
    expect(String(long)).toHaveLength(32_767);
  });

  it("R-22: cuts a long text between characters", async () => {
    const [emoji] = await cellsOf([`${"a".repeat(32_765)}👍👍`]);
    expect(emoji).toBe(`${"a".repeat(32_765)}…`);
  });

  it("stores numbers as numbers, and those that a spreadsheet would round as text with all digits", async () => {
    expect(await cellsOf([0, -1.25, 999_999_999_999_999, 12_345_678_901_234_567_000])).toEqual([
      0,
      -1.25,
      999_999_999_999_999,
      "12345678901234567000",
    ]);
  });

  it("R-26: stores moments in local time of the time zone", async () => {
    const moment = Date.parse("2024-02-29T23:59:59.000Z");
    const toLocalTime = localTimeIn("Asia/Shanghai");
    const [inChina, inUtc, day] = (await cellsOf([
      { clock: toLocalTime(moment), hasTime: true },
      { clock: localTimeIn("UTC")(moment), hasTime: true },
      { clock: Date.UTC(9999, 11, 31), hasTime: false },
    ])) as unknown as Date[];
    expect(inChina!.toISOString()).toBe("2024-03-01T07:59:59.000Z");
    expect(inUtc!.toISOString()).toBe("2024-02-29T23:59:59.000Z");
    expect(day!.toISOString()).toBe("9999-12-31T00:00:00.000Z");
  });
});

describe("a CSV file", () => {
  it("begins with a UTF-8 byte order mark and quotes where necessary", async () => {
    const file = await fileOf(
      [
        ["a,b", 'say "hi"'],
        ["two\nlines", 2],
      ],
      1,
      "csv",
    );
    expect(file.toString()).toBe('\uFEFF名称,Value\r\n"a,b","say ""hi"""\r\n"two\nlines",2\r\n');
  });

  it("T-34: prefixes an apostrophe to texts that look like formulas, and not to numbers", () => {
    const attacks = ["=1+1", "+1", "-1", "@A1", "\tx", "＝1", "＋1", "－1", "＠1"];
    const rows = attacks.map((text) => [text]);
    expect(textOf((text) => writeLines(text, rows))).toBe(attacks.map((text) => `'${text}\r\n`).join(""));
    expect(textOf((text) => writeLines(text, [[-1.5, "plain"]]))).toBe("-1.5,plain\r\n");
  });
});
