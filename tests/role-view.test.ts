/** View as role: an administrator reads the space as the holders of a role do, cannot change anything, and gains no rights. */
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { type Grant, withView, viewOnlyText } from "#kit/access.ts";
import type { AuditPage } from "#kit/audit.ts";
import type { CallOutput } from "#kit/call.ts";
import type { EntityType } from "#kit/entity.ts";
import type { Rows } from "#kit/expectation.ts";
import { exceeds } from "#features/space/role-comparison.server.ts";
import { codeEntities } from "#records/registry/code-entities.server.ts";
import { grantableVerbs } from "#records/registry/view.server.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import { callDefinitions, callNames, entityTypes, expectedCalls, inputOf } from "./support/expectations.ts";
import { newMember, newSpaceOwner, type Person, signInAgain } from "./support/people.ts";
import { grant, fieldEquals, roleFactories } from "./support/roles.ts";
import { makeRows, stateOf } from "./support/rows.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
const owner = await newSpaceOwner(server);
const { addRole, memberWith } = roleFactories(server, owner);
const grantableEntities = codeEntities.filter((entity) => grantableVerbs(entity).length > 0);
const allGrants = grantableEntities.map((entity) => grant(entity.type, grantableVerbs(entity)));
type Comparison = CallOutput<"GET paas/role/comparison">;

/** A session of the owner that views the space as a role. */
async function viewerOf(roleId: string): Promise<Client & { person: Person }> {
  const person = await signInAgain(server, owner);
  const viewer = client(server, person);
  await viewer.call("POST paas/role/view", { id: roleId });
  return { ...viewer, person };
}
const compare = async (api: Client, input = {}) =>
  contentOf(await api.send("GET paas/role/comparison", input)) as Comparison;
const readLog = async () => (contentOf(await client(server, owner).send("GET Api/Audit/List")) as AuditPage).entries;

let rows: Rows;
beforeAll(async () => {
  rows = await makeRows(server, owner.tenantId, "row");
});

/** The grants of a role, by a description of the role. */
const grantsByRole: Record<string, Grant[]> = {
  "no rights": [],
  "all rights": allGrants,
  reading: grantableEntities.map(({ type }) => grant(type, ["read"])),
  "some fields of some rows": [
    grant("contactMessage", ["read", "update"], fieldEquals("status", "new"), {
      read: ["name", "status"],
      write: ["status"],
    }),
    grant("news", ["read", "export"], undefined, { export: ["title"] }),
  ],
};

/** The calls, with their inputs, that read the lists, forms and descriptions of an entity. */
const reads = (type: EntityType): [name: string, input: object][] => [
  ["POST paas/table/search", { paraModel: { url: `/paas/${type}/list` } }],
  ["GET Api/{type}/QueryPageList", { type }],
  ["GET Api/{type}/QueryById", { type, id: rows[type] }],
  ["GET Api/Ui/AutoForm", { type, id: rows[type] }],
  ["GET Api/Ui/AutoForm", { type }],
  ["GET paas/table/columns", { type }],
  ["GET paas/table/advanced", { type }],
  ["POST paas/export/options", { type }],
  ["POST Api/{type}/BatchPreview", { type, verb: "delete", selection: { filter: { and: [] } } }],
];

describe.each(Object.keys(grantsByRole))("a role with %s", (kind) => {
  it("shows its viewer the same menus, lists, forms, rows and refusals as its holders", async () => {
    const holder = await memberWith(grantsByRole[kind]!);
    const viewer = await viewerOf(holder.roles[0]!);
    const [holderProfile, viewerProfile] = await Promise.all(
      [holder, viewer].map(
        async (api) => contentOf(await api.send("GET api/user/View")) as CallOutput<"GET api/user/View">,
      ),
    );
    expect(viewerProfile!.allRoleIds).toEqual(holderProfile!.allRoleIds);
    expect([viewerProfile!.isAdministrator, viewerProfile!.view, holderProfile!.view]).toEqual([
      false,
      { name: { zh: "role", en: "role" } },
      null,
    ]);
    for (const type of entityTypes)
      for (const [name, input] of reads(type)) {
        const [asHolder, asViewer] = [await holder.send(name, input), await viewer.send(name, input)];
        expect([name, type, asViewer.status]).toEqual([name, type, asHolder.status]);
        expect({ ...asViewer.body, requestId: "" }).toEqual({ ...asHolder.body, requestId: "" });
      }
  });
});

it("a view refuses every call that changes data, with a specific message if the role has the right", async () => {
  const viewer = await viewerOf(await addRole(allGrants));
  const calls = callNames.filter((name) => callDefinitions[name].safe !== "session");
  const before = await stateOf(server, owner.tenantId);
  const refusals = new Set<string>();
  for (const name of calls)
    for (const type of expectedCalls[name].perEntity === true ? entityTypes : (["page"] as const)) {
      const { status, text } = await viewer.send(name, inputOf(name, rows, type));
      const { method, guardedGet, safe } = callDefinitions[name];
      if ((method === "GET" && guardedGet !== true) || safe === true) continue;
      expect([name, type, status]).toEqual([name, type, 403]);
      if (text.includes(viewOnlyText.en)) refusals.add(name);
    }
  expect(await stateOf(server, owner.tenantId)).toEqual(before);
  for (const name of [
    "POST Api/{type}/QueryAdd",
    "DELETE Api/{type}/QueryDelete",
    "POST Api/Job/Start",
    "GET api/Auto/ToExcel",
  ])
    expect(refusals).toContain(name);
});

