import { buffer } from "node:stream/consumers";
import { expect } from "vitest";
import type { CallOutput } from "#kit/call.ts";
import { entryOf, zip } from "#server/spreadsheet/zip.server.ts";
import { openZip, unpack } from "#server/spreadsheet/zip-reader.server.ts";
import type { AnyRow } from "#kit/entity.ts";
import { type Answer, type Client, client, contentOf } from "./client.ts";
import { newSpaceOwner, type Person } from "./people.ts";
import type { Server } from "./server.ts";

/** The texts of the files of a folder, by their names. */
export type FolderTexts = Record<string, string>;
export type Comparison = CallOutput<"POST paas/transfer/upload">;
export type ComparedRow = Comparison["rows"][number];
type AppliedRows = CallOutput<"POST paas/transfer/apply">["rows"];

/** The files of a ZIP. */
export async function textsOf(bytes: Buffer): Promise<FolderTexts> {
  const opened = openZip(bytes);
  const texts: FolderTexts = {};
  for (const [name, file] of opened.files) {
    const content = await buffer(unpack(opened, file, { left: 50_000_000 }));
    texts[name] = content.toString("utf8");
  }
  return texts;
}

/** A ZIP of these files: texts as they are, everything else as JSON. */
export async function folderOf(files: Readonly<Record<string, unknown>>): Promise<Buffer> {
  const entries = Object.entries(files).map(([name, content]) =>
    entryOf(name, typeof content === "string" ? content : JSON.stringify(content)),
  );
  return buffer(zip(await Promise.all(entries)));
}

export const manifest = {
  "manifest.json": {
    format: "meridian-configuration",
    version: 1,
    exportedAt: "2026-11-24T00:00:00.000Z",
    space: "Staging",
  },
};

/** Exports the configuration of a person's space. */
export async function exportFolder(server: Server, person: Person): Promise<Buffer> {
  const answer = await client(server, person).send("POST paas/transfer/export");
  expect(answer.status, answer.text).toBe(200);
  const { value } = contentOf(answer) as { value: string };
  const file = await fetch(server.url + value, { headers: { authorization: `Bearer ${person.token}` } });
  expect(file.status).toBe(200);
  return Buffer.from(await file.arrayBuffer());
}

/** Uploads a folder. */
export async function uploadFolder({ url }: Server, person: Person, bytes: Buffer, locale = "en"): Promise<Answer> {
  const body = new FormData();
  body.set("file", new Blob([new Uint8Array(bytes)]), "configuration.zip");
  const headers = { authorization: `Bearer ${person.token}`, "x-meridian": "1", "accept-language": locale };
  const response = await fetch(`${url}/api/paas/transfer/upload`, { method: "POST", headers, body });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) as Answer["body"] };
}

/** Uploads a folder and returns the differences. */
export async function compareFolder(server: Server, person: Person, bytes: Buffer): Promise<Comparison> {
  const answer = await uploadFolder(server, person, bytes);
  expect(answer.status, answer.text.slice(0, 1000)).toBe(200);
  return contentOf(answer) as Comparison;
}

/** The rows that differ, as lines: `added role/Editor`. */
export const differencesIn = ({ rows }: Comparison): string[] =>
  rows.filter(({ state }) => state !== "unchanged").map(({ state, path }) => `${state} ${path}`);

/** Imports rows of a comparison. */
export const applyRows = (
  server: Server,
  person: Person,
  { file }: Comparison,
  rows: readonly (Pick<ComparedRow, "path" | "version"> & { entersState?: boolean })[],
): Promise<Answer> =>
  client(server, person).send("POST paas/transfer/apply", {
    file,
    rows: rows.map(({ path, version, entersState }) => ({
      path,
      version,
      ...(entersState === undefined ? {} : { entersState }),
    })),
  });

/** Imports rows of a comparison, which must succeed. */
export async function importRows(
  server: Server,
  person: Person,
  comparison: Comparison,
  rows: readonly (Pick<ComparedRow, "path" | "version"> & { entersState?: boolean })[],
): Promise<AppliedRows> {
  const answer = await applyRows(server, person, comparison, rows);
  expect(answer.status, answer.text).toBe(200);
  return (contentOf(answer) as { rows: AppliedRows }).rows;
}

/** A space with requests of its owner. */
export type Space = { owner: Person; api: Client };

export async function newSpace(server: Server): Promise<Space> {
  const owner = await newSpaceOwner(server);
  return { owner, api: client(server, owner) };
}

/** Adds a row. */
export const addRow = async (api: Client, type: string, values: object): Promise<AnyRow> =>
  (await api.call("POST Api/{type}/QueryAdd", { type, ...values } as never)) as AnyRow;

/** The whole rows of an entity, in the order of its list. */
export async function rowsOf(api: Client, type: string): Promise<AnyRow[]> {
  const answer = await api.send("POST paas/table/search", { paraModel: { url: `/paas/${type}/list`, pageSize: 100 } });
  expect(answer.status, answer.text).toBe(200);
  const { rows } = (contentOf(answer) as { result: { rows: AnyRow[] } }).result;
  return Promise.all(
    rows.map(async ({ id }) => contentOf(await api.send("GET Api/{type}/QueryById", { type, id })) as AnyRow),
  );
}

/** The values of an option set. */
export const levels = {
  title: { zh: "客户等级", en: "Customer levels" },
  name: "customerLevel",
  keyValue: [
    { key: "gold", value: { zh: "金牌", en: "Gold" }, color: "ochre" },
    { key: "silver", value: { zh: "银牌", en: "Silver" } },
  ],
};
