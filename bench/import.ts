/**
 * A file of 10,000 rows that is imported: how long it takes until people see what it would do, until its rows are written, and until that is taken back; and what
 * 1,000 files that are no good workbooks change. Each figure is that of a program that does nothing else.
 */
import { sql } from "drizzle-orm";
import { buffer } from "node:stream/consumers";
import { maxDirectImportRows } from "#kit/import.ts";
import { createSessions } from "#server/identity/sessions.server.ts";
import { noteSeen } from "#features/auth/session/note-seen.server.ts";
import { emptyEntry } from "#server/spreadsheet/entry.server.ts";
import { sheetBytes, sheetChunk } from "#server/spreadsheet/sheet.server.ts";
import { badWorkbook } from "../tests/support/bad-workbooks.ts";
import { client, contentOf } from "../tests/support/client.ts";
import { figure, median } from "./figure.ts";
import { openSession, platformAdministrator } from "./people.ts";
import { databaseOf, postgresOf, startBenchApp } from "./running-app.ts";
import { sized } from "./size.ts";

const rows = sized(maxDirectImportRows, 50);
const rounds = sized(3, 3);
const badFiles = sized(1000, 50);

await using program = await startBenchApp({ TRUST_PROXY: "127.0.0.1" });
await using postgres = await postgresOf(program.dataFolder);
await using database = await databaseOf(postgres, 2);
const owner = await platformAdministrator(database);
const token = await openSession(database, createSessions({ database, noteSeen }), owner, true);
const administrator = client(program, { token });
let address = 0;
/** Limits are per address. */
const from = () => ({ "x-forwarded-for": `10.0.${(address += 1) >> 8}.${address & 255}` });

async function upload(
  bytes: Buffer,
): Promise<{ status: number; data: { id: string; mapping: string[]; keyField: string | null } }> {
  const body = new FormData();
  body.set("file", new Blob([new Uint8Array(bytes)]), "list.xlsx");
  const headers = { authorization: `Bearer ${token}`, "x-meridian": "1", "accept-language": "en", ...from() };
  const answer = await fetch(`${program.url}/api/paas/import/news/upload`, { method: "POST", headers, body });
  return { status: answer.status, ...((await answer.json()) as { data: never }) };
}

async function timed(name: string, input: object): Promise<number> {
  const begin = performance.now();
  const { status, text } = await administrator.send(name, { type: "news", ...input }, from());
  if (status !== 200) throw new Error(`${name} was answered ${status} ${text}`);
  return (performance.now() - begin) / 1000;
}

/** A file of news; `ids`: of those that it changes. */
async function fileOf(ids: readonly string[], word: string): Promise<Buffer> {
  const titles = ["ID", "Title", "Type", "Status", "Publish date", "Summary", "Body", "Pinned", "Sort order"];
  const values = Array.from({ length: rows }, (_, n) => [
    ids[n] ?? null,
    `${word} ${n}`,
    "Company",
    "Draft",
    { clock: Date.UTC(2026, 0, 1 + (n % 300), n % 24), hasTime: true },
    `${word}, in a sentence about number ${n}.`,
    `${word}: what stands in the body of number ${n}, some words longer than its summary.`,
    n % 10 === 0 ? "Yes" : "No",
    n % 1000,
  ]);
  const columns = titles.map((title) => ({ title, align: "start" as const }));
  const part = { columns, rows: values, before: undefined, isLast: true };
  const { bytes, state } = await sheetChunk("xlsx", emptyEntry, part);
  return buffer(sheetBytes("xlsx", { name: "News", state, chunks: [bytes] }));
}

const count = async () => {
  const [found] = await database.read<{ count: number; newest: string }>(
    owner.tenantId,
    sql`select count(*)::int as count, max(updated_at)::text as newest from news where tenant_id = ${owner.tenantId}::uuid and deleted_at is null`,
  );
  return found!;
};

for (const kind of ["new rows", "changed rows"] as const) {
  const [checks, runs, reverts]: [number[], number[], number[]] = [[], [], []];
  let ids: string[] = [];
  if (kind === "changed rows") {
    const { data } = await upload(await fileOf([], "Before"));
    await timed("POST paas/import/check", { id: data.id, mapping: data.mapping, keyField: data.keyField });
    await timed("POST paas/import/run", { id: data.id });
    const found = await database.read<{ id: string }>(
      owner.tenantId,
      sql`select row_id as id from sheet_import_row where import_id = ${data.id}::uuid order by number`,
    );
    ids = found.map(({ id }) => id);
  }
  for (let round = 0; round < rounds; round += 1) {
    const { status, data } = await upload(await fileOf(ids, `Round ${round}`));
    if (status !== 200) throw new Error(`The file was answered ${status}`);
    const { id, mapping, keyField } = data;
    checks.push(await timed("POST paas/import/check", { id, mapping, keyField }));
    runs.push(await timed("POST paas/import/run", { id }));
    reverts.push(await timed("POST paas/import/revert", { id }));
  }
  figure(`preview of ${rows} ${kind}, median`, median(checks), "s", { atMost: 3 });
  figure(`import of ${rows} ${kind}, median`, median(runs), "s", { atMost: 3 });
  figure(`revert of ${rows} ${kind}, median`, median(reverts), "s", { atMost: 3 });
}

const before = await count();
const good = { head: ["Title", "Type", "Status", "Sort order"], row: ["a", "company", "draft", 1] };
const answers = new Map<number, number>();
let silent = 0;
let longest = 0;
for (let n = 0; n < badFiles; n += 1) {
  const { bytes, isReadable } = badWorkbook(n, good);
  const begin = performance.now();
  const { status, data } = await upload(bytes);
  let answer = status;
  if (status === 200) {
    const input = { type: "news", id: data.id, mapping: data.mapping, keyField: data.keyField };
    const checked = await administrator.send("POST paas/import/check", input, from());
    const { counts } = (contentOf(checked) ?? {}) as { counts?: { error: number } };
    answer = checked.status;
    if (isReadable !== (checked.status === 200) || (isReadable && counts?.error === 0)) silent += 1;
  }
  longest = Math.max(longest, performance.now() - begin);
  answers.set(answer, (answers.get(answer) ?? 0) + 1);
}
const after = await count();
figure(`bad workbooks of ${badFiles} that were taken as good`, silent, "files", { atMost: 0 });
figure(
  `bad workbooks of ${badFiles} that were answered neither 200 nor 422`,
  [...answers].reduce((sum, [status, n]) => (status === 200 || status === 422 ? sum : sum + n), 0),
  "files",
  { atMost: 0 },
);
figure(
  `rows that ${badFiles} bad workbooks changed`,
  after.count - before.count + Number(after.newest !== before.newest),
  "rows",
  { atMost: 0 },
);
figure("longest answer to a bad workbook", longest, "ms");
