import { Resolver } from "node:dns/promises";
import { seconds } from "#kit/format.ts";

declare module "#kit/call.ts" {
  interface Services {
    dns: Dns;
  }
}

/** The answer to a question for the texts of a name: they are there, there are none, or no answer came. */
export type TxtAnswer = { kind: "found"; texts: readonly string[] } | { kind: "none" } | { kind: "failed" };

/** The domain name system, as far as the program asks it. */
export type Dns = {
  /** The TXT records of a name, each joined of its parts. Never throws. */
  txt: (name: string) => Promise<TxtAnswer>;
};

/** Time for one answer of a server, and how often it is asked. */
const patience = { timeout: seconds(1), tries: 2 };
/** Codes of an answer that there is no such name or record. */
const noRecordCodes = new Set(["ENOTFOUND", "ENODATA"]);

const codeOf = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : undefined);

/** `servers`: the servers to ask, as address and port (`192.0.2.1:53`); without any, those of this machine. */
export function createDns(servers: readonly string[]): Dns {
  return {
    async txt(name) {
      // One for each question: a resolver keeps the time-outs of its servers.
      const resolver = new Resolver(patience);
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
