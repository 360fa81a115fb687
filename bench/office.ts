/**
 * People at work behind a proxy: each signs in with a password on https, keeps the cookies as a browser does, follows a list, and reads lists, rows and
 * pages, saves, and signs out and in at human pace. Everybody has an address of their own on the loopback network.
 */
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { Agent, request as sendRequest } from "node:https";
import { finished } from "node:stream/promises";
import { setTimeout as wait } from "node:timers/promises";
import type { Random } from "./random.ts";

type Row = { id: string; version: number };
export type Answer = { status: number; text: string };

/** What was measured in one phase of a bench. */
export type Phase = {
  requests: number;
  /** Requests that were not answered as they had to be, by status and what was requested; status 0: no answer. */
  errors: Map<string, number>;
  /** ms until the whole answer had arrived. */
  times: number[];
  /** Requests of a signed-in person that were answered as a visitor's. */
  signedOut: number;
  /** Lists without a row that the person had added before. */
  stale: number;
};

export const newPhase = (): Phase => ({ requests: 0, errors: new Map(), times: [], signedOut: 0, stale: 0 });

/** One person's writes. `sent` and `acknowledged`: the last value of the counter that was sent, and the last that was acknowledged. */
export type Writes = {
  /** Titles of additions that were sent; and the ids of those that were acknowledged, by title. */
  sentTitles: string[];
  added: Map<string, string>;
  counter: Row | undefined;
  sent: number;
  acknowledged: number;
};

export type Office = {
  /** Where requests are counted from now on. */
  phase: Phase;
  /** The writes of each person. */
  writes: readonly Writes[];
  /** ms until a save that had failed succeeded, when the person repeated it. */
  repeatedSaves: number[];
  /** Requests with the session of a person, which are not counted. */
  ask: (person: number, method: string, path: string, body?: object) => Promise<Answer>;
  /** Resolves once everybody has signed in. */
  ready: Promise<unknown>;
  /** Lets everybody finish what they do; rejects if somebody could not work at all. */
  close: () => Promise<void>;
};

/** ms after which a person repeats a save that failed, and for how often. */
const repetition = { pause: 2000, attempts: 20 };
const requestTimeout = 20_000;
/** Errors that are printed as they were answered. */
const maxPrinted = 20;
const listOfNews = { url: "/admin/news/list", pageIndex: 1, pageSize: 15 };

/**
 * Lets people work until `close`.
 * @param options.proxy the port of the proxy for https, and its certificate for example.com
 * @param options.people their mobile numbers, which all have the same password
 * @param options.pages paths of public pages, with their queries
 * @param options.pause ms between two actions of a person, on average
 * @param options.arrival ms within which all of them come
 */
