/** Who else has a page open in the builder: seen by those who may change the page, in every process, while the window is open. */
import { EventEmitter, once } from "node:events";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { AnyRow } from "#kit/entity.ts";
import type { PersonOnPage } from "#kit/presence.ts";
import { newId } from "#server/process/id.server.ts";
import { client, contentOf } from "./support/client.ts";
import { newMember, newSpaceOwner, type Person, signInAgain } from "./support/people.ts";
import { launch, type Program } from "./support/program.ts";
import { grant, roleFactories } from "./support/roles.ts";
import { eventsOf } from "./support/event-stream.ts";
import { startServer } from "./support/server.ts";

const server = await startServer();
let otherProcess: Program;
let owner: Person;
let designer: Person;
let pageId: string;
beforeAll(async () => {
  otherProcess = await launch({ DATA_DIR: server.dataFolder, DATABASE_URL: server.databaseUrl });
  owner = await newSpaceOwner(server);
  designer = (await roleFactories(server, owner).memberWith([grant("page", ["read", "update"])])).person;
  await nameMember(designer, "Lin Mei");
  pageId = await addPage(owner);
});
afterAll(() => otherProcess.stop());

/** Gives a member of the owner's space a name. */
async function nameMember({ memberId }: Person, name: string): Promise<void> {
  const { send, call } = client(server, owner);
  const found = await send("GET Api/{type}/QueryById", { type: "member", id: memberId });
  const { id, version } = contentOf(found) as AnyRow;
  await call("POST Api/{type}/QueryUpdate", { type: "member", id, version, name } as never);
}

let pageCount = 0;
async function addPage(person: Person): Promise<string> {
  const title = { zh: "同页", en: "Shared" };
  const row = { type: "page", path: `/shared-${(pageCount += 1)}`, title, description: title };
  return ((await client(server, person).call("POST Api/{type}/QueryAdd", row as never)) as { id: string }).id;
}

type Target = Pick<Program, "url">;
type Event = { rev: number; people: PersonOnPage[]; selected?: string[]; isLast: boolean };
type Place = { pageId: string; tab?: string; signal?: AbortSignal };

const requestStream = ({ url }: Target, person: Person | undefined, { pageId: id, tab, signal }: Place) => {
  const query = new URLSearchParams({ pageId: id, tab: tab ?? crypto.randomUUID() });
  const headers = { "accept-language": "en", ...(person && { authorization: `Bearer ${person.token}` }) };
  return fetch(`${url}/api/SitePage/PresenceEvents?${query.toString()}`, { headers, signal: signal ?? null });
};

/** A window of the builder, as far as the server knows it. Like that of the browser, it opens its stream anew when it ends, as it does when members change. */
async function openWindow(target: Target, person: Person, place: Place = { pageId }) {
  const tab = place.tab ?? crypto.randomUUID();
  const updates = new EventEmitter();
  const seen: Event[] = [];
  const closing = new AbortController();
  const { signal } = closing;
  /** What is to be selected, as soon as the window is (again) known. */
  let wanted: string[] | undefined;
  async function send(selected: string[], via: Target): Promise<boolean | number> {
    const answer = await client(via, person).send("POST Api/SitePage/Presence", {
      pageId: place.pageId,
      tab,
      selected,
    });
    return answer.status === 200 ? (contentOf(answer) as { isPresent: boolean }).isPresent : answer.status;
  }
  async function read(): Promise<void> {
    for (;;) {
      const answer = await requestStream(target, person, { ...place, tab, signal });
      if (answer.status !== 200) return void updates.emit("refused", answer.status);
      for await (const event of eventsOf<Event>(answer)) {
        seen.push(event);
        if (event.selected !== undefined && wanted !== undefined) await send(wanted, target);
        updates.emit("event");
      }
    }
  }
  const opened = once(updates, "event");
  const refused = once(updates, "refused");
  const reading = read().catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  await opened;
  return {
    tab,
    first: seen[0]!,
    /** The first event that matches; those before it are not looked at again. */
    async until(matches: (event: Event) => boolean): Promise<Event> {
      for (;;) {
        const next = once(updates, "event");
        // The event that matches stays, so that a later wait for the same state ends at once.
        while (seen.length > 1 && !matches(seen[0]!)) seen.shift();
        if (matches(seen[0]!)) return seen[0]!;
        await next;
      }
    },
    /** The status with which the stream is refused after it has ended. */
    refusal: async () => ((await refused) as [number])[0],
    send: (selected: string[]) => send(selected, target),
    /** Selects, as soon as the process `via` knows the window. */
    async select(selected: string[], via: Target = target): Promise<void> {
      wanted = selected;
      await expect.poll(() => send(selected, via)).toBe(true);
    },
    async close() {
      closing.abort();
      await reading;
    },
  };
}
const isAlone = ({ people }: Event) => people.length === 0;

