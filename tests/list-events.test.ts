/** Events of list pages: a reader receives changes of rows that they may read, and no others. */
import { type SQL, sql } from "drizzle-orm";
import type { Page, Request } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import type { AnyRow } from "#kit/entity.ts";
import { rowChanges } from "#kit/row-changes.ts";
import { tokenHash } from "#server/process/secrets.server.ts";
import { eventsOf } from "./support/event-stream.ts";
import { type Client, client } from "./support/client.ts";
import { openBrowser } from "./support/browser.ts";
import { sessionCookies } from "./support/enter.ts";
import { newMember, newSpaceOwner, type Person, signInAgain } from "./support/people.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
const open = await openBrowser();
let owner: Person;
let admin: Client;

type RowVersion = { id: string; version: number };

beforeAll(async () => {
  owner = await newReader();
  admin = client(server, owner);
});

const openStream = (person: Person | undefined, ...lists: unknown[]) =>
  fetch(
    `${server.url}/api/paas/table/events?${new URLSearchParams(lists.map((list) => ["list", JSON.stringify(list)]))}`,
    {
      headers: person === undefined ? {} : { authorization: `Bearer ${person.token}` },
    },
  );

type Event = { list: number; rows: RowVersion[] };

/** The rows of pages of lists, after each change. */
async function* pagesOf(answer: Response): AsyncGenerator<RowVersion[]> {
  for await (const { rows } of eventsOf<Event>(answer)) yield rows;
}
const nextPage = async (pages: AsyncGenerator<RowVersion[]>) => (await pages.next()).value as RowVersion[];

async function addNews(author: Client, status = "draft"): Promise<AnyRow> {
  const title = { zh: "新闻", en: "Item" };
  return (await author.call("POST Api/{type}/QueryAdd", { type: "news", title, kind: "company", status })) as AnyRow;
}

/** The owner of a new space, once the program has been told of the new member: at that moment it ends the open streams of the space. */
async function newReader(): Promise<Person> {
  const person = await newSpaceOwner(server);
  async function isStreamLasting(): Promise<boolean> {
    const pages = pagesOf(await openStream(person, { url: "/admin/news/list" }));
    await nextPage(pages);
    await addNews(client(server, person), "archived");
    const page = await nextPage(pages);
    await pages.return(undefined);
    return page !== undefined;
  }
  while (!(await isStreamLasting()));
  return person;
}

it("reports the ids and versions of the rows of the page, and no rows outside its filter", async () => {
  const answer = await openStream(owner, { url: "/admin/news/list", fields: { status: "draft" } });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/event-stream; charset=utf-8"]);
  const pages = pagesOf(answer);
  expect(await nextPage(pages)).toEqual([]);
  const { id, version } = await addNews(admin);
  expect(await nextPage(pages)).toEqual([{ id, version }]);
  await addNews(admin, "archived");
  await admin.call("POST Api/{type}/QueryUpdate", { type: "news", id, version, sort: 9 });
  expect(await nextPage(pages)).toEqual([{ id, version: version + 1 }]);
  await admin.call("DELETE Api/{type}/QueryDelete", { type: "news", id });
  expect(await nextPage(pages)).toEqual([]);
  await pages.return(undefined);
});

it("reports no rows of other spaces, and refuses readers without the right and invalid lists", async () => {
  const list = { url: "/admin/news/list", pageSize: 10 };
  const ownPages = pagesOf(await openStream(owner, list));
  const before = await nextPage(ownPages);
  await addNews(client(server, await newSpaceOwner(server)));
  const { id, version } = await addNews(admin);
  expect(await nextPage(ownPages)).toEqual([{ id, version }, ...before]);
  await ownPages.return(undefined);
  const reader = await newMember(server, owner.tenantId);
  const statusOf = async (person: Person | undefined, query: unknown) => {
    const answer = await openStream(person, query);
    await answer.body?.cancel();
    return answer.status;
  };
  expect(await statusOf(undefined, list)).toBe(401);
  expect(await statusOf(reader, { url: "/admin/contactMessage/list" })).toBe(403);
  expect(await statusOf(owner, { url: "/admin/nothing/list" })).toBe(404);
  for (const query of [
    { ...list, filter: { field: "search_text", op: "eq", value: 1 } },
    { ...list, sort: { field: "x", direction: "asc" } },
    { ...list, more: 1 },
    "x",
  ])
    expect([query, await statusOf(owner, query)]).toEqual([query, 400]);
});

it("reports changes of several lists, and omits refused lists", async () => {
  const space = await newReader();
  const spaceAdmin = client(server, space);
  const drafts = { url: "/admin/news/list", fields: { status: "draft" } };
  const lists = [drafts, { url: "/admin/nothing/list" }, { url: "/admin/wiki/list" }];
  const answer = await openStream(space, ...lists);
  expect(answer.status).toBe(200);
  const events = eventsOf<Event>(answer);
  const nextEvent = async () => (await events.next()).value as Event;
  expect([await nextEvent(), await nextEvent()]).toEqual([
    { list: 0, rows: [] },
    { list: 2, rows: [] },
  ]);
  const { id, version } = await addNews(spaceAdmin);
  expect(await nextEvent()).toEqual({ list: 0, rows: [{ id, version }] });
  const title = { zh: "页", en: "Page" };
  const page = (await spaceAdmin.call("POST Api/{type}/QueryAdd", { type: "wiki", slug: "page", title })) as AnyRow;
  expect(await nextEvent()).toEqual({ list: 2, rows: [{ id: page.id, version: page.version }] });
  await events.return(undefined);
  expect((await openStream(space, ...Array.from({ length: 17 }, () => drafts))).status).toBe(400);
});