export function openOffice({
  proxy,
  people,
  pages,
  password,
  pause,
  arrival,
  random,
}: {
  proxy: { port: number; certificate: string };
  people: readonly string[];
  pages: readonly string[];
  password: string;
  pause: number;
  arrival: number;
  random: Random;
}): Office {
  const agent = new Agent({ keepAlive: true, ca: proxy.certificate, servername: "example.com" });
  const closing = new AbortController();
  const pauseOf = (mean: number) => mean * (0.2 + random.below(1600) / 1000);
  let printed = 0;
  const office = { phase: newPhase(), repeatedSaves: [] as number[] };

  function newPerson(mobile: string, index: number) {
    const cookies = new Map<string, string>();
    const localAddress = `127.1.${index >> 8}.${(index & 255) + 1}`;
    const writes: Writes = { sentTitles: [], added: new Map(), counter: undefined, sent: 0, acknowledged: 0 };
    let isSignedIn = false;
    /** The last addition that lists have to show. */
    let newestId: string | undefined;

    function keepCookies(answer: IncomingMessage): void {
      for (const line of answer.headers["set-cookie"] ?? []) {
        const [pair = "", ...attributes] = line.split("; ");
        const [name = "", value = ""] = pair.split("=", 2);
        if (value === "" || attributes.some((text) => /^max-age=0$/i.test(text))) cookies.delete(name);
        else cookies.set(name, value);
      }
    }

    function open(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
      return new Promise<IncomingMessage>((resolve, reject) => {
        const request = sendRequest(
          {
            agent,
            localAddress,
            host: "127.0.0.1",
            port: proxy.port,
            method,
            path,
            timeout: requestTimeout,
            headers: {
              host: "example.com",
              "x-meridian": "1",
              "accept-language": "en",
              "user-agent": "Mozilla/5.0 (Windows NT 10.0) Chrome/140.0.0.0",
              ...(cookies.size === 0 ? {} : { cookie: [...cookies].map((pair) => pair.join("=")).join("; ") }),
              ...(body === undefined ? {} : { "content-type": "application/json" }),
              ...headers,
            },
          },
          (answer) => {
            keepCookies(answer);
            resolve(answer);
          },
        );
        request.once("timeout", () => request.destroy(new Error("timeout")));
        request.once("error", reject);
        request.end(body === undefined ? undefined : JSON.stringify(body));
      });
    }

    /** Sends a request that is not counted. Without an answer the status is 0. */
    async function ask(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<Answer> {
      try {
        const answer = await open(method, path, body, headers);
        const text = Buffer.concat(await answer.toArray()).toString();
        return { status: answer.statusCode ?? 0, text };
      } catch (error) {
        return { status: 0, text: String(error) };
      }
    }

    function countError(phase: Phase, status: number, what: string): void {
      const kind = `${status} ${what}`;
      phase.errors.set(kind, (phase.errors.get(kind) ?? 0) + 1);
    }

    /** Sends a request that has to succeed; `what` names it among the errors. */
    async function work(what: string, ...request: Parameters<typeof ask>): Promise<Answer> {
      const { phase } = office;
      const begin = performance.now();
      const answer = await ask(...request);
      phase.requests += 1;
      phase.times.push(performance.now() - begin);
      if (answer.status !== 200) {
        countError(phase, answer.status, what);
        if (answer.status === 401 && isSignedIn) phase.signedOut += 1;
        printed += 1;
        if (printed <= maxPrinted)
          console.error(`${new Date().toISOString()} ${what}: ${answer.status} ${answer.text.slice(0, 200)}`);
      }
      return answer;
    }

    async function signIn(): Promise<void> {
      const { status } = await work("sign in", "POST", "/api/Member/Login", { username: mobile, password });
      isSignedIn = status === 200;
    }

    async function signOut(): Promise<void> {
      const { status } = await work("sign out", "POST", "/api/user/logout", {});
      if (status === 200) isSignedIn = false;
    }

    /** Saves under a key; after a failure the person presses Save again, which changes nothing a second time. */
    async function save(path: string, body: object): Promise<Row | undefined> {
      const key = { "idempotency-key": randomUUID() };
      const begin = performance.now();
      let answer = await work("save", "POST", path, body, key);
      for (let attempt = 0; answer.status !== 200 && attempt < repetition.attempts; attempt += 1) {
        await wait(repetition.pause);
        answer = await ask("POST", path, body, key);
        if (answer.status === 200) office.repeatedSaves.push(performance.now() - begin);
      }
      if (answer.status !== 200) console.error(`A save was given up: ${answer.status} ${answer.text.slice(0, 200)}`);
      return answer.status === 200 ? (JSON.parse(answer.text) as { result: Row }).result : undefined;
    }

    async function add(sort = 1): Promise<Row | undefined> {
      const title = `operation ${index} ${writes.sentTitles.length}`;
      writes.sentTitles.push(title);
      const row = { title: { zh: title, en: title }, kind: "company", status: "draft", sort };
      const added = await save("/api/news/QueryAdd", row);
      if (added !== undefined) writes.added.set(title, added.id);
      return added;
    }

    async function increment(): Promise<void> {
      if (writes.counter === undefined) {
        writes.counter = await add(0);
        return;
      }
      const { id, version } = writes.counter;
      writes.sent += 1;
      const saved = await save("/api/news/QueryUpdate", { id, version, sort: writes.sent });
      if (saved === undefined) {
        // Whether it was saved is not known: the person goes on with what is there.
        const current = await ask("GET", `/api/news/QueryById?id=${id}`);
        if (current.status === 200) writes.counter = (JSON.parse(current.text) as { result: Row }).result;
      } else {
        writes.counter = saved;
        writes.acknowledged = writes.sent;
      }
    }

    async function readList(): Promise<void> {
      const paraModel = { ...listOfNews, sort: { field: "createdAt", direction: "desc" } };
      const { status, text } = await work("list", "POST", "/api/paas/table/search", { paraModel });
      if (status === 200 && newestId !== undefined && !text.includes(newestId)) office.phase.stale += 1;
      newestId = undefined;
    }

    /** After a save people are back on the list, which has to show it. */
    async function addAndLook(): Promise<void> {
      const added = await add();
      newestId = added?.id;
      await readList();
    }

    async function readRow(): Promise<void> {
      const id = writes.counter?.id;
      if (id === undefined) return increment();
      await work("row", "GET", `/api/news/QueryById?id=${id}`);
    }

    const actions: readonly [share: number, act: () => Promise<unknown>][] = [
      [30, readList],
      [15, readRow],
      [25, () => work("page", "GET", random.pick(pages))],
      [10, addAndLook],
      [15, increment],
      [2, async () => (await signOut(), await wait(pauseOf(pause / 2)), await signIn())],
    ];
    const choices = actions.flatMap(([share, act]) => Array.from({ length: share }, () => act));

    /** Follows the list of news until the process or the bench ends. */
    async function followOnce(): Promise<void> {
      const { phase } = office;
      const list = encodeURIComponent(JSON.stringify(listOfNews));
      const answer = await open("GET", `/api/paas/table/events?list=${list}`);
      const stop = () => answer.destroy();
      closing.signal.addEventListener("abort", stop);
      try {
        if (answer.statusCode !== 200 && isSignedIn) countError(phase, answer.statusCode ?? 0, "stream");
        answer.resume();
        await finished(answer);
      } finally {
        closing.signal.removeEventListener("abort", stop);
      }
    }

    /** As the browser does, opens the stream again when it ends. */
    async function follow(): Promise<void> {
      while (!closing.signal.aborted) {
        if (isSignedIn) await followOnce().catch(() => undefined);
        await wait(1000 + random.below(1000), undefined, { signal: closing.signal }).catch(() => undefined);
      }
    }

    const ready = Promise.withResolvers<void>();
    async function live(): Promise<void> {
      await wait(random.below(arrival));
      await signIn();
      ready.resolve();
      const following = follow();
      while (!closing.signal.aborted) {
        await wait(pauseOf(pause), undefined, { signal: closing.signal }).catch(() => undefined);
        if (closing.signal.aborted) break;
        if (isSignedIn) await random.pick(choices)();
        else await signIn();
      }
      await following;
    }
    return { writes, ask, ready: ready.promise, done: live() };
  }

  const team = people.map(newPerson);
  return Object.assign(office, {
    writes: team.map(({ writes }) => writes),
    ask: (person: number, method: string, path: string, body?: object) => team[person]!.ask(method, path, body),
    ready: Promise.all(team.map(({ ready }) => ready)),
    async close() {
      closing.abort();
      await Promise.all(team.map(({ done }) => done));
      agent.destroy();
    },
  });
}
