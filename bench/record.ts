/**
 * A million rows of an entity that a space defined, with 20 fields, 8 of them indexed, over HTTP: a filtered and sorted page with its total, one
 * request at a time and 20 at once; saves of single rows; and the publication of another type for a field of 100,000 rows, while lists of it are read.
 * With `DIRECTUS_FOLDER`, Directus answers the same requests from the same rows on the same PostgreSQL server, and the ratios are printed.
 */
import { setTimeout as wait } from "node:timers/promises";
import { client, contentOf } from "../tests/support/client.ts";
import { type CollectionField, startDirectus } from "./directus.ts";
import { type FilledField, fillRecords } from "./fill-records.ts";
import { median, percentile, reportFigure } from "./figure.ts";
import { sameText } from "./own-entities.ts";
import { createRandom } from "./random.ts";
import { postgresOf, signInAdministrator, startBenchApp } from "./running-app.ts";
import { fullOrMiniature } from "./size.ts";
import { type Search, tableOf } from "./table-search.ts";

const total = Number(process.env.BENCH_ROWS ?? fullOrMiniature(1_000_000, 2000));
const convertedTotal = Math.min(total, fullOrMiniature(100_000, 12_000));
const saveCount = fullOrMiniature(300, 20);
/** ms within which a publication must end. */
const publicationTimeout = 600_000;

type Field = FilledField & { config: { type: string } & Record<string, unknown> };
const states = ["new", "open", "waiting", "done"];
const options = states.map((key) => ({ key, name: sameText(key) }));
const text = { kind: "text", cast: "text" } as const;
const number = { kind: "number", cast: "numeric" } as const;
const stateOf = (step: number) => `(array['${states.join("','")}'])[1 + (n / ${step}) % ${states.length}]`;

const indexedFields: Record<string, Field> = {
  title: { config: { type: "textbox", search: "prefix" }, value: "'Unit ' || n", index: text },
  status: { config: { type: "dropdownlist", options, search: "eq" }, value: stateOf(1), index: text },
  phase: { config: { type: "dropdownlist", options, search: "eq" }, value: stateOf(7), index: text },
  code: { config: { type: "textbox", search: "eq" }, value: "'C' || n % 5000", index: text },
  amount: { config: { type: "number", column: { sortable: true } }, value: "n::bigint * 7919 % 100003", index: number },
  score: { config: { type: "number", column: { sortable: true } }, value: "n::bigint * 104729 % 1009", index: number },
  active: {
    config: { type: "switch", search: "eq" },
    value: "n % 3 = 0",
    index: { kind: "boolean", cast: "boolean" },
  },
  opened: {
    config: { type: "datepicker", search: "between" },
    value: `to_char(timestamp '2016-01-01' + make_interval(mins => (n::bigint * 7919 % 5000000)::int), 'YYYY-MM-DD"T"HH24:MI:SS".000Z"')`,
    index: { kind: "time", cast: "timestamptz" },
  },
};
const plainFields = Object.fromEntries(
  Array.from({ length: 12 }, (_, n): [string, Field] => [
    `note${n}`,
    n % 2 === 0
      ? { config: { type: "textbox" }, value: `'Note ${n} of unit ' || n` }
      : { config: { type: "number" }, value: `n % ${100 + n}` },
  ]),
);
const fields = { ...indexedFields, ...plainFields };

const access = Object.fromEntries(["read", "add", "update", "delete", "export"].map((verb) => [verb, "administrator"]));
const draftOf = (tableName: string, configs: Record<string, Field["config"]>) => ({
  type: "lightApp",
  tableName,
  name: sameText(tableName),
  definition: JSON.stringify({
    access,
    fields: Object.entries(configs).map(([field, config]) => ({ field, name: sameText(field), ...config })),
    titleField: "title",
    groups: [{ name: sameText("All"), fields: Object.keys(configs) }],
    list: { columns: Object.keys(configs).slice(0, 8), sort: { field: "createdAt", direction: "desc" } },
  }),
});

await using app = await startBenchApp();
await using postgres = await postgresOf(app.dataFolder);
const token = await signInAdministrator(app);
const { call, send } = client(app, { token });
type Row = { id: string; version: number };
const publish = (id: string) => call("POST Api/{type}/Command", { type: "lightApp", command: "publish", ids: [id] });
async function addLightApp(tableName: string, configs: Record<string, Field["config"]>): Promise<Row> {
  const row = (await call("POST Api/{type}/QueryAdd", draftOf(tableName, configs) as never)) as Row;
  await publish(row.id);
  return row;
}

const startedAt = performance.now();
await addLightApp("unit", Object.fromEntries(Object.entries(fields).map(([name, { config }]) => [name, config])));
await fillRecords(postgres.connection, { type: "unit", total, fields });
reportFigure("record.rows", total, "rows");
reportFigure("record.fill", (performance.now() - startedAt) / 1000, "s");

