/**
 * Sign-ins: 200 people at once, by password, most of whom the server tells to retry so that the others get their responses in time
 * (server/identity/passwords.server.ts); the delay of other requests meanwhile; whether a wrong password takes the same time for a known and for an
 * unknown number; and the rate at which sessions are looked up in PostgreSQL.
 */
import { setTimeout as wait } from "node:timers/promises";
import { createPasswords } from "#server/identity/passwords.server.ts";
import { recordVisit } from "#features/auth/session/record-visit.server.ts";
import { createSessions } from "#server/identity/sessions.server.ts";
import { client } from "../tests/support/client.ts";
import { databaseOf } from "./bench-database.ts";
import { reportFigure, median, percentile } from "./figure.ts";
import { addOwner, openSession, type Owner } from "./people.ts";
import { postgresOf, startBenchApp } from "./running-app.ts";
import { fullOrMiniature } from "./size.ts";

const peopleCount = fullOrMiniature(300, 12);
const concurrency = fullOrMiniature(200, 8);
/** Duration of the sign-ins, in seconds. */
const loadSeconds = fullOrMiniature(10, 1);
const password = "Harbour7x";
const pepper = "a pepper that only this bench has";

await using program = await startBenchApp({ PEPPER: pepper, TRUST_PROXY: "127.0.0.1" });
await using postgres = await postgresOf(program.dataFolder);
await using database = await databaseOf(postgres, 10);
const { send } = client(program);
const mobileOf = (n: number) => `136${String(n).padStart(8, "0")}`;
/** The headers of person `n`; each person has a network of their own. */
const headersFor = (n: number) => ({
  "x-forwarded-for": `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`,
  "x-meridian-client": "bearer",
});

/** Signs in; resolves to the status of the response and the ms until it arrived. */
async function signIn(mobile: string, secret: string, n: number): Promise<{ status: number; time: number }> {
  const begin = performance.now();
  const { status } = await send("POST Api/Member/Login", { username: mobile, password: secret }, headersFor(n));
  return { status, time: performance.now() - begin };
}
/** Signs in with a wrong password; resolves to the ms until the refusal. */
async function timeOfRefusal(mobile: string, n: number): Promise<number> {
  const { status, time } = await signIn(mobile, "Wrong7xx", n);
  if (status !== 401) throw new Error(`A wrong password got status ${status}.`);
  return time;
}

const passwords = await createPasswords({ key: Buffer.from(pepper), previous: [] });
const hash = await passwords.hash(password);
const members: Owner[] = [];
for (let n = 0; n < peopleCount; n += 1) {
  members.push(await addOwner(database, mobileOf(n), `bench-${n}`, hash));
}

// Sign-ins that are not measured: the first ones are slower.
await Promise.all(Array.from({ length: 4 }, (_, n) => signIn(mobileOf(n), password, n)));

// 200 sign-ins at once, for ten seconds. After a success, the next person signs in at once; after a refusal, after the requested delay.
const probeTimes: number[] = [];
const signInTimes: number[] = [];
const refusalTimes: number[] = [];
const startedAt = performance.now();
const isOver = () => performance.now() - startedAt > loadSeconds * 1000;
const probing = (async () => {
  while (!isOver()) {
    const begin = performance.now();
    await fetch(`${program.url}/health/live`);
    probeTimes.push(performance.now() - begin);
    await wait(5);
  }
})();
let signInCount = 0;
await Promise.all([
  probing,
  ...Array.from({ length: concurrency }, async () => {
    while (!isOver()) {
      signInCount += 1;
      const { status, time } = await signIn(mobileOf(signInCount % peopleCount), password, signInCount);
      if (status === 200) signInTimes.push(time);
      else if (status === 429) refusalTimes.push(time);
      else throw new Error(`A sign-in got status ${status}.`);
      // The requested delay (server/identity/passwords.server.ts), plus up to 500 ms.
      if (status === 429) await wait(2000 + Math.random() * 500);
    }
  }),
]);
reportFigure("login.rate", (signInTimes.length * 1000) / (performance.now() - startedAt), "/s", { atLeast: 45 });
reportFigure("login.p95", percentile(signInTimes, 0.95), "ms", { atMost: 900 });
reportFigure("login.told-to-wait", refusalTimes.length, "");
// The median, because the first responses also wait until the client has opened 200 connections.
reportFigure("login.told-to-wait.p50", refusalTimes.length === 0 ? 0 : median(refusalTimes), "ms", { atMost: 50 });
reportFigure("login.told-to-wait.p95", refusalTimes.length === 0 ? 0 : percentile(refusalTimes, 0.95), "ms");
reportFigure("login.others.p99", percentile(probeTimes, 0.99), "ms", { atMost: 50 });

const wrongPasswordTimes = { known: [] as number[], unknown: [] as number[] };
for (let n = 0; n < peopleCount; n += 1) {
  wrongPasswordTimes.known.push(await timeOfRefusal(mobileOf(n), n));
  wrongPasswordTimes.unknown.push(await timeOfRefusal(mobileOf(n + 100_000), n));
}
const [known, unknown] = [median(wrongPasswordTimes.known), median(wrongPasswordTimes.unknown)];
reportFigure("login.known.p50", known, "ms");
reportFigure("login.unknown.p50", unknown, "ms");
reportFigure("login.known-unknown", Math.abs(known - unknown), "ms", { atMost: 5 });

// `freshSessions` has no cached session, so the first lookup of each reads the database.
const sessions = createSessions({ database, recordVisit });
const tokens: string[] = [];
for (const member of members) {
  for (let n = 0; n < 10; n += 1) tokens.push(await openSession(database, sessions, member));
}
const freshSessions = createSessions({ database, recordVisit });
const lookupStartedAt = performance.now();
const queue = [...tokens];
await Promise.all(
  Array.from({ length: 20 }, async () => {
    for (let token = queue.pop(); token !== undefined; token = queue.pop()) {
      const principal = await freshSessions.resolvePrincipal(token, members[0]!.tenantId);
      if (principal.kind !== "user") throw new Error("A session is not known.");
    }
  }),
);
reportFigure("sessions.first", (tokens.length * 1000) / (performance.now() - lookupStartedAt), "/s");
const cachedStartedAt = performance.now();
for (let round = 0; round < 10; round += 1)
  for (const token of tokens) await freshSessions.resolvePrincipal(token, members[0]!.tenantId);
reportFigure("sessions.known", (tokens.length * 10_000) / (performance.now() - cachedStartedAt), "/s", {
  atLeast: 5000,
});
