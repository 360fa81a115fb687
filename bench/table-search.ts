/** Requests pages of a list from a running program, one after the other and concurrently. */
import autocannon from "autocannon";
import type { Filter } from "#kit/filter.ts";
import { signInAdministrator, type RunningApp } from "./running-app.ts";
import { loadLength } from "./size.ts";

const connections = 20;

export type Search = {
  fields?: Record<string, unknown>;
  filter?: Filter;
  sort?: { field: string; direction: "asc" | "desc" };
  pageIndex?: number;
};

export type SearchedTable = {
  /** The ms of each search; one search at a time. */
  sequential: (searches: Search[]) => Promise<number[]>;
  /** Repeats the searches for 10 s, 20 at a time. */
  concurrent: (searches: Search[]) => Promise<autocannon.Result>;
  /** The ms of each ranked search, as relation fields send them; one search at a time. */
  ranked: (texts: readonly string[]) => Promise<number[]>;
};

/** The ms of each request; one request at a time. */
async function measureSequential(requests: (readonly [address: string, RequestInit])[]): Promise<number[]> {
  const times: number[] = [];
  for (const [address, request] of requests) {
    const begin = performance.now();
    const response = await fetch(address, request);
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${address}: ${response.status} ${text.slice(0, 200)}`);
    times.push(performance.now() - begin);
  }
  return times;
}

/** The news list, requested by the first administrator. */
export const newsTable = async (app: RunningApp): Promise<SearchedTable> =>
  tableOf(app, "news", await signInAdministrator(app));

/** The list of a type, requested with the token of a session. */
export function tableOf(app: Pick<RunningApp, "url">, type: string, token: string): SearchedTable {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json", "x-meridian": "1" };
  const address = `${app.url}/api/paas/table/search`;
  const body = (search: Search) =>
    JSON.stringify({ paraModel: { url: `/admin/${type}/list`, pageIndex: 1, pageSize: 15, ...search } });
  return {
    sequential: (searches) =>
      measureSequential(searches.map((search) => [address, { method: "POST", headers, body: body(search) }])),
    ranked: (texts) =>
      measureSequential(
        texts.map((q) => [`${app.url}/api/Relation/GetKeyValues?${new URLSearchParams({ type, q })}`, { headers }]),
      ),
    async concurrent(searches) {
      const bodies = searches.map(body);
      let requestCount = 0;
      const result = await autocannon({
        url: address,
        connections,
        timeout: 60,
        ...loadLength(10),
        requests: [
          {
            method: "POST",
            headers,
            // Not one entry per body in `requests`: each connection would copy all of them.
            setupRequest: (request) => ({ ...request, body: bodies[(requestCount += 1) % bodies.length]! }),
          },
        ],
      });
      if (result.non2xx > 0 || result.errors > 0)
        throw new Error(`${result.non2xx} bad answers, ${result.errors} errors`);
      return result;
    },
  };
}
