import { attributesOf, createXmlReader, XmlFault, type XmlHandler } from "#kit/xml-reader.ts";
import type { SheetLimits, SheetRow } from "./file-cell.server.ts";
import { sheetProblem } from "./sheet-problem.server.ts";
import { rowReader, textCollector, type Workbook } from "./xlsx-cells.server.ts";
import { styleReader } from "./xlsx-styles.server.ts";
import { type Budget, openZip, unpack, type Zip, type ZipFile } from "./zip-reader.server.ts";

/** Maximum unpacked bytes of a workbook. */
const maxBytes = 256 * 1024 * 1024;
/** Maximum number of shared strings, and of their characters together. */
const maxStrings = 500_000;
const maxCharacters = 40_000_000;

type Source = { zip: Zip; budget: Budget };

/** Reads one part of a workbook; yields between slices, so that completed rows can be taken. */
async function* readPart({ zip, budget }: Source, file: ZipFile, handler: XmlHandler): AsyncGenerator<void> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const reader = createXmlReader(handler);
  const write = (bytes?: Buffer) => {
    try {
      reader.write(bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true }));
      if (bytes === undefined) reader.end();
    } catch (error) {
      // A TypeError of the decoder: bytes that are not UTF-8.
      throw error instanceof TypeError || error instanceof XmlFault ? sheetProblem("broken") : error;
    }
  };
  for await (const bytes of unpack(zip, file, budget)) {
    write(bytes);
    yield;
  }
  write();
}

async function readXml(source: Source, file: ZipFile | undefined, handler: XmlHandler): Promise<void> {
  if (file === undefined) throw sheetProblem("broken");
  for await (const _ of readPart(source, file, handler));
}

type Relation = { id: string; kind: string; path: string };

/** The path in the zip of a target, which is relative to the folder of the referring part unless it begins with a slash. */
function pathOf(folder: string, target: string): string {
  if (target.startsWith("/")) return target.slice(1);
  const parts = folder.split("/").filter((part) => part !== "");
  for (const part of target.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}

/** The relations of a part of a workbook to other parts; empty if the part has no file of relations. */
async function relationsOf(source: Source, part: string): Promise<Relation[]> {
  const slash = part.lastIndexOf("/") + 1;
  const [folder, name] = [part.slice(0, slash), part.slice(slash)];
  const file = source.zip.files.get(`${folder}_rels/${name}.rels`);
  const relations: Relation[] = [];
  if (file === undefined) return relations;
  await readXml(source, file, {
    open(element, attributes) {
      if (element !== "Relationship") return;
      const { Id = "", Type = "", Target = "", TargetMode } = attributesOf(attributes);
      // External targets are never fetched.
      if (TargetMode !== "External")
        relations.push({ id: Id, kind: Type.slice(Type.lastIndexOf("/") + 1), path: pathOf(folder, Target) });
    },
  });
  return relations;
}

async function readStrings(source: Source, file: ZipFile | undefined): Promise<(string | undefined)[]> {
  const strings: (string | undefined)[] = [];
  if (file === undefined) return strings;
  const collector = textCollector();
  let characters = 0;
  await readXml(source, file, {
    open(name) {
      if (name === "si") collector.start();
      else collector.open(name);
    },
    close(name) {
      collector.close(name);
      if (name !== "si") return;
      const text = collector.result();
      characters += text?.length ?? 0;
      if (strings.length >= maxStrings || characters > maxCharacters) throw sheetProblem("tooMuchContent");
      strings.push(text);
    },
    text: collector.add,
  });
  return strings;
}

type Overview = { firstSheet: string | undefined; is1904: boolean };

/** Reads the id of the relation to the first visible sheet, and whether dates count from 1904. */
async function readOverview(source: Source, file: ZipFile | undefined): Promise<Overview> {
  const overview: Overview = { firstSheet: undefined, is1904: false };
  await readXml(source, file, {
    open(name, attributes) {
      if (name === "workbookPr") {
        const { date1904 } = attributesOf(attributes);
        overview.is1904 = date1904 === "1" || date1904 === "true";
      }
      if (name !== "sheet" || overview.firstSheet !== undefined) return;
      const { id, state = "visible" } = attributesOf(attributes);
      if (state === "visible") overview.firstSheet = id;
    },
  });
  return overview;
}

/**
 * Reads the rows of the first visible sheet of a workbook (ECMA-376) in batches, yielding to other work in between. Empty rows are skipped. Formulas
 * are not evaluated: see `cellFaults`.
 * @throws {Problem} invalid when the file is damaged or exceeds a limit; the caller must then discard the earlier rows
 */
export async function* readXlsx(bytes: Buffer, limits: SheetLimits): AsyncGenerator<SheetRow[]> {
  const source: Source = { zip: openZip(bytes), budget: { left: maxBytes } };
  const { files } = source.zip;
  const main = (await relationsOf(source, "")).find(({ kind }) => kind === "officeDocument");
  if (main === undefined) throw sheetProblem("kind");
  const { firstSheet, is1904 } = await readOverview(source, files.get(main.path));
  const relations = await relationsOf(source, main.path);
  const fileOf = (path: string | undefined) => (path === undefined ? undefined : files.get(path));
  const partOf = (kind: string) => fileOf(relations.find((relation) => relation.kind === kind)?.path);
  const sheet = fileOf(relations.find(({ id, kind }) => id === firstSheet && kind === "worksheet")?.path);
  if (sheet === undefined) throw sheetProblem("noSheet");
  const { handler: styleHandler, styles } = styleReader();
  const styleFile = partOf("styles");
  if (styleFile !== undefined) await readXml(source, styleFile, styleHandler);
  const workbook: Workbook = { strings: await readStrings(source, partOf("sharedStrings")), styles, is1904 };
  const { handler, take } = rowReader(workbook, limits);
  for await (const _ of readPart(source, sheet, handler)) {
    const rows = take();
    if (rows.length > 0) yield rows;
  }
}