it("a view is in the audit log, belongs to one session, and ends with it", async () => {
  const id = await addRole([grant("news", ["read"])]);
  const viewer = await viewerOf(id);
  const admin = client(server, owner);
  const statusOfAdd = async (api: Client) =>
    (
      await api.send("POST Api/{type}/QueryAdd", {
        type: "news",
        title: { zh: "一", en: "One" },
        kind: "company",
        status: "draft",
      })
    ).status;
  expect([await statusOfAdd(viewer), await statusOfAdd(admin)]).toEqual([403, 200]);
  expect((await viewer.send("POST paas/role/view", { id })).status).toBe(403);
  await viewer.call("POST paas/role/endView", {});
  expect(await statusOfAdd(viewer)).toBe(200);
  expect((await readLog()).filter(({ rowId }) => rowId === id).map(({ verb, isSelf }) => [verb, isSelf])).toEqual([
    ["viewEnd", true],
    ["viewStart", true],
    ["add", true],
  ]);
  await viewer.call("POST paas/role/view", { id });
  await viewer.call("POST user/logout", {});
  const newSession = await signInAgain(server, owner);
  expect(await statusOfAdd(client(server, newSession))).toBe(200);
});

it("T-18: only administrators view roles of their own space; a view ends when its viewer is no longer an administrator", async () => {
  const id = await addRole(allGrants);
  const member = await memberWith(allGrants);
  expect((await member.send("POST paas/role/view", { id })).status).toBe(403);
  expect((await member.send("GET paas/role/comparison", { id })).status).toBe(403);
  const stranger = client(server, await newSpaceOwner(server));
  expect((await stranger.send("POST paas/role/view", { id })).status).toBe(404);
  // An administrator who is made a member while they view the space has the rights of a member.
  const deputy = await newMember(server, owner.tenantId);
  const asDeputy = client(server, deputy);
  const setAdministrator = (isAdministrator: boolean) =>
    server.database.tenant(owner.tenantId, async (tx) => {
      await tx.rows(sql`update member set is_administrator = ${isAdministrator} where id = ${deputy.memberId}::uuid`);
      await tx.notifyChanged(`${owner.tenantId}:member`);
    });
  await setAdministrator(true);
  await expect.poll(async () => (await asDeputy.send("POST paas/role/view", { id })).status).toBe(200);
  const list = { type: "contactMessage" };
  expect((await asDeputy.send("GET Api/{type}/QueryPageList", list)).status).toBe(200);
  await setAdministrator(false);
  await expect.poll(async () => (await asDeputy.send("GET Api/{type}/QueryPageList", list)).status).toBe(403);
  expect((await asDeputy.send("GET paas/role/comparison", {})).status).toBe(403);
});

it("T-18: a role with more rights than its viewer is refused", () => {
  const ids = { accountId: "", memberId: "", tenantId: "", tenantSign: "", sessionId: "", userName: "" };
  const person = {
    kind: "user",
    ...ids,
    hasRecentProof: false,
    isAdministrator: true,
    isSuperAdmin: false,
    grants: [],
  } as const;
  const entity = codeEntities.find(({ type }) => type === "contactMessage")!;
  const isWider = (own: Grant[], role: Grant[]) =>
    exceeds({ own: { ...person, isAdministrator: false, grants: own }, role: withView(person, "", role) }, entity);
  const partialGrants = (more: Partial<Grant> = {}) => [
    grant("contactMessage", ["read", "update", "export"], undefined, {
      read: ["name", "status"],
      write: ["status"],
      ...more,
    }),
  ];
  expect(isWider(partialGrants(), partialGrants())).toBe(false);
  expect(isWider(partialGrants(), [])).toBe(false);
  expect(isWider([], partialGrants())).toBe(true);
  expect(isWider(partialGrants(), partialGrants({ read: null }))).toBe(true);
  expect(isWider(partialGrants({ write: [] }), partialGrants())).toBe(true);
  expect(isWider(partialGrants({ export: ["name"] }), partialGrants())).toBe(true);
  expect(isWider(partialGrants(), partialGrants({ verbs: ["read", "delete"] }))).toBe(true);
  expect(isWider(partialGrants({ rows: fieldEquals("status", "new") }), partialGrants())).toBe(true);
  expect(
    isWider(
      partialGrants({ rows: fieldEquals("status", "new") }),
      partialGrants({ rows: fieldEquals("status", "new") }),
    ),
  ).toBe(false);
  // No role of a space has rights that its administrators do not have.
  for (const grantable of grantableEntities)
    expect(exceeds({ own: person, role: withView(person, "", allGrants) }, grantable)).toBe(false);
});

it("the comparison lists the data, fields, actions, rows and pages that a role lacks, before and during a view", async () => {
  const id = await addRole(grantsByRole["some fields of some rows"]!);
  const comparison = await compare(client(server, owner), { id });
  expect(comparison).toMatchObject({ name: "role", isViewed: false });
  const comparedEntity = (type: string) => comparison.entities.find((entity) => entity.type === type);
  expect(comparedEntity("contactMessage")).toMatchObject({
    isReadable: true,
    verbs: expect.arrayContaining(["delete", "export"]),
    rows: { of: 1 },
  });
  expect(comparedEntity("contactMessage")!.hidden).toContain("Message");
  expect(comparedEntity("news")!.notExported).toContain("Type");
  expect(comparedEntity("news")!.verbs).toEqual(["add", "update", "delete"]);
  expect(comparedEntity("member")).toMatchObject({ isReadable: false, hidden: [] });
  expect(comparison.screens).toContain("Audit log");
  expect(await compare(await viewerOf(id))).toEqual({ ...comparison, isViewed: true });
});
