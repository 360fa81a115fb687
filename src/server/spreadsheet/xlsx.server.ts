import { firstCharacters } from "#kit/text-length.ts";
import { type Cell, plainText, type SheetColumn, type SheetRange } from "./cell.server.ts";
import { maxCellUnits } from "./file-cell.server.ts";
import type { TextBuffer } from "./text-buffer.server.ts";
import type { ZipEntry } from "./zip.server.ts";
import { entryOf } from "./zip.server.ts";

/** Maximum rows of a sheet, the limit of spreadsheet programs. */
export const maxSheetRows = 1_048_576;
/** Minimum and maximum width of a column, in characters. */
const minWidth = 8;
const maxWidth = 60;

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Characters that XML 1.0 cannot contain, except `allowedControls`. */
const controlCharacter = /\p{Cc}/gu;
const nonCharacter = /[\uFFFE\uFFFF]/g;
const allowedControls = new Set(["\t", "\n", "\r"]);
/** The start of a text such as `_x000D_`, which spreadsheet programs would decode. */
const escapeStart = /_(?=x[0-9A-Fa-f]{4}_)/g;

/** A text that fits into a cell: without invalid characters, and truncated. */
export function sheetText(text: string): string {
  // Without the first half of a surrogate pair whose second half is cut off.
  const start = text.slice(0, maxCellUnits - 1).replace(/[\uD800-\uDBFF]$/, "");
  return (text.length > maxCellUnits ? `${start}…` : text)
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(controlCharacter, (character) => (allowedControls.has(character) ? character : ""))
    .replace(nonCharacter, "");
}

