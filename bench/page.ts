/** The cached home page against a bare node:http server with the same bytes, the time to make it, and what it weighs. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { get } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import autocannon from "autocannon";
import { figure, median } from "./figure.ts";
import { startApp } from "./running-app.ts";

const connections = 50;
const seconds = 5;
const rounds = 3;

type Answer = { headers: Record<string, string>; body: Buffer };

/** The answer as it is on the wire: `fetch` would unpack it. */
function fetchRaw(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, async (response) => {
      const chunks = await response.toArray();
      const { connection: _connection, "keep-alive": _alive, date: _date, ...rest } = response.headers;
      resolve({ headers: rest as Record<string, string>, body: Buffer.concat(chunks) });
    }).on("error", reject);
  });
}

async function requestsPerSecond(url: string): Promise<number> {
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

/** The page as it stays: a page that is asked for again is compressed better after a moment, and the yardstick must send the same bytes. */
async function settledPage(url: string): Promise<Answer> {
  let before = -1;
  for (;;) {
    const answer = await fetchRaw(`${url}/index`, { "accept-encoding": "br", cookie: "locale_value=en" });
    for (let n = 0; n < 5; n += 1) await fetchRaw(`${url}/index`, { cookie: "locale_value=en" });
    if (answer.body.length === before) return answer;
    before = answer.body.length;
    await wait(500);
  }
}

async function compare(url: string): Promise<void> {
  const { headers, body } = await settledPage(url);
  const bare = fork(new URL("bare-server.ts", import.meta.url));
  bare.send({ headers, body: body.toString("base64") });
  const [address] = (await once(bare, "message")) as [AddressInfo];
  const ours: number[] = [];
  const theirs: number[] = [];
  // In turns, so that whatever else the machine does hits both alike.
  for (let round = 0; round < rounds; round += 1) {
    theirs.push(await requestsPerSecond(`http://127.0.0.1:${address.port}/index`));
    ours.push(await requestsPerSecond(`${url}/index`));
  }
  bare.kill();
  figure("page.cached.requests", median(ours), "1/s");
  figure("page.bare.requests", median(theirs), "1/s");
  figure("page.cached.ratio", median(ours.map((value, round) => value / theirs[round]!)), "", { atLeast: 0.8 });
}

/** ms to make the page, as the server itself says for pages that did not come from memory. */
async function makeTimes(url: string): Promise<void> {
  const times: number[] = [];
  for (let n = 0; n < 60; n += 1) {
    const started = performance.now();
    // The cache keeps one page per address, so every address is a page that nobody has asked for yet.
    await fetchRaw(`${url}/index`, {
      host: `bench-${n}.test`,
      cookie: `locale_value=${n % 2 === 0 ? "en" : "zh"}`,
      "accept-encoding": "identity",
    });
    times.push(performance.now() - started);
  }
  figure("page.uncached.p50", median(times.slice(20)), "ms", { atMost: 10 });
}

/** Everything that belongs to the first screen, compressed with gzip -9; fonts as they are. */
async function weigh(url: string): Promise<void> {
  const gzipped = (bytes: Buffer) => gzipSync(bytes, { level: 9 }).length / 1024;
  for (const locale of ["zh", "en"]) {
    const page = await fetchRaw(`${url}/index?language=${locale}`);
    const html = page.body.toString();
    const script = /<script type="module" src="([^"]+)"/.exec(html)![1]!;
    const fonts = [...html.matchAll(/url\("?([^")]+\.woff2)"?\)/g)].map((match) => match[1]!);
    const fontBytes = (await Promise.all(fonts.map((font) => fetchRaw(url + font)))).reduce(
      (sum, { body }) => sum + body.length,
      0,
    );
    figure(`page.weight.${locale}.html-css-fonts`, gzipped(page.body) + fontBytes / 1024, "KB", { atMost: 60 });
    figure(`page.weight.${locale}.script`, gzipped((await fetchRaw(url + script)).body), "KB", { atMost: 6 });
  }
}

const app = await startApp();
try {
  await compare(app.url);
  await makeTimes(app.url);
  await weigh(app.url);
} finally {
  await app.stop();
}
