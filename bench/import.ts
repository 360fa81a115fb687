/**
 * The import of a file of 10,000 rows: the time of its preview, of writing its rows, and of reverting it. Then 1,000 malformed workbooks, which must not
 * change anything. The program has no other load.
 */
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { CallOutput } from "#kit/call.ts";
import { maxDirectImportRows, maxImportRows } from "#kit/import.ts";
import { isUnderWay, type JobState } from "#kit/job.ts";
import { createSessions } from "#server/identity/sessions.server.ts";
import { recordVisit } from "#features/auth/session/record-visit.server.ts";
import { wholeFile } from "#server/spreadsheet/sheet.server.ts";
import { badWorkbook } from "../tests/support/bad-workbooks.ts";
import { client, contentOf } from "../tests/support/client.ts";
import { databaseOf } from "./bench-database.ts";
import { reportFigure, median } from "./figure.ts";
import { openSession, platformAdministrator } from "./people.ts";
import { postgresOf, startBenchApp } from "./running-app.ts";
import { fullOrMiniature } from "./size.ts";

const rowCount = fullOrMiniature(maxDirectImportRows, 50);
const rounds = 3;
const badFileCount = fullOrMiniature(1000, 50);

await using program = await startBenchApp({ TRUST_PROXY: "127.0.0.1" });
await using postgres = await postgresOf(program.dataFolder);
await using database = await databaseOf(postgres, 2);
const owner = await platformAdministrator(database);
const token = await openSession(database, createSessions({ database, recordVisit }), owner, true);
const administrator = client(program, { token });
let addressCount = 0;
/** Headers with a new client address, because limits are per address. */
const newAddress = () => ({ "x-forwarded-for": `10.0.${(addressCount += 1) >> 8}.${addressCount & 255}` });

async function upload(
  bytes: Buffer,
): Promise<{ status: number; data: { id: string; mapping: string[]; keyField: string | null } }> {
  const body = new FormData();
  body.set("file", new Blob([new Uint8Array(bytes)]), "list.xlsx");
  const headers = { authorization: `Bearer ${token}`, "x-meridian": "1", "accept-language": "en", ...newAddress() };
  const response = await fetch(`${program.url}/api/paas/import/news/upload`, { method: "POST", headers, body });
  return { status: response.status, ...((await response.json()) as { data: never }) };
}

async function secondsOf(name: string, input: object): Promise<number> {
  const begin = performance.now();
  const { status, text } = await administrator.send(name, { type: "news", ...input }, newAddress());
  if (status !== 200) throw new Error(`${name} got status ${status} ${text}`);
  return (performance.now() - begin) / 1000;
}

/** The state in which a job of the administrator ends. */
async function stateOfJob(id: string): Promise<JobState> {
  for (;;) {
    const { jobs } = contentOf(
      await administrator.send("GET Api/Job/Mine", {}, newAddress()),
    ) as CallOutput<"GET Api/Job/Mine">;
    const { state } = jobs.find((job) => job.id === id)!;
    if (!isUnderWay(state)) return state;
    await wait(50);
  }
}

/** A file of news items. `ids`: the rows that the file changes; the other rows are new. */
function newsFile(ids: readonly string[], prefix: string): Promise<Buffer> {
  const titles = ["ID", "Title", "Type", "Status", "Publish date", "Summary", "Body", "Pinned", "Sort order"];
  const values = Array.from({ length: rowCount }, (_, n) => [
    ids[n] ?? null,
    `${prefix} ${n}`,
    "Company",
    "Draft",
    { clock: Date.UTC(2026, 0, 1 + (n % 300), n % 24), hasTime: true },
    `${prefix}, in a sentence about number ${n}.`,
    `${prefix}: what stands in the body of number ${n}, some words longer than its summary.`,
    n % 10 === 0 ? "Yes" : "No",
    n % 1000,
  ]);
  const columns = titles.map((title) => ({ title, align: "start" as const }));
  return wholeFile("xlsx", [{ name: "News", columns, rows: values }]);
}

