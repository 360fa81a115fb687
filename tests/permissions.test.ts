/**
 * The permission matrix: every call, by a visitor, a member and the administrator of A, the administrator of B and the platform's, on own, foreign
 * and missing rows.
 */
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { Level } from "#kit/access.ts";
import type { EntityType } from "#kit/entity.ts";
import type { Rows } from "#kit/expectation.ts";
import { codeEntities } from "#records/registry/code-entities.server.ts";
import { newId } from "#server/process/id.server.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import {
  callNames,
  entityTypes,
  expectedCalls,
  expectedEntities,
  inputOf,
  leastOf,
  places,
} from "./support/expectations.ts";
import { newMember, newSpace, type Person, superAdministrator } from "./support/people.ts";
import { makeRows, missingRows, stateOf } from "./support/rows.ts";
import { startServer } from "./support/server.ts";

/** In rows of B only: no response to A may contain it. */
const canary = "canary-of-b";
const server = await startServer();
let spaces: Record<"A" | "B" | "platform", string>;
type Asker = { level: Level; space: keyof typeof spaces | undefined; client: Client; memberId?: string };
let people: Record<string, Asker>;

const rank: Record<Level, number> = { anyone: 0, member: 1, administrator: 2, superAdmin: 3, nobody: 9 };

beforeAll(async () => {
  const [a, b, platform] = [await newSpace(server), await newSpace(server), await superAdministrator(server)];
  spaces = { A: a.tenantId, B: b.tenantId, platform: platform.tenantId };
  const as = (person: Person) => ({ client: client(server, person), memberId: person.memberId });
  people = {
    "somebody anonymous": { level: "anyone", space: undefined, client: client(server) },
    "a member of A": { level: "member", space: "A", ...as(await newMember(server, a.tenantId)) },
    "the administrator of A": { level: "administrator", space: "A", ...as(a) },
    "the administrator of B": { level: "administrator", space: "B", ...as(b) },
    "the platform's administrator": { level: "superAdmin", space: "platform", ...as(platform) },
  };
  await makeRows(server, b.tenantId, canary);
});

const untouched = new Map<string, Promise<Rows>>();
/** Rows that nobody has changed yet, as `makeRows` makes them, and how to say that somebody has. */
function freshRows(space: keyof typeof spaces, mark: string, memberId?: string) {
  const key = `${space} ${mark} ${memberId ?? ""}`;
  const rows = untouched.get(key) ?? makeRows(server, spaces[space], mark, memberId);
  untouched.set(key, rows);
  return { rows, areTouched: () => untouched.delete(key) };
}

it("B-252, T-01: every call has what is expected of it beside it, and nothing else has", () => {
  expect(places.expectations.toSorted()).toEqual(places.calls.toSorted());
});

it("T-18: every entity's levels are as written down", () => {
  const actual = Object.fromEntries(codeEntities.map(({ type, access }) => [type, access]));
  expect(actual).toEqual(Object.fromEntries(entityTypes.map((type) => [type, expectedEntities[type].access])));
});

const questions = callNames.flatMap((name) => {
  const expected = expectedCalls[name];
  return expected.perEntity === true
    ? entityTypes.map((type) => ({ title: `${name} of ${type}`, name, expected, type }))
    : [{ title: name, name, expected, type: "page" as EntityType }];
});

describe.each(questions)("B-239, B-252, B-388, Q-06: who may call $title", ({ name, expected, type }) => {
  const least = leastOf(name, type);
  const answers = expected.answers ?? [200];

  it.each([
    "somebody anonymous",
    "a member of A",
    "the administrator of A",
    "the administrator of B",
    "the platform's administrator",
  ])("%s", async (title) => {
    const { level, space, client: person, memberId } = people[title]!;
    const isLogout = name === "POST user/logout";
    const { rows, areTouched } = freshRows(space ?? "A", space === "B" ? canary : "own", memberId);
    const own = await rows;
    // Whoever signs out is gone for the questions that follow: a session of their own.
    const asking = isLogout && space !== undefined ? client(server, await newMember(server, spaces[space])) : person;
    const answer = await asking.send(name, inputOf(name, own, type));
    if (rank[level] < rank[least]) {
      expect(answer.status).toBe(level === "anyone" ? 401 : 403);
      return;
    }
    expect(answers, answer.text).toContain(answer.status);
    if (!name.startsWith("GET ")) areTouched();
    if (space !== "B") expect(answer.text).not.toContain(canary);
  });
});

