/**
 * Who may make which call, about whose rows: every call of the registry, by somebody anonymous, a member and the administrator of A, the
 * administrator of B and the platform's, about own, foreign and missing rows.
 */
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { Level, Verb } from "#kit/access.ts";
import type { CallDefinition, CallName } from "#kit/call.ts";
import type { EntityType } from "#kit/entity.ts";
import { addPage } from "#records/add-page.server.ts";
import { allEntities, entityOf } from "#records/definitions.server.ts";
import { documentOf } from "#records/document.server.ts";
import { insertRow } from "#records/save.server.ts";
import { newId } from "#server/id.server.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import { newMember, newSpace, type Person, superAdministrator } from "./support/people.ts";
import { calls, entityLevels, type Expected, ownRows, type Rows } from "./support/permission-table.ts";
import { startServer } from "./support/server.ts";

const files = import.meta.glob<CallDefinition>("../src/features/*/calls/*.server.ts", {
  eager: true,
  import: "default",
});
const registry = Object.values(files).map(({ method, path }) => `${method} ${path}`);

/** Stands in rows of B only: no answer to A may carry it. */
const canary = "canary-of-b";
const server = await startServer();
let spaces: Record<"A" | "B" | "platform", string>;
type Asker = { level: Level; space: keyof typeof spaces | undefined; client: Client; memberId?: string };
let people: Record<string, Asker>;

const rank: Record<Level, number> = { anyone: 0, member: 1, administrator: 2, superAdmin: 3, nobody: 9 };
const leastOf = ({ least }: Expected, type: EntityType): Level =>
  typeof least === "string" ? least : entityLevels[type][least.entity as Verb];

let made = 0;
/** A row of every entity in a space, whose texts all carry `mark`; added by `memberId` where entities keep that. */
async function makeRows(tenantId: string, mark: string, memberId = newId()): Promise<Rows> {
  made += 1;
  const who = { kind: "system", tenantId } as const;
  const path = `/row-${made}`;
  const text = { zh: mark, en: mark };
  return server.database.tenant(tenantId, async (tx) => {
    const add = async (type: EntityType, values: Record<string, unknown>) =>
      (await insertRow(tx, who, entityOf(type), values)).id;
    const news = await add("news", {
      title: text,
      intro: text,
      kind: "company",
      status: "published",
      publishedAt: "2026-01-01T00:00:00.000Z",
    });
    const wiki = await add("wiki", { key: `row-${made}`, title: text, text, status: "published" });
    const contract = await add("contract", { number: made, title: text, text, status: "published" });
    const contactMessage = await add("contactMessage", {
      name: mark,
      contact: "a@example.org",
      message: mark,
      status: "new",
    });
    const work = { title: mark, kind: "fault", priority: "normal", description: mark, memberId };
    const paasWork = await add("paasWork", work);
    const person = {
      accountId: newId(),
      userName: mark,
      mobile: "13700000009",
      name: mark,
      isAdministrator: false,
      status: "active",
    };
    const member = await add("member", person);
    const theme = await add("theme", { name: text, description: text, menu: [] });
    const role = await add("role", {
      name: text,
      description: text,
      grants: [{ entity: "news", verbs: ["read"], read: null, write: null }],
    });
    const offer = { name: text, devices: 1, responseHours: 24 };
    const servicePackage = await add("servicePackage", {
      ...offer,
      key: `row-${made}`,
      price: text,
      days: 30,
      status: "published",
    });
    const serviceCode = await add("serviceCode", {
      ending: "7KMX",
      packageId: servicePackage,
      packageName: text,
      codeHash: mark + made,
      note: mark,
    });
    const period = { openedAt: "2026-01-01T00:00:00.000Z", endsAt: "2026-02-01T00:00:00.000Z", source: "free" };
    const serviceOpening = await add("serviceOpening", { ...offer, ...period, provider: text });
    const serviceOrder = await add("serviceOrder", { ...period, customer: text, person: mark, responseHours: 24 });
    const service = { servicePackage, serviceCode, serviceOpening, serviceOrder };
    const setting = { title: text, description: text };
    const notice = { code: null, heading: text, lead: null, button: null, url: null };
    await addPage(tx, who, { path, ...setting, document: documentOf(setting, [{ name: "notice", value: notice }]) });
    const [found] = await tx.rows<{ page: string; snapshot: string }>(
      sql`select id as page, snapshot_id as snapshot from page where path = ${path}`,
    );
    return { news, wiki, contract, contactMessage, paasWork, member, role, theme, path, ...service, ...found! };
  });
}

const missingRows = (): Rows => ({
  news: newId(),
  wiki: newId(),
  contract: newId(),
  contactMessage: newId(),
  paasWork: newId(),
  member: newId(),
  role: newId(),
  theme: newId(),
  servicePackage: newId(),
  serviceCode: newId(),
  serviceOpening: newId(),
  serviceOrder: newId(),
  page: newId(),
  snapshot: newId(),
  path: "/missing",
});

