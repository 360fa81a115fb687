/** Events of jobs: people receive those of their own jobs, from any process, while they are signed in. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { CallOutput } from "#kit/call.ts";
import { client, contentOf } from "./support/client.ts";
import { changedPage, holdPage } from "./support/held-pages.ts";
import { newMember, newSpace, type Person } from "./support/people.ts";
import { launch, type Program } from "./support/program.ts";
import { startServer } from "./support/server.ts";

const server = await startServer();
let other: Program;
beforeAll(async () => {
  other = await launch({ DATA_DIR: server.dataFolder, DATABASE_URL: server.databaseUrl });
});
afterAll(() => other.stop());

type Jobs = CallOutput<"GET Api/Job/Mine">["jobs"];

const listen = ({ url }: Pick<Program, "url">, person?: Person) =>
  fetch(`${url}/api/job/events`, {
    headers: { "accept-language": "en", ...(person === undefined ? {} : { authorization: `Bearer ${person.token}` }) },
  });

/** The events of a stream, one after another; ends with it. */
async function* eventsOf(answer: Response): AsyncGenerator<Jobs> {
  let text = "";
  for await (const bytes of answer.body!.pipeThrough(new TextDecoderStream())) {
    text += bytes;
    const parts = text.split("\n\n");
    text = parts.pop()!;
    for (const part of parts) if (part.startsWith("data: ")) yield (JSON.parse(part.slice(6)) as { jobs: Jobs }).jobs;
  }
}
async function until(events: AsyncGenerator<Jobs>, matches: (jobs: Jobs) => boolean): Promise<Jobs[]> {
  const seen: Jobs[] = [];
  for (;;) {
    const { value, done } = await events.next();
    if (done === true) throw new Error("The stream has ended.");
    seen.push(value);
    if (matches(value)) return seen;
  }
}

it("shows a job from its start to its end, whichever process does it and whichever one is listened to", async () => {
  const owner = await newSpace(server);
  const release = await holdPage(server, await changedPage(server, owner, "/held"));
  const answers = [await listen(server, owner), await listen(other, owner)];
  expect(
    answers.map(({ status, headers }) => [status, headers.get("content-type"), headers.get("cache-control")]),
  ).toEqual(Array.from({ length: 2 }, () => [200, "text/event-stream; charset=utf-8", "no-store"]));
  expect(answers[0]!.headers.get("x-content-type-options")).toBe("nosniff");
  const streams = answers.map(eventsOf);
  for (const events of streams) expect(await until(events, () => true)).toEqual([[]]);
  const started = await client(server, owner).send("POST Api/Job/Start", { name: "publishAll" });
  const { id } = contentOf(started) as { id: string };
  for (const events of streams) await until(events, ([job]) => job?.id === id && job.state === "running");
  await release();
  for (const events of streams) {
    const seen = await until(events, ([job]) => job?.state === "done");
    expect(seen.at(-1)).toEqual([expect.objectContaining({ id, done: 1, total: 1 })]);
    await events.return(undefined);
  }
});

it("T-57: tells a colleague, another space and a visitor nothing of it", async () => {
  const owner = await newSpace(server);
  await changedPage(server, owner, "/secret");
  const strangers = [await newMember(server, owner.tenantId), await newSpace(server)];
  const streams = await Promise.all(strangers.map(async (person) => eventsOf(await listen(server, person))));
  for (const events of streams) expect(await until(events, () => true)).toEqual([[]]);
  const mine = eventsOf(await listen(server, owner));
  await client(server, owner).send("POST Api/Job/Start", { name: "publishAll" });
  await until(mine, ([job]) => job?.state === "done");
  // A job of their own is the next thing that they hear of, or nothing is.
  for (const [n, person] of strangers.entries()) {
    const mineOnly = contentOf(await client(server, person).send("GET Api/Job/Mine"));
    expect(mineOnly).toEqual({ jobs: [] });
    await streams[n]!.return(undefined);
  }
  await mine.return(undefined);
  const refused = await listen(server);
  expect([refused.status, await refused.json()]).toEqual([401, expect.objectContaining({ status: 401 })]);
});

it("T-33: has eight streams for a session at most, and room again when one is closed", async () => {
  const owner = await newSpace(server);
  const open = [];
  for (let n = 0; n < 8; n += 1) open.push(eventsOf(await listen(server, owner)));
  for (const events of open) await events.next();
  const refused = await listen(server, owner);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "5"]);
  await refused.body?.cancel();
  await open[0]!.return(undefined);
  await expect
    .poll(async () => {
      const again = await listen(server, owner);
      if (again.status === 200) open.push(eventsOf(again));
      return again.status;
    })
    .toBe(200);
  for (const events of open.slice(1)) await events.return(undefined);
});

it("ends when the program stops, which does not wait for it", async () => {
  const leaving = await launch({ DATA_DIR: server.dataFolder, DATABASE_URL: server.databaseUrl, JOBS: "0" });
  const events = eventsOf(await listen(leaving, await newSpace(server)));
  expect((await events.next()).value).toEqual([]);
  const stopped = leaving.stop();
  expect((await events.next()).done).toBe(true);
  await stopped;
  expect(leaving.process.exitCode).toBe(0);
});