it.each(questions.filter(({ expected }) => expected.namesRow === true))(
  "T-01: $title: a row of B is answered to the administrator of A like one that does not exist",
  async ({ name, type }) => {
    const { client: person } = people["the administrator of A"]!;
    const foreign = await freshRows("B", canary).rows;
    const before = await stateOf(server, spaces.B);
    const ofB = await person.send(name, inputOf(name, foreign, type));
    const missing = await person.send(name, inputOf(name, missingRows(), type));
    expect(ofB.status).toBe(rank.administrator < rank[leastOf(name, type)] ? 403 : 404);
    const said = ({ body }: typeof ofB) => ({ ...body, requestId: undefined });
    expect(said(ofB)).toEqual(said(missing));
    expect(ofB.text).not.toContain(canary);
    expect(await stateOf(server, spaces.B)).toEqual(before);
  },
);

it.each(
  questions.filter(
    ({ expected, type, name }) =>
      expected.namesRow === true && (expectedEntities[type].byOwner === true || /workorder/.test(name)),
  ),
)("T-57: $title: what a colleague added is answered to a member like what does not exist", async ({ name, type }) => {
  const { client: person } = people["a member of A"]!;
  const others = await freshRows("A", "a colleague's").rows;
  const [ofOthers, missing] = [
    await person.send(name, inputOf(name, others, type)),
    await person.send(name, inputOf(name, missingRows(), type)),
  ];
  expect(ofOthers.status).toBe(rank.member < rank[leastOf(name, type)] ? 403 : 404);
  expect({ ...ofOthers.body, requestId: "" }).toEqual({ ...missing.body, requestId: "" });
});

/** What belongs to one person and not to the space: a session, a payout account and an address, each of which only that person may end. */
async function makeBelongings({ accountId, memberId, tenantId }: Person) {
  const [payee, address] = [newId(), newId()];
  const [session] = await server.database.system(async (tx) => {
    await tx.rows(sql`insert into payee (id, tenant_id, member_id, kind, secret, shown, held_until)
      values (${payee}::uuid, ${tenantId}::uuid, ${memberId}::uuid, 'alipay', 'x', '{}', now())`);
    await tx.rows(sql`insert into user_address (id, tenant_id, member_id, name, mobile, region_id, address, is_default)
      values (${address}::uuid, ${tenantId}::uuid, ${memberId}::uuid, 'Ada', '13700000005', 110101, '1 Harbour Road', false)`);
    return tx.rows<{ id: string }>(sql`select id from session where account_id = ${accountId}::uuid`);
  });
  return { payee, address, session: session!.id };
}
const belongingsOf = ({ accountId, memberId }: Person) =>
  server.database.system((tx) =>
    tx.rows(sql`select id, null as revoked from payee where member_id = ${memberId}::uuid
      union all select id, null from user_address where member_id = ${memberId}::uuid
      union all select id, revoked_at::text from session where account_id = ${accountId}::uuid order by 1`),
  );

it.each([
  ["POST user/sessions/end", "session"],
  ["POST paas/user/payee/delete", "payee"],
  ["DELETE api/useraddress/delete", "address"],
] as const)("T-57: %s: a colleague's is answered like what does not exist, and stays", async (name, kind) => {
  const colleague = await newMember(server, spaces.A);
  const belongings = await makeBelongings(colleague);
  const before = await belongingsOf(colleague);
  expect(before).toHaveLength(3);
  for (const title of [
    "a member of A",
    "the administrator of A",
    "the administrator of B",
    "the platform's administrator",
  ]) {
    const { client: person } = people[title]!;
    const [ofColleague, missing] = [
      await person.send(name, { id: belongings[kind] }),
      await person.send(name, { id: newId() }),
    ];
    expect([title, ofColleague.status]).toEqual([title, missing.status]);
    expect({ ...ofColleague.body, requestId: "" }).toEqual({ ...missing.body, requestId: "" });
  }
  expect(await belongingsOf(colleague)).toEqual(before);
  expect((await client(server, colleague).send(name, { id: belongings[kind] })).status).toBe(200);
  expect(await belongingsOf(colleague)).not.toEqual(before);
});

it("a member's own lists and counts know nothing of other spaces", async () => {
  const { client: person } = people["the administrator of A"]!;
  const { rows, total } = contentOf(
    await person.send("GET Api/{type}/QueryPageList", { type: "news", pageSize: 120 }),
  ) as { rows: { id: string }[]; total: number };
  const [own] = await server.database.system((tx) =>
    tx.rows<{ count: number }>(
      sql`select count(*)::int as count from news where tenant_id = ${spaces.A}::uuid and deleted_at is null`,
    ),
  );
  expect(total).toBe(own!.count);
  expect(rows.length).toBe(Math.min(120, own!.count));
});

it("B-327, T-06: a filter cannot reach what the caller may not read", async () => {
  const { client: person } = people["the administrator of A"]!;
  for (const field of [
    "tenant_id",
    "tenantId",
    "search_entries",
    "document",
    "constructor",
    "__proto__",
    "id;drop table news",
  ]) {
    const search = { paraModel: { url: "/admin/page/list", filter: { field, op: "eq", value: "x" } } };
    expect([field, (await person.send("POST paas/table/search", search)).status]).toEqual([field, 400]);
  }
});
