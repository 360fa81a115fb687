/**
 * 5,000 generated definitions of light apps that somebody wrote to break the program (`bench/hostile-drafts.ts`). Each must be refused in words when it
 * is checked, and every fifth that can be saved as a draft also when it is published; no definition may be stored, and /health/live must answer
 * meanwhile.
 */
import { sql } from "drizzle-orm";
import { client, contentOf } from "../tests/support/client.ts";
import { databaseOf } from "./bench-database.ts";
import { reportFigure, percentile } from "./figure.ts";
import { harmlessDefinition, hostileDraft, type HostileDraft } from "./hostile-drafts.ts";
import { startLiveProbe } from "./live-probe.ts";
import { sameText } from "./own-entities.ts";
import { createRandom } from "./random.ts";
import { postgresOf, signInAdministrator, startBenchApp } from "./running-app.ts";
import { fullOrMiniature } from "./size.ts";

const draftCount = Number(process.env.BENCH_DRAFTS ?? fullOrMiniature(5000, 75));
/** Of so many drafts, one is saved and published. */
const publishedShare = 5;

await using program = await startBenchApp();
await using postgres = await postgresOf(program.dataFolder);
await using database = await databaseOf(postgres, 2);
const { send } = client(program, { token: await signInAdministrator(program) });
/** The definitions that the spaces have. */
const countDefinitions = () =>
  database.system(async (tx) => {
    const [counted] = await tx.rows<{ count: number }>(sql`select count(*)::int as count from entity_definition`);
    return counted!.count;
  });

type Review = { problems: { path: string; text: string }[] };
const hasWords = (text: unknown) => typeof text === "string" && text.trim().length > 2;

/** Whether the check refuses a draft, with words at each place, or the request itself is refused in words. */
async function isRefused({ tableName, definition }: HostileDraft): Promise<boolean> {
  const answer = await send("POST paas/lightApp/check", { tableName, name: sameText("Hostile"), definition });
  if (answer.status !== 200)
    return answer.status < 500 && hasWords((answer.body as { msg?: string }).msg ?? answer.text);
  const { problems } = contentOf(answer) as Review;
  return problems.length > 0 && problems.every(({ text }) => hasWords(text));
}

/** Saves a draft and publishes it. Resolves to the status of the one that is refused, or to 200. */
async function publish({ tableName, definition }: Omit<HostileDraft, "kind">): Promise<number> {
  const draft = { type: "lightApp", tableName, name: sameText("Hostile"), definition };
  const saved = await send("POST Api/{type}/QueryAdd", draft as never);
  if (saved.status !== 200) return saved.status;
  const { id } = contentOf(saved) as { id: string };
  const { status } = await send("POST Api/{type}/Command", { type: "lightApp", command: "publish", ids: [id] });
  await send("DELETE Api/{type}/QueryDelete", { type: "lightApp", id });
  return status;
}
/** What the input is refused with, or a clash of names. A missing right would be another status. */
const refusals = new Set([400, 409, 422]);

// The administrator may publish: what is right is published.
const control = await publish({ tableName: "harmless", definition: harmlessDefinition() });
if (control !== 200) throw new Error(`A definition without faults got status ${control}`);
const before = await countDefinitions();

await using probe = startLiveProbe(program.url);
const random = createRandom(16);
const times: number[] = [];
const accepted: string[] = [];
const { longest } = await probe.measure(async () => {
  for (let number = 0; number < draftCount; number += 1) {
    const draft = hostileDraft(random, number);
    const begin = performance.now();
    const refused = await isRefused(draft);
    times.push(performance.now() - begin);
    const publicationRefused = number % publishedShare !== 0 || refusals.has(await publish(draft));
    if (!refused || !publicationRefused)
      accepted.push(`${draft.kind}: ${draft.tableName} ${draft.definition.slice(0, 300)}`);
  }
});
for (const line of accepted.slice(0, 20)) console.error(`accepted: ${line}`);
reportFigure("drafts.checked", draftCount, "drafts");
reportFigure("drafts.accepted", accepted.length, "drafts", { atMost: 0 });
reportFigure("drafts.stored", (await countDefinitions()) - before, "definitions", { atMost: 0 });
reportFigure("drafts.check.p99", percentile(times, 0.99), "ms");
reportFigure("drafts.check.max", Math.max(...times), "ms");
reportFigure("drafts.live.max", longest, "ms", { atMost: 200 });