it("ends when roles change, so that the reader reconnects with the new rights", async () => {
  const pages = pagesOf(await openStream(owner, { url: "/admin/news/list" }));
  await nextPage(pages);
  await admin.call("POST Api/{type}/QueryAdd", { type: "role", name: { zh: "新", en: "New" }, grants: [] });
  expect((await pages.next()).done).toBe(true);
});

it("does not count as use of a session, which ends when it is unused for 7 days", async () => {
  const setLastUse = (person: Person, time: SQL) =>
    server.database.system((tx) =>
      tx.rows(sql`update session set seen_at = ${time} where token_hash = ${tokenHash(person.token)}`),
    );
  async function isUsedToday(person: Person): Promise<boolean> {
    const [session] = await server.database.system((tx) =>
      tx.rows<{ isUsed: boolean }>(
        sql`select seen_at > now() - interval '1 day' as "isUsed" from session where token_hash = ${tokenHash(person.token)}`,
      ),
    );
    return session!.isUsed;
  }
  const reader = await signInAgain(server, owner);
  await setLastUse(reader, sql`now() - interval '2 days'`);
  const pages = pagesOf(await openStream(reader, { url: "/admin/news/list" }));
  await nextPage(pages);
  expect(await isUsedToday(reader)).toBe(false);
  expect((await client(server, reader).send("GET api/user/View")).status).toBe(200);
  await expect.poll(() => isUsedToday(reader)).toBe(true);
  await pages.return(undefined);
  const absentReader = await signInAgain(server, owner);
  await setLastUse(absentReader, sql`now() - interval '7 days'`);
  expect((await client(server, absentReader).send("GET api/user/View")).status).toBe(401);
});

it("counts a row that pushes another one off the page once", () => {
  const row = (id: string, version = 1) => ({ id, version });
  const before = [row("a"), row("b"), row("c")];
  expect(rowChanges(before, [row("a"), row("b"), row("c")])).toEqual({ count: 0, isMoved: false });
  expect(rowChanges(before, [row("a"), row("b", 2), row("c")])).toEqual({ count: 1, isMoved: false });
  expect(rowChanges(before, [row("d"), row("a"), row("b")])).toEqual({ count: 1, isMoved: true });
  expect(rowChanges(before, [row("a"), row("c")])).toEqual({ count: 1, isMoved: true });
  expect(rowChanges(before, [row("b"), row("a"), row("c")])).toEqual({ count: 0, isMoved: true });
});

it("shows changed values at once, and asks before rows are added or removed", async () => {
  const space = await newSpaceOwner(server);
  const spaceAdmin = client(server, space);
  const row = await addNews(spaceAdmin);
  const { page, context, problems } = await open({ url: server.url, locale: "en" });
  await context.addCookies(sessionCookies(space, server.url));
  const streaming = page.waitForResponse("**/api/paas/table/events*");
  await page.goto("/paas/news/list");
  const rows = page.locator("[data-row]");
  await rows.first().waitFor();
  await streaming;
  const title = { zh: "改过", en: "Changed by somebody" };
  await spaceAdmin.call("POST Api/{type}/QueryUpdate", { type: "news", id: row.id, version: row.version, title });
  await rows.getByText("Changed by somebody").waitFor();
  await addNews(spaceAdmin);
  await page.getByText("1 record changed").waitFor();
  expect(await rows.count()).toBe(1);
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect.poll(() => rows.count()).toBe(2);
  await page.getByText("1 record changed").waitFor({ state: "detached" });
  expect(problems).toEqual([]);
  await context.close();
});

it("is one stream for the eight tabs of a browser, and another tab opens it when the tab with the stream closes", async () => {
  const space = await newSpaceOwner(server);
  const spaceAdmin = client(server, space);
  const row = await addNews(spaceAdmin);
  const { page, context, problems } = await open({ url: server.url, locale: "en" });
  await context.addCookies(sessionCookies(space, server.url));
  const streams = new Map<Request, Page | undefined>();
  const removeStream = (request: Request) => streams.delete(request);
  context.on("request", (request) => {
    if (request.url().includes("/paas/table/events")) streams.set(request, request.frame().page());
  });
  context.on("requestfinished", removeStream);
  context.on("requestfailed", removeStream);
  const tabs = [page, ...(await Promise.all(Array.from({ length: 7 }, () => context.newPage())))];
  // The tabs show two different lists, which the stream reports together.
  for (const [at, tab] of tabs.entries()) {
    await tab.goto(at % 2 === 0 ? "/paas/news/list" : "/paas/news/list?pageSize=30");
    await tab.locator("[data-row]").first().waitFor();
  }
  let { version } = row;
  async function changeTo(title: string, openTabs: readonly Page[]): Promise<void> {
    const values = { title: { zh: title, en: title } };
    await spaceAdmin.call("POST Api/{type}/QueryUpdate", { type: "news", id: row.id, version, ...values });
    version += 1;
    for (const tab of openTabs) await tab.locator("[data-row]").getByText(title).waitFor();
  }
  await changeTo("Changed once", tabs);
  await expect.poll(() => streams.size).toBe(1);
  const [leader] = streams.values();
  await leader!.close();
  const remainingTabs = tabs.filter((tab) => tab !== leader);
  expect(remainingTabs.length).toBe(7);
  await expect.poll(() => [...streams.values()].filter((tab) => tab !== leader).length).toBe(1);
  await changeTo("Changed twice", remainingTabs);
  expect(problems).toEqual([]);
  await context.close();
});
