/** Invalid workbooks, numbered: every kind of damage and attack in turn, with details from a random generator that the number seeds. */
import { createRandom } from "../../bench/random.ts";
import { rowOf, workbookOf, type WorkbookParts, workbookParts, zipOf } from "./workbooks.ts";

/** `head`: the titles of the columns; `row`: valid values; `maxRows`: the most rows that are read, 10,000 by default. */
export type ValidTable = { head: readonly string[]; row: readonly (string | number)[]; maxRows?: number };
type Make = (valid: ValidTable, randomBelow: (max: number) => number) => Buffer;

const sheetPath = "xl/worksheets/sheet1.xml";
const validRows = ({ head, row }: ValidTable, count = 3) => rowOf(head) + rowOf(row).repeat(count);
const sheetOf = (valid: ValidTable, row: string): Buffer => workbookOf({ rows: validRows(valid) + row });
/** A workbook with changed parts, or with wrong information about them. */
const changedWorkbook = (
  valid: ValidTable,
  change: (parts: ReturnType<typeof workbookParts>) => void,
  more: Partial<WorkbookParts> = {},
) => {
  const parts = workbookParts({ rows: validRows(valid), ...more });
  change(parts);
  return zipOf(parts);
};
const sheetIn = (parts: ReturnType<typeof workbookParts>) => parts.find(({ name }) => name === sheetPath)!;

