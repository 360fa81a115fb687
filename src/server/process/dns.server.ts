import { Resolver } from "node:dns/promises";
import { seconds } from "#kit/format.ts";

declare module "#kit/call.ts" {
  interface Services {
    dns: Dns;
  }
}

/** The result of a query for TXT records. `none`: the name has no such records; `failed`: no server answered. */
export type TxtAnswer = { kind: "found"; texts: readonly string[] } | { kind: "none" } | { kind: "failed" };

/** Queries to the domain name system. */
export type Dns = {
  /** The TXT records of a name, each with its strings joined. Never throws. */
  txt: (name: string) => Promise<TxtAnswer>;
};

/** ms to wait for an answer of a server, and the number of tries. */
const resolverOptions = { timeout: seconds(1), tries: 2 };
/** Error codes for a name without such records, or that does not exist. */
const noRecordCodes = new Set(["ENOTFOUND", "ENODATA"]);

const codeOf = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : undefined);

/** `servers`: the name servers to query (`192.0.2.1` or `192.0.2.1:53`); if empty, those of this machine. */
export function createDns(servers: readonly string[]): Dns {
  return {
    async txt(name) {
      // A new resolver for each query, because a resolver avoids servers that timed out before.
      const resolver = new Resolver(resolverOptions);
      if (servers.length > 0) resolver.setServers(servers);
      try {
        const records = await resolver.resolveTxt(name);
        return { kind: "found", texts: records.map((parts) => parts.join("")) };
      } catch (error) {
        return { kind: noRecordCodes.has(String(codeOf(error))) ? "none" : "failed" };
      }
    },
  };
}
