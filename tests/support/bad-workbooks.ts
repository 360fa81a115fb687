/** Files that are no good workbooks, by a seed: each kind of damage and attack in turn, its details at random. */
import { createRandom } from "../../bench/random.ts";
import { rowOf, workbookOf, type WorkbookParts, workbookParts, zipOf } from "./workbooks.ts";

/** `head`: the titles of the columns; `row`: values that would be good. */
export type Good = { head: readonly string[]; row: readonly (string | number)[] };
type Make = (good: Good, whole: (max: number) => number) => Buffer;

const sheetPath = "xl/worksheets/sheet1.xml";
const goodRows = ({ head, row }: Good, count = 3) => rowOf(head) + rowOf(row).repeat(count);
const sheetOf = (good: Good, row: string): Buffer => workbookOf({ rows: goodRows(good) + row });
/** A workbook in which the parts are said to be something else than they are. */
const lying = (
  good: Good,
  change: (parts: ReturnType<typeof workbookParts>) => void,
  more: Partial<WorkbookParts> = {},
) => {
  const parts = workbookParts({ rows: goodRows(good), ...more });
  change(parts);
  return zipOf(parts);
};
const sheetIn = (parts: ReturnType<typeof workbookParts>) => parts.find(({ name }) => name === sheetPath)!;