/** A function for each kind of invalid file. The program refuses these files as a whole. */
const invalidFiles: Record<string, Make> = {
  truncated: (valid, randomBelow) => {
    const bytes = workbookOf({ rows: validRows(valid) });
    return bytes.subarray(0, 4 + randomBelow(bytes.length - 5));
  },
  "bytes overwritten": (valid, randomBelow) => {
    const bytes = workbookOf({ rows: validRows(valid, 40) });
    const offset = bytes.indexOf(sheetPath) + sheetPath.length + 4 + randomBelow(20);
    bytes.fill(randomBelow(256), offset, offset + 24);
    return bytes;
  },
  "another kind of document": (_valid, randomBelow) =>
    zipOf([{ name: "word/document.xml", content: "x".repeat(1 + randomBelow(2000)) }]),
  "a zip bomb of its declared size": (valid, randomBelow) =>
    changedWorkbook(
      valid,
      (parts) => void (sheetIn(parts).content = Buffer.alloc((2 + randomBelow(3)) * 1024 * 1024, 32)),
    ),
  "a zip bomb with a smaller declared size": (valid, randomBelow) =>
    changedWorkbook(valid, (parts) => {
      Object.assign(sheetIn(parts), {
        content: Buffer.alloc((2 + randomBelow(3)) * 1024 * 1024, 32),
        headerOverrides: { size: 900 },
      });
    }),
  "a declared size beyond any memory": (valid, randomBelow) =>
    changedWorkbook(
      valid,
      (parts) => void (sheetIn(parts).headerOverrides = { size: 0xf0_00_00_00 + randomBelow(9999) }),
    ),
  "a wrong checksum": (valid, randomBelow) =>
    changedWorkbook(valid, (parts) => void (sheetIn(parts).headerOverrides = { crc: randomBelow(2 ** 31) })),
  "a wrong length": (valid, randomBelow) =>
    changedWorkbook(
      valid,
      (parts) => void (sheetIn(parts).headerOverrides = { compressed: 100_000 + randomBelow(9999) }),
    ),
  "a wrong local name": (valid) =>
    changedWorkbook(valid, (parts) => void (sheetIn(parts).headerOverrides = { localName: "xl/other.xml" })),
  "parts that share bytes": (valid) =>
    changedWorkbook(valid, (parts) => void (sheetIn(parts).headerOverrides = { offset: 0 })),
  "two parts of one name": (valid) => changedWorkbook(valid, (parts) => void parts.push({ ...sheetIn(parts) })),
  "a password": (valid) => changedWorkbook(valid, (parts) => void (sheetIn(parts).headerOverrides = { flags: 1 })),
  "a part of another zip method": (valid) => {
    const bytes = workbookOf({ rows: validRows(valid) });
    // The directory entry of the last part, in which bytes 10 and 11 are the method; 12 is bzip2.
    const offset = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    bytes.writeUInt16LE(12, offset + 10);
    return bytes;
  },
  "no sheet": (valid) => changedWorkbook(valid, (parts) => void parts.splice(parts.indexOf(sheetIn(parts)), 1)),
  "an external sheet": (valid) =>
    changedWorkbook(valid, () => undefined, {
      extraParts: [
        {
          name: "xl/_rels/workbook.xml.rels",
          content:
            '<Relationships><Relationship Id="rId1" Type="x/worksheet" TargetMode="External" Target="https://elsewhere.test/a"/></Relationships>',
        },
      ],
    }),
  "a path out of the file": (valid) =>
    changedWorkbook(valid, () => undefined, {
      extraParts: [
        {
          name: "xl/_rels/workbook.xml.rels",
          content:
            '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="../../../../etc/passwd"/></Relationships>',
        },
      ],
    }),
  "XML entities": (valid, randomBelow) =>
    changedWorkbook(valid, (parts) => {
      const levels = Array.from(
        { length: 5 + randomBelow(9) },
        (_, n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`,
      );
      sheetIn(parts).content = `<!DOCTYPE x [<!ENTITY a0 "ha">${levels.join("")}]><worksheet>&a5;</worksheet>`;
    }),
  "an external XML entity": (valid) =>
    changedWorkbook(valid, (parts) => {
      sheetIn(parts).content = '<!DOCTYPE x SYSTEM "file:///etc/passwd"><worksheet/>';
    }),
  "deeply nested elements": (valid, randomBelow) =>
    changedWorkbook(valid, (parts) => void (sheetIn(parts).content = "<a>".repeat(65 + randomBelow(5000)))),
  "an endless tag": (valid, randomBelow) =>
    changedWorkbook(
      valid,
      (parts) => void (sheetIn(parts).content = `<worksheet ${"a=1 ".repeat(20_000 + randomBelow(9000))}`),
    ),
  "invalid XML": (valid, randomBelow) =>
    changedWorkbook(valid, (parts) => {
      const examples = [
        "<a></b>",
        "<worksheet>&nbsp;</worksheet>",
        "<worksheet/><worksheet/>",
        "text",
        "",
        "<worksheet a=b/>",
      ];
      sheetIn(parts).content = `${examples[randomBelow(examples.length)]!.padEnd(3 + randomBelow(9))}`;
    }),
  "invalid UTF-8": (valid, randomBelow) =>
    changedWorkbook(valid, (parts) => {
      sheetIn(parts).content = Buffer.concat([
        Buffer.from("<worksheet>"),
        Buffer.from([0xc3, randomBelow(0x70), 0xff]),
      ]);
    }),
  "a million columns": (valid) => sheetOf(valid, '<row><c r="BDWGN9"><v>1</v></c></row>'),
  "too many columns": (valid, randomBelow) =>
    sheetOf(valid, rowOf(Array.from({ length: 600 + randomBelow(9000) }, (_, n) => n))),
  "rows in reverse order": (valid, randomBelow) =>
    sheetOf(valid, `<row r="${1 + randomBelow(3)}"><c><v>1</v></c></row>`),
  "a row beyond the last": (valid, randomBelow) =>
    sheetOf(valid, `<row r="${1_048_577 + randomBelow(9e6)}"><c><v>1</v></c></row>`),
  "cells in reverse order": (valid) => sheetOf(valid, '<row><c r="B9"><v>1</v></c><c r="A9"><v>1</v></c></row>'),
  "cells within cells": (valid) => sheetOf(valid, "<row><c><c><v>1</v></c></c></row>"),
  "a missing shared string": (valid, randomBelow) =>
    sheetOf(valid, `<row><c t="s"><v>${randomBelow(999)}</v></c></row>`),
  "an invalid number": (valid) => sheetOf(valid, "<row><c><v>1,5</v></c></row>"),
  "an unknown kind of cell": (valid) => sheetOf(valid, '<row><c t="x"><v>1</v></c></row>'),
  "too many rows": (valid, randomBelow) =>
    workbookOf({ rows: validRows(valid, (valid.maxRows ?? 10_000) + 1 + randomBelow(500)) }),
  "an old Excel file": (_valid, randomBelow) =>
    Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(512 + randomBelow(2000))]),
  "another file format": (_valid, randomBelow) =>
    Buffer.from(["%PDF-1.7\n\0", "\u0089PNG\r\n\0", "GIF89a\0"][randomBelow(3)]!),
  "a CSV without its last quote": ({ head }, randomBelow) =>
    Buffer.from(`${head.join(",")}\r\n"${"a,".repeat(randomBelow(999))}`),
  empty: () => Buffer.alloc(0),
};

/** A function for each kind of readable file with invalid cells. */
const filesWithFaultyCells: Record<string, Make> = {
  formulas: (valid, randomBelow) =>
    sheetOf(
      valid,
      `<row>${valid.row.map(() => `<c><f>${['HYPERLINK("http://elsewhere.test")', "cmd|' /C calc'!A0", "1+1"][randomBelow(3)]}</f><v>${randomBelow(9)}</v></c>`).join("")}</row>`,
    ),
  "formula errors": (valid) =>
    sheetOf(valid, `<row>${valid.row.map(() => '<c t="e"><v>#REF!</v></c>').join("")}</row>`),
  "texts that are too long": (valid, randomBelow) =>
    sheetOf(valid, rowOf(valid.row.map(() => "长".repeat(32_768 + randomBelow(999))))),
};

export type BadWorkbook = { kind: string; bytes: Buffer; isReadable: boolean };

/** The n-th invalid workbook; every kind comes once before the first is repeated. */
export function badWorkbook(n: number, valid: ValidTable): BadWorkbook {
  const kinds = [...Object.entries(invalidFiles), ...Object.entries(filesWithFaultyCells)];
  const [kind, make] = kinds[n % kinds.length]!;
  return { kind, bytes: make(valid, createRandom(n).below), isReadable: Object.hasOwn(filesWithFaultyCells, kind) };
}

/** The number of kinds. */
export const badWorkbookKindCount = Object.keys(invalidFiles).length + Object.keys(filesWithFaultyCells).length;
