import type { CallOutput } from "#kit/call.ts";
import type { Locale } from "#kit/text.ts";
import type { Cell } from "#server/spreadsheet/cell.server.ts";
import { wholeFile } from "#server/spreadsheet/sheet.server.ts";
import type { Person } from "./people.ts";

export type Import = CallOutput<"POST paas/import/open">;
export type Table = readonly (readonly Cell[])[];

/** A workbook of this table, whose first row contains the titles. */
export function sheetOf([head, ...rows]: Table): Promise<Buffer> {
  const columns = head!.map((title) => ({ title: String(title), align: "start" as const }));
  return wholeFile("xlsx", [{ name: "S", columns, rows }]);
}

/** Uploads a file for an import into an entity. Returns the response with the description of the import in `found`. */
export async function uploadImport(
  url: string,
  {
    type,
    bytes,
    person,
    locale = "en",
  }: { type: string; bytes: Buffer; person: Pick<Person, "token">; locale?: Locale },
): Promise<{ status: number; text: string; found: Import }> {
  const body = new FormData();
  body.set("file", new Blob([new Uint8Array(bytes)]), "list.xlsx");
  const headers = { authorization: `Bearer ${person.token}`, "x-meridian": "1", "accept-language": locale };
  const response = await fetch(`${url}/api/paas/import/${type}/upload`, { method: "POST", headers, body });
  const text = await response.text();
  return { status: response.status, text, found: (JSON.parse(text) as { data: Import }).data };
}