it("B-395: shows in both processes who else has the page open, with a name and a colour, what they select, and that they leave", async () => {
  const mine = await openWindow(server, owner);
  expect(mine.first).toEqual({ rev: 0, comments: "0 0 0", people: [], selected: [], isLast: false });
  const theirs = await openWindow(otherProcess, designer);
  const ownName = (await theirs.until(({ people }) => people.length === 1)).people[0]!;
  expect(ownName).toEqual({
    id: owner.memberId,
    name: expect.stringMatching(/^\d{3}\*{4}\d{4}$/),
    colour: 0,
    selected: [],
  });
  expect((await mine.until(({ people }) => people.length === 1)).people).toEqual([
    { id: designer.memberId, name: "Lin Mei", colour: 1, selected: [] },
  ]);
  // The request may come to the process that does not serve the stream.
  await theirs.select(["wd_heading", "nd_text"], server);
  await mine.until(({ people }) => people[0]?.selected.join() === "wd_heading,nd_text");
  await theirs.select([]);
  await mine.until(({ people }) => people[0]?.selected.length === 0);
  await theirs.close();
  await mine.until(isAlone);
  await mine.close();
});

it("does not show people on other pages, nor the other windows of the same person", async () => {
  const otherPage = await addPage(owner);
  const windows = [
    await openWindow(server, designer, { pageId: otherPage }),
    await openWindow(otherProcess, await signInAgain(server, owner)),
  ];
  const mine = await openWindow(server, owner);
  const colleague = await openWindow(otherProcess, designer);
  const { people } = await mine.until((event) => !isAlone(event));
  expect(people.map(({ id }) => id)).toEqual([designer.memberId]);
  const seen = await colleague.until((event) => !isAlone(event));
  expect(seen.people.map(({ id }) => id)).toEqual([owner.memberId]);
  for (const { close } of [...windows, mine, colleague]) await close();
});

it("keeps a window that opens its stream anew, in whichever process, with what is selected in it", async () => {
  const mine = await openWindow(server, owner);
  const first = await openWindow(server, designer);
  await first.select(["wd_kept"]);
  await mine.until(({ people }) => people[0]?.selected[0] === "wd_kept");
  const renewed = await openWindow(otherProcess, designer, { pageId, tab: first.tab });
  expect(renewed.first.selected).toEqual(["wd_kept"]);
  await first.close();
  // A later event shows that the end of the first stream changed nothing.
  await renewed.select(["wd_later"]);
  await mine.until((event) => {
    expect(event.people.length).toBe(1);
    return event.people[0]?.selected[0] === "wd_later";
  });
  await renewed.close();
  await mine.until(isAlone);
  await mine.close();
});

it("R-12: tells both processes the revision that somebody saved", async () => {
  const windows = [await openWindow(server, owner), await openWindow(otherProcess, owner)];
  const rev = windows[0]!.first.rev;
  const record = { kind: "widget", id: "wd_saved", order: "a0", name: "notice", value: {} };
  const saved = await client(server, designer).send("POST api/sitepage/save", {
    diyPageInfo: { pageId },
    baseRev: rev,
    changes: [{ id: record.id, after: record }],
  });
  expect(saved.status, saved.text).toBe(200);
  for (const { until, close } of windows) {
    expect((await until((event) => event.rev > rev)).rev).toBe(rev + 1);
    await close();
  }
});

