/**
 * Repeated requests: 10,000 requests for 100 additions by ten people, concurrent and consecutive, each addition with its own idempotency key. They
 * must create a hundred rows, and repeating a response must be cheap.
 */
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { recordVisit } from "#features/auth/session/record-visit.server.ts";
import { createSessions } from "#server/identity/sessions.server.ts";
import { client, contentOf } from "../tests/support/client.ts";
import { databaseOf } from "./bench-database.ts";
import { reportFigure } from "./figure.ts";
import { addOwner, openSession } from "./people.ts";
import { postgresOf, startBenchApp } from "./running-app.ts";
import { fullOrMiniature } from "./size.ts";

const peopleCount = fullOrMiniature(10, 3);
const additionsEach = fullOrMiniature(10, 2);
/** Each addition is sent this many times concurrently, for this many rounds. */
const [atOnce, rounds] = [10, fullOrMiniature(10, 2)];

await using app = await startBenchApp();
await using postgres = await postgresOf(app.dataFolder);
await using database = await databaseOf(postgres, 4);
const sessions = createSessions({ database, recordVisit });

/** `successes`: the number of successful responses; `underWay`: the number of responses 409, sent while the first request with the key runs. */
const results = { addedIds: new Set<unknown>(), successes: 0, underWay: 0 };
async function add(token: string, title: string): Promise<void> {
  const { send } = client(app, { token });
  const key = { "idempotency-key": randomUUID() };
  const row = { type: "news", title: { zh: title, en: title }, kind: "company", status: "draft" };
  for (let round = 0; round < rounds; round += 1) {
    const all = await Promise.all(Array.from({ length: atOnce }, () => send("POST Api/{type}/QueryAdd", row, key)));
    for (const answer of all) {
      if (answer.status === 200) results.addedIds.add((contentOf(answer) as { id: string }).id);
      if (answer.status === 200) results.successes += 1;
      else if (answer.status === 409) results.underWay += 1;
      else throw new Error(`An addition got status ${answer.status}: ${answer.text}`);
    }
  }
}

const tokens: string[] = [];
for (let n = 0; n < peopleCount; n += 1)
  tokens.push(await openSession(database, sessions, await addOwner(database, `1360000000${n}`, `bench-${n}`)));
const startedAt = performance.now();
await Promise.all(
  tokens.map(async (token, owner) => {
    for (let n = 0; n < additionsEach; n += 1) await add(token, `retry ${owner} ${n}`);
  }),
);
const seconds = (performance.now() - startedAt) / 1000;
const [counted] = await database.system((tx) =>
  tx.rows<{ rows: number }>(sql`select count(*)::int as rows from news where title ->> 'en' like 'retry %'`),
);
const expectedCount = peopleCount * additionsEach;
reportFigure("retries.requests", (expectedCount * atOnce * rounds) / seconds, "1/s");
reportFigure("retries.answered-again", results.successes - results.addedIds.size, "answers");
reportFigure("retries.told-to-wait", results.underWay, "answers");
reportFigure("retries.rows", counted!.rows, "rows", { atLeast: expectedCount, atMost: expectedCount });
reportFigure("retries.ids", results.addedIds.size, "ids", { atLeast: expectedCount, atMost: expectedCount });
