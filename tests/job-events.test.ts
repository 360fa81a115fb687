/** Events of jobs: people receive those of their own jobs, from any process, during their session. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { CallOutput } from "#kit/call.ts";
import { eventsOf } from "./support/event-stream.ts";
import { client, contentOf } from "./support/client.ts";
import { addChangedPage, lockPage } from "./support/changed-pages.ts";
import { newMember, newSpaceOwner, type Person } from "./support/people.ts";
import { launch, type Program } from "./support/program.ts";
import { startServer } from "./support/server.ts";

const server = await startServer();
let secondProgram: Program;
beforeAll(async () => {
  secondProgram = await launch({ DATA_DIR: server.dataFolder, DATABASE_URL: server.databaseUrl });
});
afterAll(() => secondProgram.stop());

type Jobs = CallOutput<"GET Api/Job/Mine">["jobs"];

const openStream = ({ url }: Pick<Program, "url">, person?: Person) =>
  fetch(`${url}/api/job/events`, {
    headers: { "accept-language": "en", ...(person === undefined ? {} : { authorization: `Bearer ${person.token}` }) },
  });

/** The jobs of the events of a stream, in order. */
async function* jobsOf(answer: Response): AsyncGenerator<Jobs> {
  for await (const { jobs } of eventsOf<{ jobs: Jobs }>(answer)) yield jobs;
}
async function readUntil(events: AsyncGenerator<Jobs>, matches: (jobs: Jobs) => boolean): Promise<Jobs[]> {
  const received: Jobs[] = [];
  for (;;) {
    const { value, done } = await events.next();
    if (done === true) throw new Error("The stream has ended.");
    received.push(value);
    if (matches(value)) return received;
  }
}

it("reports a job from start to end, whichever process runs it or serves the stream", async () => {
  const owner = await newSpaceOwner(server);
  const release = await lockPage(server, await addChangedPage(server, owner, "/held"));
  const answers = [await openStream(server, owner), await openStream(secondProgram, owner)];
  expect(
    answers.map(({ status, headers }) => [status, headers.get("content-type"), headers.get("cache-control")]),
  ).toEqual(Array.from({ length: 2 }, () => [200, "text/event-stream; charset=utf-8", "no-store"]));
  expect(answers[0]!.headers.get("x-content-type-options")).toBe("nosniff");
  const streams = answers.map(jobsOf);
  for (const events of streams) expect(await readUntil(events, () => true)).toEqual([[]]);
  const started = await client(server, owner).send("POST Api/Job/Start", { name: "publishAll" });
  const { id } = contentOf(started) as { id: string };
  for (const events of streams) await readUntil(events, ([job]) => job?.id === id && job.state === "running");
  await release();
  for (const events of streams) {
    const received = await readUntil(events, ([job]) => job?.state === "done");
    expect(received.at(-1)).toEqual([expect.objectContaining({ id, done: 1, total: 1 })]);
    await events.return(undefined);
  }
});

it("T-57: reports nothing to a colleague, another space or a visitor", async () => {
  const owner = await newSpaceOwner(server);
  await addChangedPage(server, owner, "/secret");
  const strangers = [await newMember(server, owner.tenantId), await newSpaceOwner(server)];
  const streams = await Promise.all(strangers.map(async (person) => jobsOf(await openStream(server, person))));
  for (const events of streams) expect(await readUntil(events, () => true)).toEqual([[]]);
  const ownerEvents = jobsOf(await openStream(server, owner));
  await client(server, owner).send("POST Api/Job/Start", { name: "publishAll" });
  await readUntil(ownerEvents, ([job]) => job?.state === "done");
  // The strangers have no jobs.
  for (const [n, person] of strangers.entries()) {
    const otherJobs = contentOf(await client(server, person).send("GET Api/Job/Mine"));
    expect(otherJobs).toEqual({ jobs: [], dataStamp: expect.any(String) });
    await streams[n]!.return(undefined);
  }
  await ownerEvents.return(undefined);
  const refused = await openStream(server);
  expect([refused.status, await refused.json()]).toEqual([401, expect.objectContaining({ status: 401 })]);
});

it("T-33: allows eight streams per session, and another one after one was closed", async () => {
  const owner = await newSpaceOwner(server);
  const streams = [];
  for (let n = 0; n < 8; n += 1) streams.push(jobsOf(await openStream(server, owner)));
  for (const events of streams) await events.next();
  const refused = await openStream(server, owner);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "5"]);
  await refused.body?.cancel();
  await streams[0]!.return(undefined);
  await expect
    .poll(async () => {
      const stream = await openStream(server, owner);
      if (stream.status === 200) streams.push(jobsOf(stream));
      return stream.status;
    })
    .toBe(200);
  for (const events of streams.slice(1)) await events.return(undefined);
});

it("ends when the program stops, without delaying it", async () => {
  const program = await launch({ DATA_DIR: server.dataFolder, DATABASE_URL: server.databaseUrl, JOBS: "0" });
  const events = jobsOf(await openStream(program, await newSpaceOwner(server)));
  expect((await events.next()).value).toEqual([]);
  const stopped = program.stop();
  // A change that was announced before the stop may still arrive.
  for await (const jobs of events) expect(jobs).toEqual([]);
  await stopped;
  expect(program.process.exitCode).toBe(0);
});
