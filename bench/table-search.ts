/** Requests pages of the news list from a running program, one after the other and concurrently. */
import autocannon from "autocannon";
import type { Filter } from "#kit/filter.ts";
import { signInAdministrator, type RunningApp } from "./running-app.ts";
import { sized } from "./size.ts";

const connections = 20;
const seconds = sized(10, 1);

export type Search = {
  fields?: Record<string, unknown>;
  filter?: Filter;
  sort?: { field: string; direction: "asc" | "desc" };
  pageIndex?: number;
};

export type NewsTable = {
  /** ms of each search without concurrency. */
  sequential: (searches: Search[]) => Promise<number[]>;
  /** The searches in turns, 20 concurrently. */
  concurrent: (searches: Search[]) => Promise<autocannon.Result>;
  /** ms of each ranked search, as for a relation field. */
  ranked: (texts: readonly string[]) => Promise<number[]>;
};

/** ms of each request without concurrency. */
async function measureSequential(requests: (readonly [address: string, RequestInit])[]): Promise<number[]> {
  const times: number[] = [];
  for (const [address, request] of requests) {
    const begin = performance.now();
    const answer = await fetch(address, request);
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${address}: ${answer.status} ${text.slice(0, 200)}`);
    times.push(performance.now() - begin);
  }
  return times;
}

/** The news list, requested by the first administrator. */
export async function newsTable(app: RunningApp): Promise<NewsTable> {
  const headers = {
    authorization: `Bearer ${await signInAdministrator(app)}`,
    "content-type": "application/json",
    "x-meridian": "1",
  };
  const address = `${app.url}/api/paas/table/search`;
  const body = (search: Search) =>
    JSON.stringify({ paraModel: { url: "/admin/news/list", pageIndex: 1, pageSize: 15, ...search } });
  return {
    sequential: (searches) =>
      measureSequential(searches.map((search) => [address, { method: "POST", headers, body: body(search) }])),
    ranked: (texts) =>
      measureSequential(
        texts.map((q) => [
          `${app.url}/api/Relation/GetKeyValues?${new URLSearchParams({ type: "news", q })}`,
          { headers },
        ]),
      ),
    async concurrent(searches) {
      const bodies = searches.map(body);
      let turn = 0;
      const result = await autocannon({
        url: address,
        connections,
        duration: seconds,
        requests: [
          {
            method: "POST",
            headers,
            // Not a list of requests: each connection would copy all of it.
            setupRequest: (request) => ({ ...request, body: bodies[(turn += 1) % bodies.length]! }),
          },
        ],
      });
      if (result.non2xx > 0 || result.errors > 0)
        throw new Error(`${result.non2xx} bad answers, ${result.errors} errors`);
      return result;
    },
  };
}
