/**
 * Signing in: a storm of 200 people by password, of whom so many are let wait that answers come in time (server/identity/passwords.server.ts); how
 * evenly the program answers others meanwhile; whether a
 * wrong password for a known number takes as long as one for an unknown number; and how fast sessions are looked up in PostgreSQL.
 */
import { setTimeout as wait } from "node:timers/promises";
import { createPasswords } from "#server/identity/passwords.server.ts";
import { noteSeen } from "#features/auth/session/note-seen.server.ts";
import { createSessions } from "#server/identity/sessions.server.ts";
import { client } from "../tests/support/client.ts";
import { figure, median, percentile } from "./figure.ts";
import { addOwner, openSession, type Owner } from "./people.ts";
import { databaseOf, postgresOf, startBenchApp } from "./running-app.ts";
import { sized } from "./size.ts";

const people = sized(300, 12);
const concurrency = sized(200, 8);
/** Seconds of the storm. */
const storm = sized(10, 1);
const password = "Harbour7x";
const pepper = "a pepper that only this bench has";

await using program = await startBenchApp({ PEPPER: pepper, TRUST_PROXY: "127.0.0.1" });
await using postgres = await postgresOf(program.dataFolder);
await using database = await databaseOf(postgres, 10);
const { send } = client(program);
const mobileOf = (n: number) => `136${String(n).padStart(8, "0")}`;
/** Everybody has a network of their own. */
const from = (n: number) => ({
  "x-forwarded-for": `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`,
  "x-meridian-client": "bearer",
});

/** Status of the response, and ms until it arrived. */
async function logIn(mobile: string, secret: string, n: number): Promise<{ status: number; took: number }> {
  const begin = performance.now();
  const { status } = await send("POST Api/Member/Login", { username: mobile, password: secret }, from(n));
  return { status, took: performance.now() - begin };
}
/** ms until a wrong password is refused. */
async function failToLogIn(mobile: string, n: number): Promise<number> {
  const { status, took } = await logIn(mobile, "Wrong7xx", n);
  if (status !== 401) throw new Error(`A wrong password was answered ${status}.`);
  return took;
}

const passwords = await createPasswords(Buffer.from(pepper));
const hash = await passwords.hash(password);
const members: Owner[] = [];
for (let n = 0; n < people; n += 1) {
  members.push(await addOwner(database, mobileOf(n), `bench-${n}`, hash));
}

await Promise.all(Array.from({ length: 4 }, (_, n) => logIn(mobileOf(n), password, n)));

// 200 people at once, for ten seconds: each success is followed by the next person, each refusal by a retry after the requested delay.
const lags: number[] = [];
const times: number[] = [];
const refusals: number[] = [];
const began = performance.now();
const isOver = () => performance.now() - began > storm * 1000;
const others = (async () => {
  while (!isOver()) {
    const begin = performance.now();
    await fetch(`${program.url}/health/live`);
    lags.push(performance.now() - begin);
    await wait(5);
  }
})();
let next = 0;
await Promise.all([
  others,
  ...Array.from({ length: concurrency }, async () => {
    while (!isOver()) {
      next += 1;
      const { status, took } = await logIn(mobileOf(next % people), password, next);
      if (status === 200) times.push(took);
      else if (status === 429) refusals.push(took);
      else throw new Error(`A sign-in was answered ${status}.`);
      // After the requested delay (server/identity/passwords.server.ts), some a little later.
      if (status === 429) await wait(2000 + Math.random() * 500);
    }
  }),
]);
figure("login.rate", (times.length * 1000) / (performance.now() - began), "/s", { atLeast: 45 });
figure("login.p95", percentile(times, 0.95), "ms", { atMost: 900 });
figure("login.told-to-wait", refusals.length, "");
// The first ones wait for 200 connections to be opened: that is the client's time.
figure("login.told-to-wait.p50", refusals.length === 0 ? 0 : median(refusals), "ms", { atMost: 50 });
figure("login.told-to-wait.p95", refusals.length === 0 ? 0 : percentile(refusals, 0.95), "ms");
figure("login.others.p99", percentile(lags, 0.99), "ms", { atMost: 50 });

const gaps = { known: [] as number[], unknown: [] as number[] };
for (let n = 0; n < people; n += 1) {
  gaps.known.push(await failToLogIn(mobileOf(n), n));
  gaps.unknown.push(await failToLogIn(mobileOf(n + 100_000), n));
}
const [known, unknown] = [median(gaps.known), median(gaps.unknown)];
figure("login.known.p50", known, "ms");
figure("login.unknown.p50", unknown, "ms");
figure("login.known-unknown", Math.abs(known - unknown), "ms", { atMost: 5 });

// Every session is looked up for the first time, without a cache.
const sessions = createSessions({ database, noteSeen });
const tokens: string[] = [];
for (const member of members) {
  for (let n = 0; n < 10; n += 1) tokens.push(await openSession(database, sessions, member));
}
const fresh = createSessions({ database, noteSeen });
const start = performance.now();
const queue = [...tokens];
await Promise.all(
  Array.from({ length: 20 }, async () => {
    for (let token = queue.pop(); token !== undefined; token = queue.pop()) {
      const principal = await fresh.resolvePrincipal(token, members[0]!.tenantId);
      if (principal.kind !== "user") throw new Error("A session is not known.");
    }
  }),
);
figure("sessions.first", (tokens.length * 1000) / (performance.now() - start), "/s");
const again = performance.now();
for (let round = 0; round < 10; round += 1)
  for (const token of tokens) await fresh.resolvePrincipal(token, members[0]!.tenantId);
figure("sessions.known", (tokens.length * 10_000) / (performance.now() - again), "/s", { atLeast: 5000 });