/** Like `sheetText`, but escaped for XML. */
const xmlText = (text: string): string =>
  sheetText(text)
    .replace(escapeStart, "_x005F_")
    .replace(/[&<>"]/g, (character) => escapes[character]!);

/** Whether a text needs escaping, or `xml:space` for its outer blanks. Most texts need neither, and one test is faster than four replacements. */
const needsEscaping = (text: string) =>
  text.length > maxCellUnits || /[&<>"\p{Cc}\p{Cs}\uFFFE\uFFFF]|_x|^\s|\s$/u.test(text);

/** The serial date of a clock (see `Cell`): days since 30 December 1899. */
const serialDateOf = (clock: number) => clock / 86_400_000 + 25_569;

/** Formats of cells, by their index in `cellXfs` of `stylesXml`; `input`: a text whatever people type. */
const styles = { text: 0, head: 1, day: 2, moment: 3, input: 4 } as const;
type Style = (typeof styles)[keyof typeof styles];
/** The end of the reference of a cell and its format, by format. */
const styleEnds: Readonly<Record<Style, string>> = { 0: '"', 1: '" s="1"', 2: '" s="2"', 3: '" s="3"', 4: '" s="4"' };

/** The name of a column by its index from 0: A to Z, AA, AB ... */
export function columnName(index: number): string {
  const letter = String.fromCodePoint(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}

/**
 * Writes the XML of a cell, piece by piece: the pieces would be most of the garbage of an export if they were joined first. Its reference, for instance
 * `B7`, has the parts `column` and `row`; not every program can do without it.
 */
function writeCell(xml: TextBuffer, cell: Cell, column: string, row: string): void {
  if (cell === null || cell === "") return;
  // A larger number becomes a text, because spreadsheet programs keep only fifteen digits of a number.
  if (typeof cell === "number" && Number.isFinite(cell) && Math.abs(cell) < 1e15) writeValue(xml, cell, column, row);
  else if (typeof cell === "object" && cell.clock > 0)
    writeValue(xml, serialDateOf(cell.clock), column, row, cell.hasTime ? styles.moment : styles.day);
  else writeText(xml, plainText(cell), column, row);
}

function writeReference(xml: TextBuffer, column: string, row: string, style: Style): void {
  xml.write('<c r="');
  xml.write(column);
  xml.write(row);
  xml.write(styleEnds[style]);
}

function writeValue(xml: TextBuffer, value: number, column: string, row: string, style: Style = styles.text): void {
  writeReference(xml, column, row, style);
  xml.write("><v>");
  xml.write(String(value));
  xml.write("</v></c>");
}

function writeText(xml: TextBuffer, text: string, column: string, row: string, style: Style = styles.text): void {
  const isEscaped = needsEscaping(text);
  writeReference(xml, column, row, style);
  xml.write(isEscaped ? ' t="inlineStr"><is><t xml:space="preserve">' : ' t="inlineStr"><is><t>');
  xml.write(isEscaped ? xmlText(text) : text);
  xml.write("</t></is></c>");
}

/** Writes the XML of rows; `before`: the number of rows between the head and these rows. */
export function writeRows(xml: TextBuffer, rows: readonly (readonly Cell[])[], before: number): void {
  const names = (rows[0] ?? []).map((_, column) => columnName(column));
  for (const [index, cells] of rows.entries()) {
    const row = String(before + 2 + index);
    xml.write('<row r="');
    xml.write(row);
    xml.write('">');
    for (let column = 0; column < cells.length; column += 1) writeCell(xml, cells[column]!, names[column]!, row);
    xml.write("</row>");
  }
}

/** Display width of a text: wide characters, which begin at U+2E80, count twice. */
function displayWidth(line: string): number {
  let length = 0;
  for (const character of line) length += character > "\u2E7F" ? 2 : 1;
  return length;
}

/** Rows that determine the widths of the columns. */
const maxMeasuredRows = 200;

function widthOf(title: string, cells: readonly Cell[]): number {
  let width = displayWidth(title);
  for (const cell of cells) {
    if (cell === null) continue;
    if (typeof cell === "object") width = Math.max(width, cell.hasTime ? 19 : 10);
    else width = Math.max(width, displayWidth(String(cell).slice(0, maxWidth).split("\n", 1)[0] ?? ""));
  }
  return Math.min(maxWidth, Math.max(minWidth, width) + 2);
}

const mainNamespace = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relationsNamespace = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Writes the beginning of a sheet: a frozen head, and columns as wide as the first rows need. */
export function writeSheetStart(
  xml: TextBuffer,
  columns: readonly SheetColumn[],
  firstRows: readonly (readonly Cell[])[],
): void {
  const measured = firstRows.slice(0, maxMeasuredRows);
  const widths = columns.map(({ title }, index) =>
    widthOf(
      title,
      measured.map((cells) => cells[index] ?? null),
    ),
  );
  const cols = widths.map((width, index) => {
    const style = columns[index]!.isText === true ? ` style="${styles.input}"` : "";
    return `<col min="${index + 1}" max="${index + 1}" width="${width}"${style} customWidth="1"/>`;
  });
  xml.write(
    `${declaration}<worksheet xmlns="${mainNamespace}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${cols.join("")}</cols><sheetData><row r="1">`,
  );
  for (const [column, { title }] of columns.entries()) writeText(xml, title, columnName(column), "1", styles.head);
  xml.write("</row>");
}

/** A valid name of a sheet: at most 31 characters, without those that are replaced here. */
const sheetName = (name: string) => xmlText(firstCharacters(name.replace(/[[\]:*?/\\']/g, " "), 31).trim() || "Sheet1");

function rangeText({ sheet, row, firstColumn, lastColumn }: SheetRange): string {
  const place = (column: number) => `$${columnName(column)}$${row + 1}`;
  return `'${sheetName(sheet)}'!${place(firstColumn)}:${place(lastColumn)}`;
}

/** The end of a sheet, with the choices of its columns. */
export function sheetEnd(columns: readonly SheetColumn[]): string {
  const validations = columns.flatMap(({ choices }, index) => {
    if (choices === undefined) return [];
    const cells = `${columnName(index)}2:${columnName(index)}${maxSheetRows}`;
    const refusal = choices.isClosed ? ' showErrorMessage="1"' : "";
    return `<dataValidation type="list" allowBlank="1"${refusal} sqref="${cells}"><formula1>${rangeText(choices.range)}</formula1></dataValidation>`;
  });
  const all = validations.join("");
  return `</sheetData>${all === "" ? "" : `<dataValidations count="${validations.length}">${all}</dataValidations>`}</worksheet>`;
}

/** The formats of `styles`, in their order. Ids of own number formats begin at 164; 49 is text. */
const stylesXml = `${declaration}<styleSheet xmlns="${mainNamespace}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`;

/** A sheet of a workbook: its name, and the compressed chunks of its file. */
type SheetEntry = { name: string } & Omit<ZipEntry, "name">;

/** The files of a workbook (ECMA-376); those of its sheets are the last ones, in their order. */
export async function workbook(sheets: readonly SheetEntry[]): Promise<ZipEntry[]> {
  const type = (path: string, kind: string) =>
    `<Override PartName="/${path}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml"/>`;
  const relation = (id: number, kind: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${relationsNamespace}/${kind}" Target="${target}"/>`;
  const relationsXml = (...all: string[]) =>
    `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.join("")}</Relationships>`;
  // Paths are relative to `xl`.
  const numbered = sheets.map((sheet, index) => ({
    ...sheet,
    id: index + 1,
    path: `worksheets/sheet${index + 1}.xml`,
  }));
  const types = [
    type("xl/workbook.xml", "sheet.main"),
    ...numbered.map(({ path }) => type(`xl/${path}`, "worksheet")),
    type("xl/styles.xml", "styles"),
  ];
  const list = numbered.map(({ name, id }) => `<sheet name="${sheetName(name)}" sheetId="${id}" r:id="rId${id}"/>`);
  const files = {
    "[Content_Types].xml": `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${types.join("")}</Types>`,
    "_rels/.rels": relationsXml(relation(1, "officeDocument", "xl/workbook.xml")),
    "xl/workbook.xml": `${declaration}<workbook xmlns="${mainNamespace}" xmlns:r="${relationsNamespace}"><sheets>${list.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relationsXml(
      ...numbered.map(({ id, path }) => relation(id, "worksheet", path)),
      relation(sheets.length + 1, "styles", "styles.xml"),
    ),
    "xl/styles.xml": stylesXml,
  };
  const entries = await Promise.all(Object.entries(files).map(([path, text]) => entryOf(path, text)));
  return [...entries, ...numbered.map(({ path, state, chunks }) => ({ name: `xl/${path}`, state, chunks }))];
}