/** What is wrong, and how such a file is made. Each is refused as a whole, but for those of `faultyCells`. */
const makers: Record<string, Make> = {
  "cut short": (good, whole) => {
    const bytes = workbookOf({ rows: goodRows(good) });
    return bytes.subarray(0, 4 + whole(bytes.length - 5));
  },
  "bytes overwritten": (good, whole) => {
    const bytes = workbookOf({ rows: goodRows(good, 40) });
    const at = bytes.indexOf(sheetPath) + sheetPath.length + 4 + whole(20);
    bytes.fill(whole(256), at, at + 24);
    return bytes;
  },
  "no workbook": (_good, whole) => zipOf([{ name: "word/document.xml", content: "x".repeat(1 + whole(2000)) }]),
  "a bomb that says so": (good, whole) =>
    lying(good, (parts) => void (sheetIn(parts).content = Buffer.alloc((2 + whole(3)) * 1024 * 1024, 32))),
  "a bomb that lies": (good, whole) =>
    lying(good, (parts) => {
      Object.assign(sheetIn(parts), { content: Buffer.alloc((2 + whole(3)) * 1024 * 1024, 32), lies: { size: 900 } });
    }),
  "larger than any memory": (good, whole) =>
    lying(good, (parts) => void (sheetIn(parts).lies = { size: 0xf0_00_00_00 + whole(9999) })),
  "another checksum": (good, whole) => lying(good, (parts) => void (sheetIn(parts).lies = { crc: whole(2 ** 31) })),
  "another length": (good, whole) =>
    lying(good, (parts) => void (sheetIn(parts).lies = { compressed: 100_000 + whole(9999) })),
  "another name inside": (good) => lying(good, (parts) => void (sheetIn(parts).lies = { localName: "xl/other.xml" })),
  "parts that share bytes": (good) => lying(good, (parts) => void (sheetIn(parts).lies = { offset: 0 })),
  "two parts of one name": (good) => lying(good, (parts) => void parts.push({ ...sheetIn(parts) })),
  "a password": (good) => lying(good, (parts) => void (sheetIn(parts).lies = { flags: 1 })),
  "a part of another zip method": (good) => {
    const bytes = workbookOf({ rows: goodRows(good) });
    const at = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    bytes.writeUInt16LE(12, at + 10);
    return bytes;
  },
  "no sheet": (good) => lying(good, (parts) => void parts.splice(parts.indexOf(sheetIn(parts)), 1)),
  "a sheet elsewhere": (good) =>
    lying(good, () => undefined, {
      other: [
        {
          name: "xl/_rels/workbook.xml.rels",
          content:
            '<Relationships><Relationship Id="rId1" Type="x/worksheet" TargetMode="External" Target="https://elsewhere.test/a"/></Relationships>',
        },
      ],
    }),
  "a path out of the file": (good) =>
    lying(good, () => undefined, {
      other: [
        {
          name: "xl/_rels/workbook.xml.rels",
          content:
            '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="../../../../etc/passwd"/></Relationships>',
        },
      ],
    }),
  "entities of its own": (good, whole) =>
    lying(good, (parts) => {
      const levels = Array.from({ length: 5 + whole(9) }, (_, n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`);
      sheetIn(parts).content = `<!DOCTYPE x [<!ENTITY a0 "ha">${levels.join("")}]><worksheet>&a5;</worksheet>`;
    }),
  "a file for an entity": (good) =>
    lying(good, (parts) => {
      sheetIn(parts).content = '<!DOCTYPE x SYSTEM "file:///etc/passwd"><worksheet/>';
    }),
  "elements without end": (good, whole) =>
    lying(good, (parts) => void (sheetIn(parts).content = "<a>".repeat(65 + whole(5000)))),
  "a tag without end": (good, whole) =>
    lying(good, (parts) => void (sheetIn(parts).content = `<worksheet ${"a=1 ".repeat(20_000 + whole(9000))}`)),
  "no XML": (good, whole) =>
    lying(good, (parts) => {
      const wrong = [
        "<a></b>",
        "<worksheet>&nbsp;</worksheet>",
        "<worksheet/><worksheet/>",
        "text",
        "",
        "<worksheet a=b/>",
      ];
      sheetIn(parts).content = `${wrong[whole(wrong.length)]!.padEnd(3 + whole(9))}`;
    }),
  "no UTF-8": (good, whole) =>
    lying(good, (parts) => {
      sheetIn(parts).content = Buffer.concat([Buffer.from("<worksheet>"), Buffer.from([0xc3, whole(0x70), 0xff])]);
    }),
  "a million columns": (good) => sheetOf(good, '<row><c r="BDWGN9"><v>1</v></c></row>'),
  "too many columns": (good, whole) => sheetOf(good, rowOf(Array.from({ length: 600 + whole(9000) }, (_, n) => n))),
  "rows backwards": (good, whole) => sheetOf(good, `<row r="${1 + whole(3)}"><c><v>1</v></c></row>`),
  "a row beyond the last": (good, whole) => sheetOf(good, `<row r="${1_048_577 + whole(9e6)}"><c><v>1</v></c></row>`),
  "cells backwards": (good) => sheetOf(good, '<row><c r="B9"><v>1</v></c><c r="A9"><v>1</v></c></row>'),
  "cells within cells": (good) => sheetOf(good, "<row><c><c><v>1</v></c></c></row>"),
  "a text that is not there": (good, whole) => sheetOf(good, `<row><c t="s"><v>${whole(999)}</v></c></row>`),
  "a number that is none": (good) => sheetOf(good, "<row><c><v>1,5</v></c></row>"),
  "a kind of cell that is none": (good) => sheetOf(good, '<row><c t="x"><v>1</v></c></row>'),
  "too many rows": (good, whole) => workbookOf({ rows: goodRows(good, 10_001 + whole(500)) }),
  "an old Excel file": (_good, whole) =>
    Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(512 + whole(2000))]),
  "something else": (_good, whole) => Buffer.from(["%PDF-1.7\n\0", "\u0089PNG\r\n\0", "GIF89a\0"][whole(3)]!),
  "a CSV without its last quote": ({ head }, whole) => Buffer.from(`${head.join(",")}\r\n"${"a,".repeat(whole(999))}`),
  nothing: () => Buffer.alloc(0),
};

/** Files that can be read, in whose cells something is wrong. */
const faultyCells: Record<string, Make> = {
  formulas: (good, whole) =>
    sheetOf(
      good,
      `<row>${good.row.map(() => `<c><f>${['HYPERLINK("http://elsewhere.test")', "cmd|' /C calc'!A0", "1+1"][whole(3)]}</f><v>${whole(9)}</v></c>`).join("")}</row>`,
    ),
  "results that failed": (good) =>
    sheetOf(good, `<row>${good.row.map(() => '<c t="e"><v>#REF!</v></c>').join("")}</row>`),
  "texts without end": (good, whole) => sheetOf(good, rowOf(good.row.map(() => "长".repeat(32_768 + whole(999))))),
};

export type BadWorkbook = { kind: string; bytes: Buffer; isReadable: boolean };

/** The n-th bad workbook: all kinds before one comes again. */
export function badWorkbook(n: number, good: Good): BadWorkbook {
  const kinds = [...Object.entries(makers), ...Object.entries(faultyCells)];
  const [kind, make] = kinds[n % kinds.length]!;
  return { kind, bytes: make(good, createRandom(n).below), isReadable: Object.hasOwn(faultyCells, kind) };
}

/** How many kinds there are. */
export const badKinds = Object.keys(makers).length + Object.keys(faultyCells).length;
