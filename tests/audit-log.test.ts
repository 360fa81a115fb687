/** The audit log of a space: its entries, filters, pages and export, for administrators only. */
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import memberEntity from "#entities/member.ts";
import type { AuditPage } from "#kit/audit.ts";
import { recordAuditEvent } from "#records/change/history.server.ts";
import { client, contentOf } from "./support/client.ts";
import { givePassword, newMember, newSpaceOwner, nextMobile, type Person, signInAgain } from "./support/people.ts";
import { sharedServer } from "./support/server.ts";
import { definitionOf, publish } from "./support/stored-entities.ts";

const server = await sharedServer();
const title = { zh: "标题", en: "Heading" };
type Row = { id: string; version: number };
const read = async (person: Person, query: object = {}) =>
  contentOf(await client(server, person).send("GET Api/Audit/List", query)) as AuditPage;
const lines = async (person: Person, query: object = {}) =>
  (await read(person, query)).entries.map(({ verb, type, title: name }) => `${verb} ${type} ${name}`);

it("lists who changed which row and fields, newest first, including deleted rows", async () => {
  const owner = await newSpaceOwner(server);
  const { call, send } = client(server, owner);
  const since = new Date(Date.now() - 1000).toISOString();
  const values = { type: "news", title, kind: "company", status: "draft" };
  const row = (await call("POST Api/{type}/QueryAdd", values as never)) as Row;
  const change = { type: "news", id: row.id, version: 1, kind: "product", pinned: true };
  await call("POST Api/{type}/QueryUpdate", change as never);
  await call("DELETE Api/{type}/QueryDelete", { type: "news", id: row.id });
  const newsPage = await read(owner, { type: "news" });
  expect(newsPage.entries.map(({ verb, title: name, hasForm, isSelf }) => [verb, name, hasForm, isSelf])).toEqual([
    ["delete", "Heading", false, true],
    ["update", "Heading", false, true],
    ["add", "Heading", false, true],
  ]);
  expect(newsPage.entries[1]!.fields).toHaveLength(2);
  expect(await lines(owner, { type: "news", verb: "add", from: since })).toEqual(["add news Heading"]);
  expect(await lines(owner, { type: "news", to: since })).toEqual([]);
  expect(await lines(owner, { type: "news", member: owner.memberId })).toHaveLength(3);
  expect(await lines(owner, { type: "news", member: crypto.randomUUID() })).toEqual([]);
  expect((await send("GET Api/Audit/List", { verb: "nonsense" } as never)).status).toBe(422);
  // Roles are logged like other rows.
  await call("POST Api/{type}/QueryAdd", { type: "role", name: title, grants: [] } as never);
  expect((await lines(owner))[0]).toBe("add role Heading");
  const name = { type: "textbox", name: title, required: true } as const;
  await publish(server, owner.tenantId, definitionOf("gauge", { name }));
  const add = () => send("POST Api/{type}/QueryAdd", { type: "gauge", name: "One" } as never);
  await expect.poll(async () => (await add()).status).toBe(200);
  expect((await lines(owner, { type: "gauge" }))[0]).toBe("add gauge One");
});