it("T-01, T-18, T-51: is open to those who may change the page, and to nobody else", async () => {
  const stranger = await newSpaceOwner(server);
  const reader = await newMember(server, owner.tenantId);
  const statusOf = async (person: Person | undefined, id = pageId) => {
    const answer = await requestStream(server, person, { pageId: id });
    await answer.body?.cancel();
    return answer.status;
  };
  expect(await statusOf(undefined)).toBe(401);
  expect(await statusOf(reader)).toBe(403);
  expect([await statusOf(stranger), await statusOf(owner, newId())]).toEqual([404, 404]);
  expect((await requestStream(server, owner, { pageId: "page" })).status).toBe(400);
  const select = { pageId, tab: crypto.randomUUID(), selected: [] };
  const sent = async (person?: Person) =>
    (await client(server, person).send("POST Api/SitePage/Presence", select)).status;
  expect([await sent(), await sent(reader)]).toEqual([401, 403]);

  // Nobody selects for others: neither a person of another space nor a colleague with the id of the window.
  const mine = await openWindow(server, owner);
  const theirs = await openWindow(server, designer);
  for (const person of [stranger, owner]) {
    const forged = await client(server, person).send("POST Api/SitePage/Presence", {
      pageId,
      tab: theirs.tab,
      selected: ["wd_forged"],
    });
    expect(contentOf(forged)).toEqual({ isPresent: false });
  }
  await theirs.select(["wd_theirs"]);
  await mine.until(({ people }) => {
    expect(people.flatMap(({ selected }) => selected)).not.toContain("wd_forged");
    return people[0]?.selected[0] === "wd_theirs";
  });
  await theirs.close();
  await mine.close();
});

it("T-18: ends when the right to the page is withdrawn, and the person has left for the others", async () => {
  const { roles, person } = await roleFactories(server, owner).memberWith([grant("page", ["read", "update"])]);
  expect(roles.length).toBe(1);
  const theirs = await openWindow(otherProcess, person);
  const mine = await openWindow(server, owner);
  await mine.until(({ people }) => people.some(({ id }) => id === person.memberId));
  const { send } = client(server, owner);
  const found = await send("GET Api/{type}/QueryById", { type: "member", id: person.memberId });
  const { id, version } = contentOf(found) as AnyRow;
  await send("POST Api/{type}/QueryUpdate", { type: "member", id, version, roles: [] });
  expect(await theirs.refusal()).toBe(403);
  await mine.until(({ people }) => people.every(({ id: memberId }) => memberId !== person.memberId));
  await mine.close();
});

it("refuses long selections and ids that no record has, and tells the last of many selections", async () => {
  const mine = await openWindow(server, owner);
  const theirs = await openWindow(server, designer);
  const tooMany = Array.from({ length: 21 }, (_, n) => `wd_many${n}`);
  for (const selected of [tooMany, ["<b>"], ["x".repeat(9000)]])
    expect([400, 422]).toContain(await theirs.send(selected));
  const all = tooMany.slice(0, 20);
  await Promise.all(all.map((_, n) => theirs.send(all.slice(0, n + 1))));
  await theirs.select(all);
  await mine.until(({ people }) => people[0]?.selected.length === 20);
  await theirs.close();
  await mine.close();
});

it("refuses the 51st window of a page, and admits one again after another was closed", async () => {
  const crowded = await addPage(owner);
  const windows = [];
  for (let session = 0; session < 7; session += 1) {
    const person = await signInAgain(server, designer);
    for (let n = 0; n < 8 && windows.length < 50; n += 1)
      windows.push(await openWindow(server, person, { pageId: crowded }));
  }
  const open = async () => {
    const answer = await requestStream(server, owner, { pageId: crowded });
    await answer.body?.cancel();
    return answer.status;
  };
  expect(await open()).toBe(429);
  await windows[0]!.close();
  await expect.poll(open).toBe(200);
  for (const { close } of windows.slice(1)) await close();
});

it("ignores what it does not understand on the channel between processes", async () => {
  const mine = await openWindow(server, owner);
  const { tenantId } = owner;
  const garbage = ["", "{", "null", '{"kind":"enter"}', JSON.stringify({ kind: "leave", tenantId, pageId })];
  for (const payload of garbage)
    await server.database.system((tx) => tx.rows(sql`select pg_notify('meridian_presence', ${payload})`));
  const theirs = await openWindow(otherProcess, designer);
  const { people } = await mine.until((event) => !isAlone(event));
  expect(people.map(({ id }) => id)).toEqual([designer.memberId]);
  await theirs.close();
  await mine.until(isAlone);
  await mine.close();
});
