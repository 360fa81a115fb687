/**
 * 50,000 requests for SMS codes from 1,000 networks for 10,000 numbers, by all calls that send codes. A site sends at most 100 messages per hour; the
 * server must refuse the other requests cheaply.
 */
import { sql } from "drizzle-orm";
import { client } from "../tests/support/client.ts";
import { databaseOf } from "./bench-database.ts";
import { reportFigure } from "./figure.ts";
import { postgresOf, startBenchApp } from "./running-app.ts";
import { fullOrMiniature } from "./size.ts";

const requestCount = Number(process.env.BENCH_REQUESTS ?? fullOrMiniature(50_000, 500));
const maxMessages = 100;
const calls = ["POST Api/Sms/SendVerifiyCode", "GET basic/sms/loginCode", "GET basic/sms/partners/code"];

await using app = await startBenchApp({ TRUST_PROXY: "127.0.0.1" });
await using postgres = await postgresOf(app.dataFolder);
await using database = await databaseOf(postgres, 2);
const { send } = client({ url: app.url });

const mobileOf = (n: number) => `137${String((n * 7) % 10_000).padStart(8, "0")}`;
const networkOf = (n: number) => `198.18.${Math.floor((n % 1000) / 250)}.${1 + (n % 250)}`;

const counts = new Map<number, number>();
let nextIndex = 0;
async function sendRequests(): Promise<void> {
  while (nextIndex < requestCount) {
    const n = nextIndex++;
    const { status } = await send(calls[n % 3]!, { mobile: mobileOf(n) }, { "x-forwarded-for": networkOf(n) });
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }
}

const startedAt = performance.now();
await Promise.all(Array.from({ length: 32 }, sendRequests));
const seconds = (performance.now() - startedAt) / 1000;
const [counted] = await database.system((tx) =>
  tx.rows<{ messages: number }>(sql`select count(*)::int as messages from outbox where kind = 'sms'`),
);
const refused = (counts.get(428) ?? 0) + (counts.get(429) ?? 0);
reportFigure("sms.requests", requestCount / seconds, "1/s");
reportFigure("sms.messages", counted!.messages, "messages", { atLeast: maxMessages, atMost: maxMessages });
reportFigure("sms.refused", refused, "requests", {
  atLeast: requestCount - maxMessages,
  atMost: requestCount - maxMessages,
});
