/**
 * The program that people would otherwise use for entities of a space: Directus, with the same fields, rows and requests, on the same PostgreSQL server. It
 * is no dependency of this program: `DIRECTUS_FOLDER` names a folder in which `npm install directus` was run.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import autocannon from "autocannon";
import pg from "pg";
import type { FilledField } from "./fill-records.ts";
import { freePort } from "./free-port.ts";
import { loadLength } from "./size.ts";
import type { Search } from "./table-search.ts";

const administrator = { email: "bench@example.com", password: "bench-password-1" };
/** ms within which Directus must answer. */
const startTimeout = 120_000;

/** A field of the collection. `directusType`: as in Directus' API. */
export type CollectionField = FilledField & { directusType: string };

export type Directus = AsyncDisposable & {
  /** The ms of each request; one at a time. */
  sequential: (searches: readonly Search[]) => Promise<number[]>;
  /** Repeats the searches for 10 s, 20 at a time. */
  concurrent: (searches: readonly Search[]) => Promise<autocannon.Result>;
  /** Changes two fields of a row. */
  save: (id: number, values: Record<string, unknown>) => Promise<void>;
};

/** The program of Directus with these settings. */
const runDirectus = (folder: string, command: string, settings: Record<string, string>) =>
  spawn(process.execPath, [path.join(folder, "node_modules/directus/cli.js"), command], {
    cwd: folder,
    env: { ...process.env, ...settings },
    stdio: ["ignore", "ignore", "inherit"],
  });

/**
 * Starts Directus on a schema of its own in the database, and fills a collection.
 * @param total the number of rows
 */
export async function startDirectus(
  connection: pg.ClientConfig,
  { folder, total, fields }: { folder: string; total: number; fields: Readonly<Record<string, CollectionField>> },
): Promise<Directus> {
  await using resources = new AsyncDisposableStack();
  const database = new pg.Client(connection);
  await database.connect();
  resources.defer(() => database.end());
  await database.query("create schema directus");
  await database.query("set search_path to directus, public");
  const port = await freePort();
  const settings = {
    DB_CLIENT: "pg",
    DB_HOST: String(connection.host),
    DB_PORT: String(connection.port),
    DB_USER: String(connection.user),
    DB_PASSWORD: String(connection.password),
    DB_DATABASE: String(connection.database),
    DB_SEARCH_PATH: "array:directus,public",
    DB_POOL__MAX: "20",
    HOST: "127.0.0.1",
    PORT: String(port),
    SECRET: "bench",
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    ACCESS_TOKEN_TTL: "1d",
    LOG_LEVEL: "error",
    RATE_LIMITER_ENABLED: "false",
    TELEMETRY: "false",
    NO_UPDATE_NOTIFIER: "1",
  };
  const [code] = (await once(runDirectus(folder, "bootstrap", settings), "exit")) as [number | null];
  if (code !== 0) throw new Error(`Directus was not set up: ${code}`);
  const server = runDirectus(folder, "start", settings);
  resources.defer(async () => {
    server.kill("SIGKILL");
    if (server.exitCode === null && server.signalCode === null) await once(server, "exit");
  });
  const url = `http://127.0.0.1:${port}`;
  const deadline = performance.now() + startTimeout;
  while (
    !(await fetch(`${url}/server/ping`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (performance.now() > deadline) throw new Error("Directus does not start.");
    await wait(200);
  }
  let headers: Record<string, string> = { "content-type": "application/json" };
  async function send(method: string, address: string, body?: unknown): Promise<unknown> {
    const response = await fetch(url + address, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${text.slice(0, 300)}`);
    return (JSON.parse(text) as { data: unknown }).data;
  }
  const { access_token: token } = (await send("POST", "/auth/login", administrator)) as { access_token: string };
  headers = { ...headers, authorization: `Bearer ${token}` };
  await send("POST", "/collections", {
    collection: "unit",
    schema: {},
    meta: {},
    fields: [
      { field: "id", type: "integer", schema: { is_primary_key: true, has_auto_increment: true } },
      ...Object.entries(fields).map(([field, { directusType, index }]) => ({
        field,
        type: directusType,
        schema: { is_indexed: index !== undefined },
      })),
    ],
  });
  const names = Object.keys(fields).map((name) => `"${name}"`);
  await database.query(
    `insert into unit (${names.join(", ")}) select ${Object.values(fields)
      .map(({ value, directusType }) => (directusType === "timestamp" ? `(${value})::timestamptz` : value))
      .join(", ")} from generate_series(1, $1::int) as n`,
    [total],
  );
  await database.query("vacuum analyze unit");

  const addressOf = ({ fields: filter = {}, sort, pageIndex = 1 }: Search) => {
    const query = new URLSearchParams({
      limit: "15",
      page: String(pageIndex),
      meta: "filter_count",
      filter: JSON.stringify({
        _and: Object.entries(filter).map(([field, value]) => ({ [field]: { _eq: value } })),
      }),
      fields: ["id", ...Object.keys(fields).slice(0, 8)].join(","),
    });
    if (sort !== undefined) query.set("sort", `${sort.direction === "desc" ? "-" : ""}${sort.field}`);
    return `/items/unit?${query}`;
  };
  const running = resources.move();
  return {
    async sequential(searches) {
      const times: number[] = [];
      for (const search of searches) {
        const begin = performance.now();
        await send("GET", addressOf(search));
        times.push(performance.now() - begin);
      }
      return times;
    },
    async concurrent(searches) {
      const addresses = searches.map(addressOf);
      let requestCount = 0;
      const result = await autocannon({
        url,
        connections: 20,
        timeout: 60,
        ...loadLength(10),
        requests: [
          {
            method: "GET",
            headers,
            setupRequest: (request) => ({ ...request, path: addresses[(requestCount += 1) % addresses.length]! }),
          },
        ],
      });
      if (result.non2xx > 0 || result.errors > 0)
        throw new Error(`${result.non2xx} bad answers of Directus, ${result.errors} errors`);
      return result;
    },
    async save(id, values) {
      await send("PATCH", `/items/unit/${id}`, values);
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