/** The number of news items, and the time of their last change. */
const newsState = async () => {
  const [state] = await database.read<{ count: number; newest: string }>(
    owner.tenantId,
    sql`select count(*)::int as count, max(updated_at)::text as newest from news where tenant_id = ${owner.tenantId}::uuid and deleted_at is null`,
  );
  return state!;
};

for (const kind of ["new rows", "changed rows"] as const) {
  const [checkTimes, runTimes, revertTimes]: [number[], number[], number[]] = [[], [], []];
  let ids: string[] = [];
  if (kind === "changed rows") {
    const { data } = await upload(await newsFile([], "Before"));
    await secondsOf("POST paas/import/check", { id: data.id, mapping: data.mapping, keyField: data.keyField });
    await secondsOf("POST paas/import/run", { id: data.id });
    const importedRows = await database.read<{ id: string }>(
      owner.tenantId,
      sql`select row_id as id from sheet_import_row where import_id = ${data.id}::uuid order by number`,
    );
    ids = importedRows.map(({ id }) => id);
  }
  for (let round = 0; round < rounds; round += 1) {
    const { status, data } = await upload(await newsFile(ids, `Round ${round}`));
    if (status !== 200) throw new Error(`The file got status ${status}`);
    const { id, mapping, keyField } = data;
    checkTimes.push(await secondsOf("POST paas/import/check", { id, mapping, keyField }));
    runTimes.push(await secondsOf("POST paas/import/run", { id }));
    revertTimes.push(await secondsOf("POST paas/import/revert", { id }));
  }
  reportFigure(`preview of ${rowCount} ${kind}, median`, median(checkTimes), "s", { atMost: 3 });
  reportFigure(`import of ${rowCount} ${kind}, median`, median(runTimes), "s", { atMost: 3 });
  reportFigure(`revert of ${rowCount} ${kind}, median`, median(revertTimes), "s", { atMost: 3 });
}

const before = await newsState();
const validSheet = {
  head: ["Title", "Type", "Status", "Sort order"],
  row: ["a", "company", "draft", 1],
  maxRows: maxImportRows,
};
const statusCounts = new Map<number, number>();
let misjudgedCount = 0;
let longestTime = 0;
for (let n = 0; n < badFileCount; n += 1) {
  const { bytes, isReadable } = badWorkbook(n, validSheet);
  const begin = performance.now();
  const { status, data } = await upload(bytes);
  let finalStatus = status;
  if (status === 200) {
    const input = { type: "news", id: data.id, mapping: data.mapping, keyField: data.keyField };
    const checked = await administrator.send("POST paas/import/check", input, newAddress());
    const { counts, job } = (contentOf(checked) ?? {}) as { counts?: { error: number } | null; job?: string | null };
    finalStatus = checked.status;
    const isRead = checked.status === 200 && (job === undefined || job === null || (await stateOfJob(job)) === "done");
    if (isReadable !== isRead || (isReadable && counts?.error === 0)) misjudgedCount += 1;
  }
  longestTime = Math.max(longestTime, performance.now() - begin);
  statusCounts.set(finalStatus, (statusCounts.get(finalStatus) ?? 0) + 1);
}
const after = await newsState();
reportFigure(`bad workbooks of ${badFileCount} that were handled wrongly`, misjudgedCount, "files", { atMost: 0 });
reportFigure(
  `bad workbooks of ${badFileCount} that got a status other than 200 or 422`,
  [...statusCounts].reduce((sum, [status, n]) => (status === 200 || status === 422 ? sum : sum + n), 0),
  "files",
  { atMost: 0 },
);
reportFigure(
  `rows that ${badFileCount} bad workbooks changed`,
  after.count - before.count + Number(after.newest !== before.newest),
  "rows",
  { atMost: 0 },
);
reportFigure("longest answer to a bad workbook", longestTime, "ms");
