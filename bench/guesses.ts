/**
 * Guessed passwords: 3,000 guesses at 1,000 accounts from 50 networks, each of which may fail 20 times; then 2,000 guesses at one account from 30
 * networks, while its owner signs in on a known device. The server must refuse cheaply.
 */
import { sql } from "drizzle-orm";
import { createPasswords } from "#server/identity/passwords.server.ts";
import { client } from "../tests/support/client.ts";
import { pepper } from "../tests/support/program.ts";
import { databaseOf } from "./bench-database.ts";
import { reportFigure } from "./figure.ts";
import { addOwner } from "./people.ts";
import { postgresOf, startBenchApp } from "./running-app.ts";
import { fullOrMiniature } from "./size.ts";

const accountCount = fullOrMiniature(1000, 30);
const networkCount = fullOrMiniature(50, 3);
const maxFailures = 20;
const [attackerCount, triesEach] = fullOrMiniature([30, 67], [5, 10]);
const password = "Harbour7x";
const guessedPasswords = ["Summer2026", "Company123", "Welcome99a"];

await using app = await startBenchApp({ TRUST_PROXY: "127.0.0.1" });
await using postgres = await postgresOf(app.dataFolder);
await using database = await databaseOf(postgres, 4);
const { send } = client(app);
const mobileOf = (n: number) => `150${String(n).padStart(8, "0")}`;

/** Signs in like a browser from network number `network`. */
const signIn = (mobile: string, secret: string, network: number, cookie?: string) =>
  send(
    "POST Api/Member/Login",
    { username: mobile, password: secret },
    {
      "x-forwarded-for": `198.18.${network >> 8}.${network & 255}`,
      "user-agent": "Mozilla/5.0 (Windows NT 10.0) Chrome/140.0.0.0",
      ...(cookie === undefined ? {} : { cookie }),
    },
  );

const hash = await (await createPasswords({ key: Buffer.from(pepper), previous: [] })).hash(password);
for (let n = 0; n <= accountCount; n += 1) await addOwner(database, mobileOf(n), `bench-${n}`, hash);

const guesses = Array.from({ length: accountCount }, (_, n) => mobileOf(n)).flatMap((mobile) =>
  guessedPasswords.map((secret) => ({ mobile, secret })),
);
const failures = new Map<number, number>();
const startedAt = performance.now();
await Promise.all(
  Array.from({ length: networkCount }, async (_, network) => {
    for (const { mobile, secret } of guesses.filter((_guess, index) => index % networkCount === network)) {
      const { status } = await signIn(mobile, secret, network);
      if (status === 401) failures.set(network, (failures.get(network) ?? 0) + 1);
      else if (status !== 429) throw new Error(`A guess got status ${status}.`);
    }
  }),
);
reportFigure("guesses.rate", (guesses.length * 1000) / (performance.now() - startedAt), "/s");
reportFigure("guesses.network.failures", Math.max(...failures.values()), "failures", { atMost: maxFailures });
const [{ worst, alarms } = { worst: 0, alarms: 0 }] = await database.system((tx) =>
  tx.rows<{ worst: number; alarms: number }>(sql`select
    (select max(count)::int from (select count(*) from attempt where state = 'failed' group by account) one) as worst,
    (select count(*)::int from security_event where kind = 'networkBlocked') as alarms`),
);
// The limit of one account for an hour (server/identity/attempts.server.ts).
reportFigure("guesses.account.failures", worst, "failures", { atMost: 100 });
reportFigure("guesses.alarms", alarms, "alarms", { atLeast: networkCount, atMost: networkCount });

// This account has had no guesses yet, and these networks have had no failures.
const [owner, ownerNetwork] = [mobileOf(accountCount), 1000];
const firstSignIn = await signIn(owner, password, ownerNetwork);
const device = firstSignIn.headers.getSetCookie().find((cookie) => cookie.startsWith("device="));
if (device === undefined) throw new Error(`The owner got no device: ${firstSignIn.status}.`);
let checkedCount = 0;
const attackStartedAt = performance.now();
const attack = Promise.all(
  Array.from({ length: attackerCount! }, async (_, n) => {
    for (let attempt = 0; attempt < triesEach!; attempt += 1)
      if ((await signIn(owner, `Guess${attempt}xx`, ownerNetwork + 1 + n)).status === 401) checkedCount += 1;
  }),
);
const ownerSignIn = await signIn(owner, password, ownerNetwork, device.split(";")[0]);
await attack;
reportFigure("guesses.at-one.rate", (attackerCount! * triesEach! * 1000) / (performance.now() - attackStartedAt), "/s");
// Five guesses are checked at once, then one after 1, 2, 4 ... s (server/identity/attempts.server.ts): at most 14 in a quarter of an hour.
reportFigure("guesses.at-one.looked-at", checkedCount, "guesses", { atMost: 14 });
reportFigure("guesses.at-one.owner-signs-in", ownerSignIn.status === 200 ? 1 : 0, "", { atLeast: 1 });
