/**
 * The permission matrix: every call by a visitor, a member and the administrator of A, the administrator of B and the administrator of the
 * platform, for their own rows, rows of others and missing rows.
 */
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { Level } from "#kit/access.ts";
import type { CallName } from "#kit/call.ts";
import type { EntityType } from "#kit/entity.ts";
import type { Rows } from "#kit/expectation.ts";
import { codeEntities } from "#records/registry/code-entities.server.ts";
import { newId } from "#server/process/id.server.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import {
  callDefinitions,
  callNames,
  entityTypes,
  expectedCalls,
  expectedEntities,
  inputOf,
  requiredLevelOf,
  filePaths,
} from "./support/expectations.ts";
import { newMember, newSpaceOwner, type Person, signInAgain, superAdministrator } from "./support/people.ts";
import { makeRows, missingRows, stateOf, typesReadBy } from "./support/rows.ts";
import { startServer } from "./support/server.ts";

/** A text that only rows of B contain: no response to people of other spaces may contain it. */
const canary = "canary-of-b";
const server = await startServer();
let spaces: Record<"A" | "B" | "platform", string>;
type Participant = {
  level: Level;
  space: keyof typeof spaces | undefined;
  client: Client;
  person?: Person;
  memberId?: string;
};
let people: Record<string, Participant>;

const rank: Record<Level, number> = { anyone: 0, member: 1, administrator: 2, superAdmin: 3, nobody: 9 };

beforeAll(async () => {
  const [a, b, platform] = [await newSpaceOwner(server), await newSpaceOwner(server), await superAdministrator(server)];
  spaces = { A: a.tenantId, B: b.tenantId, platform: platform.tenantId };
  const participant = (person: Person) => ({ client: client(server, person), person, memberId: person.memberId });
  people = {
    "an anonymous visitor": { level: "anyone", space: undefined, client: client(server) },
    "a member of A": { level: "member", space: "A", ...participant(await newMember(server, a.tenantId)) },
    "the administrator of A": { level: "administrator", space: "A", ...participant(a) },
    "the administrator of B": { level: "administrator", space: "B", ...participant(b) },
    "the platform's administrator": { level: "superAdmin", space: "platform", ...participant(platform) },
  };
  await makeRows(server, b.tenantId, canary);
});

/** Whether a call changes rows for those who may make it. */
function changesRows(name: CallName): boolean {
  const { method, safe, guardedGet } = callDefinitions[name];
  return guardedGet === true || (method !== "GET" && safe === undefined);
}

type RowSet = { space: keyof typeof spaces; mark: string; memberId?: string | undefined; types: Set<EntityType> };

const freshRowsByKey = new Map<string, Promise<Rows>>();
/** Unchanged rows of `makeRows`, cached until `invalidate` is called. `isNew`: they were not in the cache. */
function freshRows({ space, mark, memberId, types }: RowSet) {
  const key = [space, mark, memberId, ...types].join(" ");
  const cached = freshRowsByKey.get(key);
  const rows = cached ?? makeRows(server, spaces[space], mark, { memberId, types });
  freshRowsByKey.set(key, rows);
  return { rows, isNew: cached === undefined, invalidate: () => freshRowsByKey.delete(key) };
}

it("B-252, B-261, T-01: every call has one expectation, and every expectation a call", () => {
  expect(filePaths.expectations.toSorted()).toEqual(filePaths.calls.toSorted());
});

it("T-18: every entity has the access levels of its expectation", () => {
  const actual = Object.fromEntries(codeEntities.map(({ type, access }) => [type, access]));
  expect(actual).toEqual(Object.fromEntries(entityTypes.map((type) => [type, expectedEntities[type].access])));
});

const cases = callNames.flatMap((name) => {
  const expected = expectedCalls[name];
  return expected.perEntity === true
    ? entityTypes.map((type) => ({ title: `${name} of ${type}`, name, expected, type }))
    : [{ title: name, name, expected, type: "page" as EntityType }];
});

/** One test per call, which compares the outcomes of all participants. */
it.each(cases)("B-239, B-252, B-322, B-388, Q-06: access to $title", async ({ name, expected, type }) => {
  const requiredLevel = requiredLevelOf(name, type);
  const types = typesReadBy((rows) => inputOf(name, rows, type));
  // These calls end or change their session, so they get a session of their own.
  const changesSession = name === "POST user/logout" || name === "POST paas/role/view";
  const actual: Record<string, string> = {};
  const intended: Record<string, string> = {};

  for (const [title, { level, space, client: ownClient, person, memberId }] of Object.entries(people)) {
    const isAdmitted = rank[level] >= rank[requiredLevel];
    const mark = space === "B" ? canary : "own";
    const { rows, invalidate } = freshRows({ space: space ?? "A", mark, memberId, types });
    const input = inputOf(name, await rows, type);
    const participantClient =
      changesSession && person !== undefined ? client(server, await signInAgain(server, person)) : ownClient;
    const { status, text } = await participantClient.send(name, input);
    // A refused call changes nothing, and neither does one that fails.
    if (status === 200 && changesRows(name)) invalidate();

    if (!isAdmitted) intended[title] = level === "anyone" ? "refused: 401" : "refused: 403";
    else intended[title] = "admitted";
    if (!isAdmitted) actual[title] = `refused: ${status}`;
    else if (!(expected.answers ?? [200]).includes(status)) actual[title] = `${status}: ${text}`;
    else actual[title] = space !== "B" && text.includes(canary) ? `a row of B: ${text}` : "admitted";
  }
  expect(actual).toEqual(intended);
});