/** Everything of B that a call could change. */
const stateOfB = () =>
  server.database.system((tx) =>
    tx.rows(sql`select 'news' as type, id, version, deleted_at from news where tenant_id = ${spaces.B}::uuid
      union all select 'wiki', id, version, deleted_at from wiki where tenant_id = ${spaces.B}::uuid
      union all select 'contract', id, version, deleted_at from contract where tenant_id = ${spaces.B}::uuid
      union all select 'message', id, version, deleted_at from contact_message where tenant_id = ${spaces.B}::uuid
      union all select 'work ' || status, id, version, deleted_at from paas_work where tenant_id = ${spaces.B}::uuid
      union all select 'work message', id, 1, null from work_message where tenant_id = ${spaces.B}::uuid
      union all select 'member', id, version, deleted_at from member where tenant_id = ${spaces.B}::uuid
      union all select 'role', id, version, deleted_at from role where tenant_id = ${spaces.B}::uuid
      union all select 'theme', id, version, deleted_at from theme where tenant_id = ${spaces.B}::uuid
      union all select 'package', id, version, deleted_at from service_package where tenant_id = ${spaces.B}::uuid
      union all select 'code ' || status, id, version, deleted_at from service_code where tenant_id = ${spaces.B}::uuid
      union all select 'opening', id, version, deleted_at from service_opening where tenant_id = ${spaces.B}::uuid
      union all select 'order', id, version, deleted_at from service_order where tenant_id = ${spaces.B}::uuid
      union all select 'page ' || coalesce(snapshot_id, ''), id, version, deleted_at from page where tenant_id = ${spaces.B}::uuid
      union all select 'snapshot', id, number, null from page_snapshot where tenant_id = ${spaces.B}::uuid
      order by 1, 2`),
  );

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
  await makeRows(b.tenantId, canary);
});

it("T-01: every call is in the table, and nothing else", () => {
  expect(Object.keys(calls).toSorted()).toEqual(registry.toSorted());
});

it("T-18: every entity's levels are as written down", () => {
  const actual = Object.fromEntries(allEntities.map(({ type, access }) => [type, access]));
  expect(actual).toEqual(entityLevels);
});

const entityTypes = Object.keys(entityLevels) as EntityType[];
const questions = (Object.entries(calls) as [CallName, Expected][]).flatMap(([name, expected]) =>
  expected.perEntity === true
    ? entityTypes.map((type) => ({ title: `${name} of ${type}`, name, expected, type }))
    : [{ title: name, name, expected, type: "page" as EntityType }],
);

describe.each(questions)("$title", ({ name, expected, type }) => {
  const least = leastOf(expected, type);
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
    const own = await makeRows(spaces[space ?? "A"], space === "B" ? canary : "own", memberId);
    // Whoever signs out is gone for the questions that follow: a session of their own.
    const asking = isLogout && space !== undefined ? client(server, await newMember(server, spaces[space])) : person;
    const answer = await asking.send(name, expected.input(own, type));
    if (rank[level] < rank[least]) {
      expect(answer.status).toBe(level === "anyone" ? 401 : 403);
      return;
    }
    expect(answers, answer.text).toContain(answer.status);
    if (space !== "B") expect(answer.text).not.toContain(canary);
  });
});

it.each(questions.filter(({ expected }) => expected.namesRow === true))(
  "T-01: $title: a row of B is answered to the administrator of A like one that does not exist",
  async ({ name, expected, type }) => {
    const { client: person } = people["the administrator of A"]!;
    const foreign = await makeRows(spaces.B, canary);
    const before = await stateOfB();
    const ofB = await person.send(name, expected.input(foreign, type));
    const missing = await person.send(name, expected.input(missingRows(), type));
    expect(ofB.status).toBe(rank.administrator < rank[leastOf(expected, type)] ? 403 : 404);
    const said = ({ body }: typeof ofB) => ({ ...body, requestId: undefined });
    expect(said(ofB)).toEqual(said(missing));
    expect(ofB.text).not.toContain(canary);
    expect(await stateOfB()).toEqual(before);
  },
);

it.each(
  questions.filter(
    ({ expected, type, name }) => expected.namesRow === true && (ownRows.has(type) || /workorder/.test(name)),
  ),
)(
  "T-57: $title: what a colleague added is answered to a member like what does not exist",
  async ({ name, expected, type }) => {
    const { client: person } = people["a member of A"]!;
    const others = await makeRows(spaces.A, "a colleague's");
    const [ofOthers, missing] = [
      await person.send(name, expected.input(others, type)),
      await person.send(name, expected.input(missingRows(), type)),
    ];
    expect(ofOthers.status).toBe(rank.member < rank[leastOf(expected, type)] ? 403 : 404);
    expect({ ...ofOthers.body, requestId: "" }).toEqual({ ...missing.body, requestId: "" });
  },
);

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

it("T-06: a filter cannot reach what the caller may not read", async () => {
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