it("is readable for administrators of the space, in pages", async () => {
  const owner = await newSpaceOwner(server);
  const member = await newMember(server, owner.tenantId);
  for (const path of ["GET Api/Audit/List", "GET Api/Audit/Types"] as const)
    expect((await client(server, member).send(path, {})).status).toBe(403);
  await server.database.tenant(owner.tenantId, (tx) =>
    tx.rows(sql`insert into row_change (id, tenant_id, entity, row_id, version, verb, actor, group_id)
      select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, ${owner.tenantId}::uuid, 'wiki', gen_random_uuid(), 1, 'add', 'program',
        gen_random_uuid() from generate_series(1, 120) n`),
  );
  const pages: AuditPage[] = [];
  let before: string | null = null;
  do {
    const page: AuditPage = await read(owner, { type: "wiki", ...(before === null ? {} : { before }) });
    pages.push(page);
    before = page.next;
  } while (before !== null);
  expect(pages.map(({ entries }) => entries.length).reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(120);
  const ids = pages.flatMap(({ entries }) => entries.map(({ id }) => id));
  expect(ids).toEqual(ids.toSorted().toReversed());
  expect(new Set(ids).size).toBe(ids.length);
  const stranger = await newSpaceOwner(server);
  expect((await read(stranger, { type: "wiki" })).entries.map(({ id }) => id).filter((id) => ids.includes(id))).toEqual(
    [],
  );
});

it("is exported with its filter, after a recent verification of identity", async () => {
  const owner = await newSpaceOwner(server);
  const { call, send } = client(server, owner);
  for (const en of ["One", "Two"])
    await call("POST Api/{type}/QueryAdd", {
      type: "news",
      title: { zh: en, en },
      kind: "company",
      status: "draft",
    } as never);
  const file = (await call("POST Api/Audit/Export", { type: "news", format: "csv", timeZone: "UTC" })) as {
    value: string;
    isCut: boolean;
  };
  expect(file.isCut).toBe(false);
  const answer = await fetch(server.url + file.value, { headers: { authorization: `Bearer ${owner.token}` } });
  const text = (await answer.text()).trim().split("\r\n");
  expect(text).toHaveLength(3);
  expect(text[1]).toContain("Two");
  expect(text[2]).toContain("One");
  const lateSession = await signInAgain(server, owner);
  await server.database.system((tx) =>
    tx.rows(sql`update session set proved_at = now() - interval '13 hours'
      where id = (select id from session where account_id = ${owner.accountId}::uuid order by id desc limit 1)`),
  );
  expect((await client(server, lateSession).send("POST Api/Audit/Export", {})).status).toBe(403);
  expect((await send("POST Api/Audit/Export", { timeZone: "Nowhere/At all" })).status).toBe(422);
});

it("lists sign-ins and failed sign-ins of members, at most ten failed ones per hour, and none of unknown accounts", async () => {
  const mobile = nextMobile();
  const owner = await newSpaceOwner(server, mobile);
  const [validPassword, wrongPassword] = ["a-password-that-fits-1", "another-password-2"];
  await givePassword(server, owner, validPassword);
  const visitor = client(server);
  const signIn = (username: string, password: string) => visitor.send("POST Api/Member/Login", { username, password });
  expect((await signIn(mobile, wrongPassword)).status).toBe(401);
  expect((await signIn(nextMobile(), wrongPassword)).status).toBe(401);
  expect((await signIn(mobile, validPassword)).status).toBe(200);
  const { entries } = await read(owner, { type: "member" });
  expect(
    entries.slice(0, 2).map(({ verb, actor, rowId, isSelf, fields }) => ({ verb, actor, rowId, isSelf, fields })),
  ).toEqual([
    { verb: "signIn", actor: "member", rowId: owner.memberId, isSelf: true, fields: [] },
    { verb: "signInFailed", actor: "visitor", rowId: owner.memberId, isSelf: false, fields: [] },
  ]);
  expect(await lines(owner, { verb: "signInFailed" })).toHaveLength(1);
  // The history of the member contains changes, and no sign-ins.
  const history = await client(server, owner).send("GET Api/{type}/QueryHistory", {
    type: "member",
    id: owner.memberId,
  });
  expect(history.text).not.toContain("signIn");
  const logFailures = (n: number) =>
    server.database.system(async (tx) => {
      const author = { principal: { kind: "anonymous", tenantId: owner.tenantId } as const };
      const event = { verb: "signInFailed", tenantId: owner.tenantId, rowId: owner.memberId, maxPerHour: 10 } as const;
      for (let at = 0; at < n; at += 1) await recordAuditEvent(tx, author, memberEntity, event);
    });
  await logFailures(15);
  expect(await lines(owner, { verb: "signInFailed" })).toHaveLength(10);
});