describe("rows of another space", () => {
  /** The state of B, as long as nothing has changed it. */
  let unchanged: ReturnType<typeof stateOf> | undefined;

  it.each(cases.filter(({ expected }) => expected.namesRow === true))(
    "T-01: $title: a row of B is not found for the administrator of A",
    async ({ name, type }) => {
      const { client: api } = people["the administrator of A"]!;
      const types = typesReadBy((rows) => inputOf(name, rows, type));
      const { rows, isNew } = freshRows({ space: "B", mark: canary, types });
      const otherRows = await rows;
      if (isNew) unchanged = undefined;
      const before = await (unchanged ?? stateOf(server, spaces.B));
      const foreignAnswer = await api.send(name, inputOf(name, otherRows, type));
      const missing = await api.send(name, inputOf(name, missingRows(), type));
      expect(foreignAnswer.status).toBe(rank.administrator < rank[requiredLevelOf(name, type)] ? 403 : 404);
      const withoutRequestId = ({ body }: typeof foreignAnswer) => ({ ...body, requestId: undefined });
      expect(withoutRequestId(foreignAnswer)).toEqual(withoutRequestId(missing));
      expect(foreignAnswer.text).not.toContain(canary);
      // The state after this call is the one before the next, unless new rows are added in between.
      unchanged = stateOf(server, spaces.B);
      expect(await unchanged).toEqual(before);
    },
  );
});

it.each(
  cases.filter(
    ({ expected, type, name }) =>
      expected.namesRow === true && (expectedEntities[type].byOwner === true || /workorder/.test(name)),
  ),
)("T-57: $title: a row of a colleague is not found for a member", async ({ name, type }) => {
  const { client: api } = people["a member of A"]!;
  const types = typesReadBy((rows) => inputOf(name, rows, type));
  const colleagueRows = await freshRows({ space: "A", mark: "a colleague's", types }).rows;
  const [colleagueAnswer, missing] = [
    await api.send(name, inputOf(name, colleagueRows, type)),
    await api.send(name, inputOf(name, missingRows(), type)),
  ];
  expect(colleagueAnswer.status).toBe(rank.member < rank[requiredLevelOf(name, type)] ? 403 : 404);
  expect({ ...colleagueAnswer.body, requestId: "" }).toEqual({ ...missing.body, requestId: "" });
});

/** Adds a payout account and an address. Returns their ids and that of the person's session: these rows belong to a person, not to the space. */
async function addPersonalRows({ accountId, memberId, tenantId }: Person) {
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
const personalRowsOf = ({ accountId, memberId }: Person) =>
  server.database.system((tx) =>
    tx.rows(sql`select id, null as revoked from payee where member_id = ${memberId}::uuid
      union all select id, null from user_address where member_id = ${memberId}::uuid
      union all select id, revoked_at::text from session where account_id = ${accountId}::uuid order by 1`),
  );

it.each([
  ["POST user/sessions/end", "session"],
  ["POST paas/user/payee/delete", "payee"],
  ["DELETE api/useraddress/delete", "address"],
] as const)("T-57: %s: a row of a colleague is not found and does not change", async (name, kind) => {
  const colleague = await newMember(server, spaces.A);
  const personalRows = await addPersonalRows(colleague);
  const before = await personalRowsOf(colleague);
  expect(before).toHaveLength(3);
  for (const title of [
    "a member of A",
    "the administrator of A",
    "the administrator of B",
    "the platform's administrator",
  ]) {
    const { client: api } = people[title]!;
    const [colleagueAnswer, missing] = [
      await api.send(name, { id: personalRows[kind] }),
      await api.send(name, { id: newId() }),
    ];
    expect([title, colleagueAnswer.status]).toEqual([title, missing.status]);
    expect({ ...colleagueAnswer.body, requestId: "" }).toEqual({ ...missing.body, requestId: "" });
  }
  expect(await personalRowsOf(colleague)).toEqual(before);
  expect((await client(server, colleague).send(name, { id: personalRows[kind] })).status).toBe(200);
  expect(await personalRowsOf(colleague)).not.toEqual(before);
});

it("lists and counts contain no rows of other spaces", async () => {
  const { client: api } = people["the administrator of A"]!;
  const { rows, total } = contentOf(
    await api.send("GET Api/{type}/QueryPageList", { type: "news", pageSize: 120 }),
  ) as { rows: { id: string }[]; total: number };
  const [spaceRows] = await server.database.system((tx) =>
    tx.rows<{ count: number }>(
      sql`select count(*)::int as count from news where tenant_id = ${spaces.A}::uuid and deleted_at is null`,
    ),
  );
  expect(total).toBe(spaceRows!.count);
  expect(rows.length).toBe(Math.min(120, spaceRows!.count));
});

it("B-327, T-06: a filter cannot use fields that the caller may not read", async () => {
  const { client: api } = people["the administrator of A"]!;
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
    expect([field, (await api.send("POST paas/table/search", search)).status]).toEqual([field, 400]);
  }
});
