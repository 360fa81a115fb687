/** Cached pages against a bare `node:http` server. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { get } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import autocannon from "autocannon";
import { median } from "./figure.ts";

const connections = 50;

/** A raw response. */
export type Answer = { headers: Record<string, string>; body: Buffer };

/** The raw response: `fetch` would decompress it. */
export function fetchRaw(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, async (response) => {
      const chunks = await response.toArray();
      const { connection: _connection, "keep-alive": _alive, date: _date, ...rest } = response.headers;
      resolve({ headers: rest as Record<string, string>, body: Buffer.concat(chunks) });
    }).on("error", reject);
  });
}

async function requestsPerSecond(url: string, seconds: number): Promise<number> {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    headers: { "accept-encoding": "br", cookie: "locale_value=en" },
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} bad answers, ${result.errors} errors`);
  return result.requests.average;
}

/** Waits until the page has its best compression, because the baseline must send the same bytes. */
async function settledPage(address: string): Promise<Answer> {
  let before = -1;
  for (;;) {
    const answer = await fetchRaw(address, { "accept-encoding": "br", cookie: "locale_value=en" });
    for (let n = 0; n < 5; n += 1) await fetchRaw(address, { cookie: "locale_value=en" });
    if (answer.body.length === before) return answer;
    before = answer.body.length;
    await wait(500);
  }
}

export type Comparison = { ours: number; theirs: number; ratio: number };

/** Requests per second of a cached page, and of a bare `node:http` server that sends the same bytes: medians of `rounds`, in turns. */
export async function compare(
  url: string,
  path: string,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Comparison> {
  const { headers, body } = await settledPage(url + path);
  const bare = fork(new URL("bare-server.ts", import.meta.url));
  using resources = new DisposableStack();
  resources.defer(() => bare.kill());
  bare.send({ headers, body: body.toString("base64") });
  const [address] = (await once(bare, "message")) as [AddressInfo];
  const ours: number[] = [];
  const theirs: number[] = [];
  // In turns, so that other load on the machine affects both equally.
  for (let round = 0; round < rounds; round += 1) {
    theirs.push(await requestsPerSecond(`http://127.0.0.1:${address.port}${path}`, seconds));
    ours.push(await requestsPerSecond(url + path, seconds));
  }
  const ratio = median(ours.map((value, round) => value / theirs[round]!));
  return { ours: median(ours), theirs: median(theirs), ratio };
}
