import { lookup, Resolver } from "node:dns/promises";
import { once } from "node:events";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { seconds } from "#kit/format.ts";
import { inRequestSpan, traceHeaders } from "./tracing.server.ts";

declare module "#kit/call.ts" {
  interface Services {
    egress: Egress;
  }
}

/** Why no request was sent: `address`: malformed; `insecure`: not https; `private`: not a public IP address; `name`: the name has no IP address. */
export type EgressRefusal = "address" | "insecure" | "private" | "name";

/** A request that was not sent, because its address is not allowed. */
export class RefusedAddress extends Error {
  readonly reason: EgressRefusal;
  constructor(reason: EgressRefusal) {
    super(`refused: ${reason}`);
    this.reason = reason;
  }
}

/** A checked address with the IP address to connect to: the name is resolved once, so that it cannot change between check and request. */
export type EgressTarget = { url: URL; ip: string };
/** `type`: the content type of the response, empty if it has none. */
export type EgressAnswer = { status: number; text: string; type: string };
type EgressRequest = {
  method?: "GET" | "POST";
  headers: Readonly<Record<string, string>>;
  body: string;
  signal: AbortSignal;
  /** The maximum number of bytes read of the response; 16 kB by default. */
  maxBytes?: number;
};

/** Requests to addresses that members of spaces enter. */
export type Egress = {
  /** Checks an address and resolves its name. @throws {RefusedAddress} */
  resolve: (address: string) => Promise<EgressTarget>;
  /** Sends a request to a resolved address. Redirects are not followed. @throws {Error} when no response arrives before `signal` aborts */
  send: (target: EgressTarget, request: EgressRequest) => Promise<EgressAnswer>;
};

/** Resolves the IP addresses of a name. @throws {Error} when it has none */
export type ResolveName = (name: string) => Promise<string[]>;

/** The maximum number of bytes read of a response's content unless the request says otherwise, and of its headers. */
const defaultMaxBytes = 16 * 1024;
const maxHeaderBytes = 16 * 1024;

/** Global unicast addresses of IPv6. All others are local, mapped or translated. */
const globalIpv6 = ipaddr.parseCIDR("2000::/3") as [ipaddr.IPv6, number];

/**
 * Whether an IP address, in any spelling, is public. Loopback, private networks and metadata services are not, nor are IPv6 forms of such addresses.
 */
export function isPublicIp(ip: string): boolean {
  if (!ipaddr.isValid(ip)) return false;
  const address = ipaddr.parse(ip);
  if (address.range() !== "unicast") return false;
  return address instanceof ipaddr.IPv4 || address.match(globalIpv6);
}

const withoutBrackets = (hostname: string) => hostname.replaceAll(/[[\]]/g, "");

/** Queries name servers only. Unlike `lookup`, it does not read the hosts file or block the thread pool that reads files. */
async function resolvePublicly(name: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: seconds(2), tries: 2 });
  const results = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  return results.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
}

const resolveLocally: ResolveName = async (name) => (await lookup(name, { all: true })).map(({ address }) => address);

/** Reads the first `maxBytes` of a response and ignores the rest. */
async function textOf(response: IncomingMessage, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    text += decoder.decode(chunk.subarray(0, maxBytes - size), { stream: true });
    size += chunk.byteLength;
    // Leaving the loop ends the connection.
    if (size >= maxBytes) break;
  }
  return text;
}

async function send(
  { url, ip }: EgressTarget,
  { method = "POST", headers, body, signal, maxBytes = defaultMaxBytes }: EgressRequest,
): Promise<EgressAnswer> {
  const isSecure = url.protocol === "https:";
  const hostname = withoutBrackets(url.hostname);
  const request = (isSecure ? https : http).request({
    method,
    host: ip,
    port: url.port === "" ? (isSecure ? 443 : 80) : Number(url.port),
    path: `${url.pathname}${url.search}`,
    // The certificate is checked against the name, because the connection is to the IP address.
    ...(isIP(hostname) === 0 ? { servername: hostname } : {}),
    headers: {
      ...headers,
      host: url.host,
      ...(method === "POST" && { "content-length": Buffer.byteLength(body) }),
      connection: "close",
    },
    agent: false,
    maxHeaderSize: maxHeaderBytes,
    signal,
  });
  // `once` and the response report errors. Without this listener, a later error event would end the process.
  request.on("error", () => undefined);
  request.end(body);
  const [response] = (await once(request, "response", { signal })) as [IncomingMessage];
  const text = await textOf(response, maxBytes);
  return { status: response.statusCode!, text, type: response.headers["content-type"] ?? "" };
}

/**
 * All requests to addresses that members of spaces enter go through here (T-63): https to public hosts. `hosts`: exceptions, `name` or `name:port`,
 * which may be inside the network and use http.
 */
export function createEgress(hosts: readonly string[], resolveName: ResolveName = resolvePublicly): Egress {
  const allowed = new Set(hosts);
  return {
    send: (target, request) =>
      inRequestSpan({ method: request.method ?? "POST", host: target.url.hostname }, async (span) => {
        const answer = await send(target, { ...request, headers: { ...request.headers, ...traceHeaders() } });
        span?.setAttribute("http.response.status_code", answer.status);
        return answer;
      }),
    async resolve(address) {
      const url = URL.parse(address);
      if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) throw new RefusedAddress("address");
      if (url.username !== "" || url.password !== "") throw new RefusedAddress("address");
      const name = withoutBrackets(url.hostname);
      const isTrusted = allowed.has(url.hostname) || allowed.has(url.host);
      if (!isTrusted && url.protocol !== "https:") throw new RefusedAddress("insecure");
      const resolveIps = isTrusted ? resolveLocally : resolveName;
      const ips = isIP(name) === 0 ? await resolveIps(name).catch(() => []) : [name];
      const [ip] = ips;
      if (ip === undefined) throw new RefusedAddress("name");
      if (!isTrusted && !ips.every(isPublicIp)) throw new RefusedAddress("private");
      return { url, ip };
    },
  };
}
