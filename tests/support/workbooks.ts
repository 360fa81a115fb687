/** Workbooks as other programs and attackers write them: tests can replace every part of the file, and the description of every part. */
import { crc32, deflateRawSync } from "node:zlib";

/** A file of a zip. `headerOverrides`: wrong values for its headers. */
export type Part = {
  name: string;
  content: string | Buffer;
  headerOverrides?: {
    size?: number;
    compressed?: number;
    crc?: number;
    flags?: number;
    localName?: string;
    offset?: number;
  };
  /** The part is not compressed. */
  isStored?: true;
};

function headerOf({ content, headerOverrides = {}, isStored }: Part, compressed: Buffer): Buffer {
  const plain = Buffer.from(content);
  const header = Buffer.alloc(26);
  header.writeUInt16LE(20, 0);
  header.writeUInt16LE(headerOverrides.flags ?? 0x08_00, 2);
  header.writeUInt16LE(isStored ? 0 : 8, 4);
  header.writeUInt32LE(headerOverrides.crc ?? crc32(plain), 10);
  header.writeUInt32LE(headerOverrides.compressed ?? compressed.length, 14);
  header.writeUInt32LE(headerOverrides.size ?? plain.length, 18);
  return header;
}

/** The bytes of a zip of these parts. */
export function zipOf(parts: readonly Part[]): Buffer {
  const [local, central]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const part of parts) {
    const compressed = part.isStored ? Buffer.from(part.content) : deflateRawSync(part.content);
    const header = headerOf(part, compressed);
    const namedHeader = (text: string, signature: number[]) => {
      const bytes = Buffer.from(text);
      const copy = Buffer.from(header);
      copy.writeUInt16LE(bytes.length, 22);
      return [Buffer.from(signature), copy, bytes] as const;
    };
    const [localSignature, localHeader, localName] = namedHeader(
      part.headerOverrides?.localName ?? part.name,
      [0x50, 0x4b, 3, 4],
    );
    local.push(localSignature, localHeader, localName, compressed);
    const [centralSignature, centralHeader, centralName] = namedHeader(part.name, [0x50, 0x4b, 1, 2, 20, 0]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(part.headerOverrides?.offset ?? offset, 10);
    central.push(centralSignature, centralHeader, tail, centralName);
    offset += 4 + 26 + localName.length + compressed.length;
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
  /** The content of xl/workbook.xml, which lists the sheets. */
  overview?: string;
  /** Added parts. A part replaces the part with the same name. */
  extraParts?: readonly Part[];
};

/** The parts of a workbook, named as by Excel. */
export function workbookParts({ rows, strings, styles, overview, extraParts = [] }: WorkbookParts): Part[] {
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
  const names = new Set(extraParts.map(({ name }) => name));
  return [...parts.filter(({ name }) => !names.has(name)), ...extraParts];
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
