/**
 * The program is killed (kill -9) at many moments during the publication of a light app that converts a field of its records. After each kill either
 * the old or the new definition stands, and every record has the values of that definition. Linux only: the processes are found in /proc.
 */
import { setTimeout as wait } from "node:timers/promises";
import { client, contentOf } from "../tests/support/client.ts";
import { launch } from "../tests/support/program.ts";
import { reportFigure, median } from "./figure.ts";
import { freePort } from "./free-port.ts";
import { pidsOf, stopProgram } from "./leftovers.ts";
import { sameText } from "./own-entities.ts";
import { seededFolder, signInAdministrator } from "./running-app.ts";
import { fullOrMiniature } from "./size.ts";

const killCount = Number(process.env.BENCH_ROUNDS ?? fullOrMiniature(50, 2));
const recordCount = fullOrMiniature(5000, 20);
/** ms within which the program must recover. */
const recoveryTimeout = 30_000;
const type = "meter";
/** Rows per page. */
const pageSize = 100;
/** The field type before and after a conversion; every second publication converts back. */
const fieldTypes = ["textbox", "number"] as const;

await using folder = await seededFolder();
const dataFolder = folder.path;

await using resources = new AsyncDisposableStack();
resources.defer(() => stopProgram(dataFolder));
const settings = { DATA_DIR: dataFolder, PORT: String(await freePort()), LOG_LEVEL: "fatal" };
const { url } = await launch(settings, ".", { file: "supervisor" });
const token = await signInAdministrator({ url, output: () => folder.firstOutput });
const { call, send } = client({ url }, { token });

const access = Object.fromEntries(["read", "add", "update", "delete", "export"].map((verb) => [verb, "administrator"]));
const draftOf = (sizeType: string) => ({
  type: "lightApp",
  tableName: type,
  name: sameText("Meters"),
  definition: JSON.stringify({
    access,
    fields: [
      { field: "title", type: "textbox", name: sameText("Title") },
      { field: "size", type: sizeType, name: sameText("Size"), search: "eq" },
    ],
    titleField: "title",
    groups: [{ name: sameText("All"), fields: ["title", "size"] }],
    list: { columns: ["title", "size"], sort: { field: "createdAt", direction: "desc" } },
  }),
});
type Row = { id: string; version: number };
type Meter = Row & { size: unknown };
type Column = { field: string; controlType: string };

const app = (await call("POST Api/{type}/QueryAdd", draftOf(fieldTypes[0]) as never)) as Row;
const publish = () => send("POST Api/{type}/Command", { type: "lightApp", command: "publish", ids: [app.id] });
/** Saves the draft with another type of the field. */
async function saveDraft(sizeType: string): Promise<void> {
  const input = { type: "lightApp", id: app.id };
  const { version } = contentOf(await send("GET Api/{type}/QueryById", input)) as Row;
  await call("POST Api/{type}/QueryUpdate", { ...draftOf(sizeType), id: app.id, version } as never);
}

/** All records. */
async function readRecords(): Promise<Meter[]> {
  const records: Meter[] = [];
  for (let pageIndex = 1; ; pageIndex += 1) {
    const answer = await send("GET Api/{type}/QueryPageList", { type, pageIndex, pageSize });
    const { rows } = contentOf(answer) as { rows: Meter[] };
    records.push(...rows);
    if (rows.length < pageSize) return records;
  }
}

/** Waits until the program answers. @throws if that takes longer than `recoveryTimeout` */
async function waitForProgram(): Promise<void> {
  for (const deadline = performance.now() + recoveryTimeout; ;) {
    const status = await send("GET Api/{type}/QueryPageList", { type }).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) return;
    if (performance.now() > deadline) throw new Error(`The program did not come back: ${status}`);
    await wait(50);
  }
}

/** The type of the field, and the number of records that are missing or have no value of this type. */
async function checkRecords(): Promise<{ sizeType: string; wrong: number }> {
  const columns = contentOf(await send("GET Api/DataEngine/GetColumns", { id: type })) as Column[];
  const sizeType = columns.find(({ field }) => field === "size")!.controlType;
  const records = await readRecords();
  const isRight = ({ size }: Meter) => typeof size === (sizeType === "number" ? "number" : "string");
  return { sizeType, wrong: Math.abs(records.length - recordCount) + records.filter((row) => !isRight(row)).length };
}

const firstPublication = await publish();
if (firstPublication.status !== 200) throw new Error(firstPublication.text);
for (let n = 0; n < recordCount; n += 10)
  await Promise.all(
    Array.from({ length: 10 }, (_, k) =>
      call("POST Api/{type}/QueryAdd", { type, title: `Meter ${n + k}`, size: String(n + k) } as never),
    ),
  );

/** ms of publications that nothing interrupted. */
const times: number[] = [];
for (const sizeType of fieldTypes.toReversed()) {
  await saveDraft(sizeType);
  const begin = performance.now();
  const answer = await publish();
  if (answer.status !== 200) throw new Error(answer.text);
  times.push(performance.now() - begin);
}
const duration = median(times);

let wrongRecords = 0;
/** How often each definition stood after a kill. */
const standing = { old: 0, new: 0 };
for (let n = 0; n < killCount; n += 1) {
  const before = await checkRecords();
  const next = fieldTypes.find((name) => name !== before.sizeType)!;
  await saveDraft(next);
  const [pid] = await pidsOf(dataFolder, "main.server.js");
  const publication = publish().catch(() => undefined);
  // The delays grow to twice the duration of a publication. One that ends sooner is killed right after its answer.
  await Promise.race([publication, wait((duration * 2 * n) / killCount)]);
  process.kill(pid!, "SIGKILL");
  await publication;
  await waitForProgram();
  const after = await checkRecords();
  wrongRecords += after.wrong;
  standing[after.sizeType === next ? "new" : "old"] += 1;
  console.error(
    `${n + 1}/${killCount}: ${after.sizeType === next ? "new" : "old"} definition, ${after.wrong} wrong records`,
  );
}
reportFigure("publish.time", duration, "ms");
reportFigure("publish.kills", standing.old + standing.new, "kills", { atLeast: killCount });
reportFigure("publish.kills.old", standing.old, "kills", { atLeast: 1 });
reportFigure("publish.kills.new", standing.new, "kills", { atLeast: 1 });
reportFigure("publish.records.wrong", wrongRecords, "records", { atMost: 0 });
