/** Mixed traffic: pages with random hosts and queries, and calls with random bodies. Every fourth page is compared with a fresh rendering. */
import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { Random } from "./random.ts";
import { shapeFor, type Target } from "./hostile-shapes.ts";

export type Site = { url: string; paths: string[]; codes: string[]; targets: Target[]; tokens: string[] };
export type Tally = { pages: number; compared: number; wrong: string[]; calls: number; failed: string[] };

const agent = new Agent({ keepAlive: true, maxSockets: 32 });

type ResponseText = { status: number; text: string };

const isStream = ({ headers }: IncomingMessage) => headers["content-type"]?.startsWith("text/event-stream") === true;

/** The bytes of a response; of an event stream, its first chunk. */
async function bytesOf(response: IncomingMessage): Promise<Buffer> {
  if (!isStream(response)) return Buffer.concat((await response.toArray()) as Buffer[]);
  const [first] = (await once(response, "data")) as [Buffer];
  response.destroy();
  return first;
}

/** Requests with any Host header, which `fetch` does not allow. */
export function sendRequest(
  url: string,
  { method = "GET", headers, body }: { method?: string; headers: Record<string, string>; body?: Buffer | undefined },
  connections: Agent | false = agent,
): Promise<ResponseText> {
  return new Promise((resolve, reject) => {
    const length: Record<string, string> = body === undefined ? {} : { "content-length": String(body.length) };
    const clientRequest = request(
      url,
      { method, agent: connections, headers: { ...headers, ...length } },
      async (response) => {
        try {
          const bytes = await bytesOf(response);
          const encoding = response.headers["content-encoding"];
          const plain =
            encoding === "br" ? brotliDecompressSync(bytes) : encoding === "gzip" ? gunzipSync(bytes) : bytes;
          resolve({ status: response.statusCode ?? 0, text: plain.toString() });
        } catch (error) {
          reject(error as Error);
        }
      },
    );
    // The server may have closed a kept-alive connection: then retry on a new one.
    clientRequest.on("error", (error) => {
      if (clientRequest.reusedSocket) resolve(sendRequest(url, { method, headers, body }, false));
      else reject(error);
    });
    clientRequest.end(body);
  });
}

const randomQuery = (random: Random) => {
  const value = encodeURIComponent(random.pick(["1", "2", "device", "设备", "contract", "company", `r${random.below(100_000)}`, "a".repeat(200), "  1 "]));
  const name = () => random.pick(["id", "q", "page", "url", "title", "message", "method", "kind", "utm_source", "sent", "token", "lang", "a"]);
  return Array.from({ length: 1 + random.below(3) }, () => `${name()}=${value}`).join("&");
}; // prettier-ignore

/** A random path: an existing path, an existing path with another query or spelling, or a path that does not exist. */
function pathOf(random: Random, paths: readonly string[]): string {
  const path = random.pick(paths);
  const [pathname] = path.split("?", 1) as [string];
  return random.pick([
    () => path,
    () => path,
    () => pathname,
    () => `${pathname}?${randomQuery(random)}`,
    () => `${path}${path.includes("?") ? "&" : "?"}${randomQuery(random)}`,
    () => pathname.toUpperCase(),
    () => `${pathname}/`,
    () => path.replace("?", "%3F"),
    () => `/nothing-${random.below(100_000)}`,
    () => `/wiki/${encodeURIComponent(`无-${random.below(1000)}`)}`,
    () =>
      random.pick(["/site/redirect", "/message", "/wiki", "/news/edit", "/html", "/news"]) + `?${randomQuery(random)}`,
  ])();
}

/**
 * A random host: that of the site, of a space, of no space, or an invented one, with a random port. `reference(n)`: the n-th other host with the same
 * pages. Pages are cached per host, and none is cached (any more) under this one, so the server has to render it.
 */
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

/** The status and content of a page, in which placeholders replace the requested host. */
const withoutHost = ({ status, text }: ResponseText, host: string) =>
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
  const page = await sendRequest(url + path, { headers: { ...headers, host } });
  tally.pages += 1;
  if (page.status >= 500) tally.failed.push(`${page.status} ${host} ${path}`);
  if (random.below(4) > 0) return;
  const referenceHost = reference((tally.compared += 1));
  const freshPage = await sendRequest(url + path, { headers: { ...headers, host: referenceHost } });
  if (withoutHost(page, host) !== withoutHost(freshPage, referenceHost))
    tally.wrong.push(`${host} ${path} ${JSON.stringify(headers)}`);
}

async function sendCall(random: Random, { url, targets, tokens }: Site, tally: Tally): Promise<void> {
  const { kind, method, path, headers, body } = shapeFor(random, random.pick(targets), random.below(1000));
  const authorization: Record<string, string> =
    random.below(2) === 0 ? {} : { authorization: `Bearer ${random.pick(tokens)}`, "x-meridian": "1" };
  tally.calls += 1;
  // The server may close the connection of a client that sends too much.
  const response = await sendRequest(url + path, { method, headers: { ...authorization, ...headers }, body }).catch(
    () => undefined,
  );
  if (response?.status === 500)
    tally.failed.push(`500 ${method} ${path.slice(0, 100)} (${kind}): ${response.text.slice(0, 200)}`);
}

/** Simulates `visitorCount` concurrent visitors until `isOver`; `tally` counts their requests. */
export async function mixedTraffic(
  { random, site, tally }: { random: Random; site: Site; tally: Tally },
  visitorCount: number,
  isOver: () => boolean,
): Promise<void> {
  await Promise.all(
    Array.from({ length: visitorCount }, async () => {
      while (!isOver()) await (random.below(5) === 0 ? sendCall(random, site, tally) : readPage(random, site, tally));
    }),
  );
}
