/** Exports as other programs read them: a library, and LibreOffice where it is installed, find every cell of 200 rows with a field of every type. */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { readSheet } from "read-excel-file/node";
import { beforeAll, expect, it } from "vitest";
import type { CallOutput } from "#kit/call.ts";
import type { AnyRow, EntityDefinition } from "#kit/entity.ts";
import { cellsOfRows } from "#records/describe/cells.server.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import { type Cell, localTimeIn, plainText } from "#server/spreadsheet/cell.server.ts";
import { addCleanUp } from "./support/clean-up.ts";
import { client, contentOf } from "./support/client.ts";
import { cases, entityRequests } from "./support/entity-cases.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
const space = entityRequests(server)(0);
const zone = "Asia/Shanghai";
const rowCount = 200;
const [, entity] = cases.find(([name]) => name.startsWith("everyType"))! as [string, EntityDefinition, 0];
const columns = Object.entries(entity.fields).flatMap(([field, config]) =>
  fieldTypeOf(config).storage === "none" ? [] : [field],
);
/** The cells that each row has to have. */
let expected: Cell[][];

beforeAll(async () => {
  const api = client(server, space.owner());
  const article = (await api.call("POST Api/{type}/QueryAdd", {
    type: "news",
    title: { zh: "文章, “一”", en: "Article, “one”" },
    kind: "company",
    status: "draft",
  } as never)) as AnyRow;
  const relations = Object.fromEntries(
    Object.entries(entity.fields).flatMap(([field, config]) => {
      const { references, storage } = fieldTypeOf(config);
      return references?.(config)?.entity === "news" ? [[field, storage === "json" ? [article.id] : article.id]] : [];
    }),
  );
  const rows: AnyRow[] = [];
  for (let n = 0; n < rowCount; n += 1) rows.push(await space.insert(entity, n % 2 === 0 ? relations : {}));
  const reader = { locale: "en", titles: { [article.id]: "Article, “one”" }, toLocalTime: localTimeIn(zone) } as const;
  expected = rows.map(
    cellsOfRows(
      entity,
      columns.map((field) => ({ field })),
      reader,
    ),
  );
});

async function exportAs(format: "xlsx" | "csv"): Promise<Buffer> {
  const input = {
    type: entity.type,
    pageSize: rowCount,
    columns: columns.join(","),
    orderBy: "createdAt",
    format,
    timeZone: zone,
  };
  const answer = await space.send("GET api/Auto/ToExcel", input, { "accept-language": "en" });
  expect(answer.status, answer.text).toBe(200);
  const { value } = contentOf(answer) as CallOutput<"GET api/Auto/ToExcel">;
  const file = await fetch(server.url + value, { headers: { authorization: `Bearer ${space.owner().token}` } });
  return Buffer.from(await file.arrayBuffer());
}

const isClock = (cell: Cell): cell is Extract<Cell, { clock: number }> => typeof cell === "object" && cell !== null;

/** The cells of a file with commas and quotation marks (RFC 4180). */
function csvCells(text: string): string[][] {
  const rows: string[][] = [];
  for (const [, quoted, plain, end] of text
    .replace(/^\uFEFF/, "")
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    if (rows.length === 0) rows.push([]);
    rows.at(-1)!.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'));
    if (end !== ",") rows.push([]);
  }
  return rows.filter((cells) => cells.length > 1);
}

it("a library that is not ours reads every cell of a workbook", async () => {
  const [titles, ...rows] = await readSheet(await exportAs("xlsx"));
  expect(titles).toEqual(columns.map((field) => entity.fields[field]!.name.en));
  const cellOf = (cell: Cell) => (isClock(cell) ? new Date(cell.clock) : cell === "" ? null : cell);
  expect(rows).toEqual(expected.map((cells) => cells.map(cellOf)));
});

/** The text that LibreOffice writes for a cell; it reads a CSV with other types than ours, so files of commas are compared as texts. */
function officeText(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  if (!isClock(cell)) return cell.replaceAll("\r\n", "\n");
  return new Date(cell.clock)
    .toISOString()
    .slice(0, cell.hasTime ? 19 : 10)
    .replace("T", " ");
}

/** Opens a file in LibreOffice and returns its cells; undefined where it is not installed. */
async function throughOffice(bytes: Buffer): Promise<string[][] | undefined> {
  const run = promisify(execFile);
  const program = await run("which", ["soffice"]).then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  );
  if (program === undefined) return undefined;
  const folder = await mkdtemp(path.join(tmpdir(), "meridian-office-"));
  addCleanUp(() => rm(folder, { recursive: true, force: true }));
  await writeFile(path.join(folder, "list.xlsx"), bytes);
  // Commas, quotation marks, UTF-8, the first sheet; numbers as they are, not as they are formatted.
  const filter = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false";
  const profile = `-env:UserInstallation=${pathToFileURL(path.join(folder, "profile"))}`;
  await run(program, [
    profile,
    "--headless",
    "--norestore",
    "--convert-to",
    filter,
    "--outdir",
    folder,
    path.join(folder, "list.xlsx"),
  ]);
  return csvCells(await readFile(path.join(folder, "list.csv"), "utf8"));
}

it("LibreOffice reads every cell of a workbook, where it is installed", async () => {
  const cells = await throughOffice(await exportAs("xlsx"));
  if (cells === undefined)
    return console.info("LibreOffice (soffice) is not installed: only the library read the export.");
  expect(cells[0]).toEqual(columns.map((field) => entity.fields[field]!.name.en));
  expect(cells.slice(1)).toEqual(expected.map((row) => row.map(officeText)));
});

it("a CSV has every cell as text", async () => {
  const [titles, ...rows] = csvCells((await exportAs("csv")).toString());
  expect(titles).toEqual(columns.map((field) => entity.fields[field]!.name.en));
  const withoutApostrophe = rows.map((row) => row.map((text) => text.replace(/^'(?=[=+\-@\t\r＝＋－＠])/, "")));
  expect(withoutApostrophe).toEqual(expected.map((row) => row.map(plainText)));
});