const random = createRandom(16);
/** The filters that people use: each status and phase, in both orders, on the first three pages. */
const filters: Search[] = states.flatMap((status) =>
  states.flatMap((phase) =>
    ["amount", "score"].flatMap((field) =>
      [1, 2, 3].map((pageIndex): Search => ({
        fields: { status, phase },
        sort: { field, direction: "desc" },
        pageIndex,
      })),
    ),
  ),
);
const table = tableOf(app, "unit", token);
const firstTimes = await table.sequential(filters);
reportFigure("record.list.first.p50", median(firstTimes), "ms");
reportFigure("record.list.first.max", Math.max(...firstTimes), "ms");
// A warm-up, after which the code is compiled and the statements are prepared.
await table.concurrent(filters);
const load = await table.concurrent(filters);
reportFigure("record.list.requests", load.requests.average, "1/s");
reportFigure("record.list.p50", load.latency.p50, "ms", { atMost: 12 });
reportFigure("record.list.p99", load.latency.p99, "ms", { atMost: 60 });

const { rows } = contentOf(
  await send("GET Api/{type}/QueryPageList", { type: "unit", pageIndex: 1, pageSize: 100 }),
) as { rows: Row[] };
const versions = new Map(rows.map(({ id, version }) => [id, version]));
const saveTimes: number[] = [];
for (let n = 0; n < saveCount; n += 1) {
  const { id } = random.pick(rows);
  const begin = performance.now();
  const input = { type: "unit", id, version: versions.get(id), amount: n, note0: `saved ${n}` };
  const saved = (await call("POST Api/{type}/QueryUpdate", input as never)) as Row;
  saveTimes.push(performance.now() - begin);
  versions.set(id, saved.version);
}
reportFigure("record.save.p50", median(saveTimes), "ms", { atMost: 10 });
reportFigure("record.save.p99", percentile(saveTimes, 0.99), "ms");

/** Directus' types of the fields. */
const directusTypes: Record<string, string> = {
  textbox: "string",
  dropdownlist: "string",
  number: "integer",
  switch: "boolean",
  datepicker: "timestamp",
};
const { DIRECTUS_FOLDER: directusFolder } = process.env;
if (directusFolder !== undefined) {
  const collection = Object.fromEntries(
    Object.entries(fields).map(([name, field]): [string, CollectionField] => [
      name,
      { ...field, directusType: directusTypes[field.config.type]! },
    ]),
  );
  await using directus = await startDirectus(postgres.connection, {
    folder: directusFolder,
    total,
    fields: collection,
  });
  const times = await directus.sequential(filters);
  await directus.concurrent(filters);
  const answers = await directus.concurrent(filters);
  const saves: number[] = [];
  for (let n = 0; n < saveCount; n += 1) {
    const begin = performance.now();
    await directus.save(1 + random.below(total), { amount: n, note0: `saved ${n}` });
    saves.push(performance.now() - begin);
  }
  reportFigure("record.directus.list.first.p50", median(times), "ms");
  reportFigure("record.directus.list.requests", answers.requests.average, "1/s");
  reportFigure("record.directus.list.p50", answers.latency.p50, "ms");
  reportFigure("record.directus.list.p99", answers.latency.p99, "ms");
  reportFigure("record.directus.save.p50", median(saves), "ms");
  reportFigure("record.list.first.ratio", median(times) / median(firstTimes), "times as fast as Directus", {
    atLeast: 1,
  });
  reportFigure(
    "record.list.requests.ratio",
    load.requests.average / answers.requests.average,
    "times Directus' requests",
    {
      atLeast: 1,
    },
  );
  reportFigure("record.save.ratio", median(saves) / median(saveTimes), "times as fast as Directus", { atLeast: 1 });
}

const sizeOf = (type: string): Record<string, Field["config"]> => ({
  title: { type: "textbox", search: "prefix" },
  size: { type, search: "eq" },
});
const meters = await addLightApp("meter", sizeOf("textbox"));
await fillRecords(postgres.connection, {
  type: "meter",
  total: convertedTotal,
  fields: { title: indexedFields.title!, size: { value: "(n % 1000)::text", index: text } },
});
const { version } = contentOf(await send("GET Api/{type}/QueryById", { type: "lightApp", id: meters.id })) as Row;
await call("POST Api/{type}/QueryUpdate", { ...draftOf("meter", sizeOf("number")), id: meters.id, version } as never);
type Column = { field: string; controlType: string };
const isConverted = async () => {
  const columns = contentOf(await send("GET Api/DataEngine/GetColumns", { id: "meter" })) as Column[];
  return columns.some(({ field, controlType }) => field === "size" && controlType === "number");
};
const publishedAt = performance.now();
await publish(meters.id);
const listTimes: number[] = [];
const meterTable = tableOf(app, "meter", token);
while (!(await isConverted())) {
  if (performance.now() - publishedAt > publicationTimeout) throw new Error("The publication did not end.");
  listTimes.push(...(await meterTable.sequential([{ sort: { field: "createdAt", direction: "desc" } }])));
  await wait(50);
}
reportFigure("record.publish.rows", convertedTotal, "rows");
reportFigure("record.publish", (performance.now() - publishedAt) / 1000, "s", { atMost: 60 });
reportFigure("record.publish.lists", listTimes.length, "lists", { atLeast: 1 });
reportFigure("record.publish.list.p50", listTimes.length === 0 ? 0 : median(listTimes), "ms");
reportFigure("record.publish.list.max", Math.max(0, ...listTimes), "ms");
