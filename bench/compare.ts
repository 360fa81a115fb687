/** Cached pages against a bare `node:http` server. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { get } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import autocannon from "autocannon";
import { median } from "./figure.ts";
import { loadLength } from "./size.ts";

const connections = 50;

/** A response whose body is not decompressed. */
export type RawResponse = { headers: Record<string, string>; body: Buffer };

/** Requests a page without decompressing the response, unlike `fetch`. */
export function fetchRaw(url: string, headers: Record<string, string> = {}): Promise<RawResponse> {
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
    ...loadLength(seconds),
    headers: { "accept-encoding": "br", cookie: "locale_value=en" },
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} bad answers, ${result.errors} errors`);
  return result.requests.total / result.duration;
}

/** Requests a page until two responses have the same size. The server has then compressed it at the best level, and the baseline can send these bytes. */
async function bestCompressedPage(address: string): Promise<RawResponse> {
  let previousLength = -1;
  for (;;) {
    const response = await fetchRaw(address, { "accept-encoding": "br", cookie: "locale_value=en" });
    // Makes the page popular: the server compresses only popular pages at the best level (server/http/compress-page.server.ts).
    for (let n = 0; n < 5; n += 1) await fetchRaw(address, { cookie: "locale_value=en" });
    if (response.body.length === previousLength) return response;
    previousLength = response.body.length;
    await wait(500);
  }
}

/** Requests per second of the cached page and of the bare server; `ratio`: the former divided by the latter. */
export type Comparison = { cached: number; bare: number; ratio: number };

/** Compares a cached page with a bare `node:http` server that sends the same bytes: medians of `rounds` rounds of `seconds` seconds. */
export async function compare(
  url: string,
  path: string,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Comparison> {
  const { headers, body } = await bestCompressedPage(url + path);
  const bareServer = fork(new URL("bare-server.ts", import.meta.url));
  using resources = new DisposableStack();
  resources.defer(() => bareServer.kill());
  bareServer.send({ headers, body: body.toString("base64") });
  const [address] = (await once(bareServer, "message")) as [AddressInfo];
  const cachedRates: number[] = [];
  const bareRates: number[] = [];
  // The rounds alternate, so that other load on the machine affects both equally.
  for (let round = 0; round < rounds; round += 1) {
    bareRates.push(await requestsPerSecond(`http://127.0.0.1:${address.port}${path}`, seconds));
    cachedRates.push(await requestsPerSecond(url + path, seconds));
  }
  const ratio = median(cachedRates.map((rate, round) => rate / bareRates[round]!));
  return { cached: median(cachedRates), bare: median(bareRates), ratio };
}
