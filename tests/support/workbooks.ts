/** Workbooks as other programs and attackers write them: every part of the file can be replaced, or described wrongly. */
import { crc32, deflateRawSync } from "node:zlib";

/** A file of a zip; `lies` replaces values of its headers by wrong ones. */
export type Part = {
  name: string;
  content: string | Buffer;
  lies?: { size?: number; compressed?: number; crc?: number; flags?: number; localName?: string; offset?: number };
  isStored?: true;
};

function headerOf({ content, lies = {}, isStored }: Part, compressed: Buffer): Buffer {
  const plain = Buffer.from(content);
  const header = Buffer.alloc(26);
  header.writeUInt16LE(20, 0);
  header.writeUInt16LE(lies.flags ?? 0x08_00, 2);
  header.writeUInt16LE(isStored ? 0 : 8, 4);
  header.writeUInt32LE(lies.crc ?? crc32(plain), 10);
  header.writeUInt32LE(lies.compressed ?? compressed.length, 14);
  header.writeUInt32LE(lies.size ?? plain.length, 18);
  return header;
}

/** The bytes of a zip of these parts. */
export function zipOf(parts: readonly Part[]): Buffer {
  const [local, central]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const part of parts) {
    const compressed = part.isStored ? Buffer.from(part.content) : deflateRawSync(part.content);
    const header = headerOf(part, compressed);
    const nameOf = (text: string, first: number[]) => {
      const bytes = Buffer.from(text);
      const copy = Buffer.from(header);
      copy.writeUInt16LE(bytes.length, 22);
      return [Buffer.from(first), copy, bytes] as const;
    };
    const [sign, fileHeader, name] = nameOf(part.lies?.localName ?? part.name, [0x50, 0x4b, 3, 4]);
    local.push(sign, fileHeader, name, compressed);
    const [start, whole, listed] = nameOf(part.name, [0x50, 0x4b, 1, 2, 20, 0]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(part.lies?.offset ?? offset, 10);
    central.push(start, whole, tail, listed);
    offset += 4 + 26 + name.length + compressed.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06_05_4b_50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, directory, end]);
}

const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const relationships = (...all: [id: string, kind: string, target: string][]) =>
  `<Relationships>${all
    .map(([id, kind, target]) => `<Relationship Id="${id}" Type="${office}/${kind}" Target="${target}"/>`)
    .join("")}</Relationships>`;

export type WorkbookParts = {
  /** The rows of the sheet as XML. */
  rows: string;
  strings?: string;
  styles?: string;
  overview?: string;
  /** Parts that replace those with the same name, or are added. */
  other?: readonly Part[];
};

/** The parts of a workbook, named as by Excel. */
export function workbookParts({ rows, strings, styles, overview, other = [] }: WorkbookParts): Part[] {
  const parts: Part[] = [
    { name: "[Content_Types].xml", content: "<Types/>" },
    { name: "_rels/.rels", content: relationships(["rId1", "officeDocument", "xl/workbook.xml"]) },
    {
      name: "xl/workbook.xml",
      content:
        overview ??
        `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: "xl/_rels/workbook.xml.rels",
      content: relationships(
        ["rId1", "worksheet", "worksheets/sheet1.xml"],
        ["rId2", "sharedStrings", "sharedStrings.xml"],
        ["rId3", "styles", "/xl/styles.xml"],
      ),
    },
    {
      name: "xl/worksheets/sheet1.xml",
      content: `<?xml version="1.0"?><worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
    },
    ...(strings === undefined ? [] : [{ name: "xl/sharedStrings.xml", content: `<sst>${strings}</sst>` }]),
    ...(styles === undefined ? [] : [{ name: "xl/styles.xml", content: `<styleSheet>${styles}</styleSheet>` }]),
  ];
  const names = new Set(other.map(({ name }) => name));
  return [...parts.filter(({ name }) => !names.has(name)), ...other];
}

/** A workbook with these rows. */
export const workbookOf = (parts: WorkbookParts): Buffer => zipOf(workbookParts(parts));

const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** A row of texts and numbers as XML. */
export const rowOf = (cells: readonly (string | number)[]): string =>
  `<row>${cells
    .map((cell) =>
      typeof cell === "number" ? `<c><v>${cell}</v></c>` : `<c t="inlineStr"><is><t>${escape(cell)}</t></is></c>`,
    )
    .join("")}</row>`;
