/** Mixed traffic: pages with random hosts and queries, and calls with random bodies; every page is compared with a fresh rendering. */
import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { Random } from "./random.ts";
import { shapeFor, type Target } from "./hostile-shapes.ts";

export type Site = { url: string; paths: string[]; codes: string[]; targets: Target[]; tokens: string[] };
export type Tally = { pages: number; compared: number; wrong: string[]; calls: number; failed: string[] };

const agent = new Agent({ keepAlive: true, maxSockets: 32 });

type Got = { status: number; text: string };

const isStream = ({ headers }: IncomingMessage) => headers["content-type"]?.startsWith("text/event-stream") === true;

/** The bytes of a response; of an endless one, its beginning. */
async function bytesOf(answer: IncomingMessage): Promise<Buffer> {
  if (!isStream(answer)) return Buffer.concat((await answer.toArray()) as Buffer[]);
  const [first] = (await once(answer, "data")) as [Buffer];
  answer.destroy();
  return first;
}

/** Requests with any Host header, which `fetch` does not allow. */
export function ask(
  url: string,
  { method = "GET", headers, body }: { method?: string; headers: Record<string, string>; body?: Buffer | undefined },
  connections: Agent | false = agent,
): Promise<Got> {
  return new Promise((resolve, reject) => {
    const length: Record<string, string> = body === undefined ? {} : { "content-length": String(body.length) };
    const sent = request(url, { method, agent: connections, headers: { ...headers, ...length } }, async (answer) => {
      try {
        const bytes = await bytesOf(answer);
        const encoding = answer.headers["content-encoding"];
        const plain = encoding === "br" ? brotliDecompressSync(bytes) : encoding === "gzip" ? gunzipSync(bytes) : bytes;
        resolve({ status: answer.statusCode ?? 0, text: plain.toString() });
      } catch (error) {
        reject(error as Error);
      }
    });
    // The server may have closed a kept-alive connection: then retry on a new one.
    sent.on("error", (error) => {
      if (sent.reusedSocket) resolve(ask(url, { method, headers, body }, false));
      else reject(error);
    });
    sent.end(body);
  });
}

const queries = (random: Random) => {
  const value = encodeURIComponent(random.pick(["1", "2", "device", "设备", "contract", "company", `r${random.below(100_000)}`, "a".repeat(200), "  1 "]));
  const name = () => random.pick(["id", "q", "page", "url", "title", "message", "method", "kind", "utm_source", "sent", "token", "lang", "a"]);
  return Array.from({ length: 1 + random.below(3) }, () => `${name()}=${value}`).join("&");
}; // prettier-ignore

/** An existing path, one with another query or spelling, or a missing one. */
function pathOf(random: Random, paths: readonly string[]): string {
  const path = random.pick(paths);
  const [bare] = path.split("?", 1) as [string];
  return random.pick([
    () => path,
    () => path,
    () => bare,
    () => `${bare}?${queries(random)}`,
    () => `${path}${path.includes("?") ? "&" : "?"}${queries(random)}`,
    () => bare.toUpperCase(),
    () => `${bare}/`,
    () => path.replace("?", "%3F"),
    () => `/nothing-${random.below(100_000)}`,
    () => `/wiki/${encodeURIComponent(`无-${random.below(1000)}`)}`,
    () => random.pick(["/site/redirect", "/message", "/wiki", "/news/edit", "/html", "/news"]) + `?${queries(random)}`,
  ])();
}

/** The site's own host, that of a space, an unassigned one, or a made-up one; with its own port or the default. */
function hostOf(random: Random, codes: readonly string[]): { host: string; reference: (n: number) => string } {
  const port = random.pick(["3000", "3000", "3000", String(1 + random.below(60_000))]);
  const name = random.pick(["localhost", "localhost", "made-up", "space", "nobody"]);
  if (name === "space") {
    const code = random.pick(codes);
    return { host: `${code}.localhost:${port}`, reference: (n) => `${code}.localhost:${61_000 + (n % 4000)}` };
  }
  if (name === "nobody")
    return { host: `nobody.localhost:${port}`, reference: (n) => `nobody.localhost:${61_000 + (n % 4000)}` };
  const host = name === "localhost" ? `localhost:${port}` : `x${random.below(5000)}.test:${port}`;
  return { host, reference: (n) => `reference-${n}.test:3000` };
}

/** The content of a page without the requested address. */
const without = ({ status, text }: Got, host: string) =>
  `${status} ${text
    .replaceAll(host, "HOST")
    .replaceAll(encodeURIComponent(host), "HOST")
    .replaceAll(/localhost:\d+/g, "localhost")}`;

async function readPage(random: Random, { url, paths, codes }: Site, tally: Tally): Promise<void> {
  const [path, { host, reference }] = [pathOf(random, paths), hostOf(random, codes)];
  const headers = {
    "accept-encoding": random.pick(["br", "gzip", "identity"]),
    "accept-language": random.pick(["zh", "en", "fr;q=0.5", ""]),
    "user-agent": random.pick(["Mozilla", "MicroMessenger", "Html5Plus"]),
    ...random.pick([{}, { cookie: "locale_value=zh" }, { cookie: "locale_value=en" }]),
  };
  const shown = await ask(url + path, { headers: { ...headers, host } });
  tally.pages += 1;
  if (shown.status >= 500) tally.failed.push(`${shown.status} ${host} ${path}`);
  if (random.below(4) > 0) return;
  const other = reference((tally.compared += 1));
  const fresh = await ask(url + path, { headers: { ...headers, host: other } });
  if (without(shown, host) !== without(fresh, other)) tally.wrong.push(`${host} ${path} ${JSON.stringify(headers)}`);
}

async function callWith(random: Random, { url, targets, tokens }: Site, tally: Tally): Promise<void> {
  const { kind, method, path, headers, body } = shapeFor(random, random.pick(targets), random.below(1000));
  const authorization: Record<string, string> =
    random.below(2) === 0 ? {} : { authorization: `Bearer ${random.pick(tokens)}`, "x-meridian": "1" };
  tally.calls += 1;
  // A client that sends too much may find the connection closed.
  const answer = await ask(url + path, { method, headers: { ...authorization, ...headers }, body }).catch(
    () => undefined,
  );
  if (answer?.status === 500)
    tally.failed.push(`500 ${method} ${path.slice(0, 100)} (${kind}): ${answer.text.slice(0, 200)}`);
}

/** Keeps `atOnce` visitors busy until `isOver`; `tally` counts their requests. */
export async function mixedTraffic(
  { random, site, tally }: { random: Random; site: Site; tally: Tally },
  atOnce: number,
  isOver: () => boolean,
): Promise<void> {
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (!isOver()) await (random.below(5) === 0 ? callWith(random, site, tally) : readPage(random, site, tally));
    }),
  );
}
