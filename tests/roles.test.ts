/** Roles: the permissions that they add to those of a member, field by field, in every call about rows; and who may assign them. */
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { Grant } from "#kit/access.ts";
import { pagePermissionId } from "#kit/page-permission.ts";
import type { AutoForm, ListDescription, TableResult } from "#kit/auto.ts";
import type { AnyRow } from "#kit/entity.ts";
import { type Answer, type Client, client, contentOf } from "./support/client.ts";
import { newMember, newSpaceOwner, nextMobile, type Person, superAdministrator } from "./support/people.ts";
import { sameText } from "./support/roles.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
let owner: Person;
let admin: Client;
beforeAll(async () => {
  owner = await newSpaceOwner(server);
  admin = client(server, owner);
});

const grant = (entity: string, verbs: Grant["verbs"], more: Partial<Grant> = {}): Grant => ({
  entity,
  verbs,
  read: null,
  write: null,
  ...more,
});

async function addRole(grants: Grant[]): Promise<string> {
  const answer = await admin.send("POST Api/{type}/QueryAdd", { type: "role", name: sameText("role"), grants });
  expect(answer.status, answer.text).toBe(200);
  return (contentOf(answer) as AnyRow).id;
}
async function rowOf(type: string, id: string): Promise<AnyRow> {
  return contentOf(await admin.send("GET Api/{type}/QueryById", { type, id })) as AnyRow;
}
async function setRoles(person: Person, roles: string[]): Promise<void> {
  const { id, version } = await rowOf("member", person.memberId);
  const answer = await admin.send("POST Api/{type}/QueryUpdate", { type: "member", id, version, roles });
  expect(answer.status, answer.text).toBe(200);
}
/** A member of the space with one role. */
async function memberWith(grants: Grant[]): Promise<Client & { person: Person; role: string }> {
  const person = await newMember(server, owner.tenantId);
  const role = await addRole(grants);
  await setRoles(person, [role]);
  return { ...client(server, person), person, role };
}
/** Adds an enquiry, which only visitors can send. */
async function addMessage(text: string): Promise<string> {
  const [row] = await server.database.system((tx) =>
    tx.rows<{ id: string }>(sql`insert into contact_message (id, tenant_id, name, contact, message, status)
      values (gen_random_uuid(), ${owner.tenantId}::uuid, ${text}, 'secret@example.org', ${text}, 'new') returning id`),
  );
  return row!.id;
}
const search = (person: Client, type: string, more: object = {}) =>
  person.send("POST paas/table/search", { paraModel: { url: `/paas/${type}/list`, ...more } });
const rowsOf = (answer: Answer) => (contentOf(answer) as { result: TableResult }).result.rows;

describe("a role", () => {
  it("adds exactly its verbs on its entity", async () => {
    const editor = await memberWith([grant("news", ["read", "add", "update"])]);
    const added = await editor.send("POST Api/{type}/QueryAdd", {
      type: "news",
      title: sameText("by a role"),
      kind: "company",
      status: "draft",
    });
    expect(added.status, added.text).toBe(200);
    const { id, version } = contentOf(added) as AnyRow;
    const changed = await editor.send("POST Api/{type}/QuerySave", {
      type: "news",
      id,
      version,
      title: sameText("changed"),
    });
    expect(changed.status).toBe(200);
    expect((await editor.send("DELETE Api/{type}/QueryDelete", { type: "news", id })).status).toBe(403);
    expect((await search(editor, "contactMessage")).status).toBe(403);
    expect((await search(editor, "member")).status).toBe(403);
    expect(
      (
        await editor.send("POST Api/{type}/QueryAdd", {
          type: "wiki",
          slug: "x",
          title: sameText("x"),
          status: "draft",
        })
      ).status,
    ).toBe(403);
  });

  it("with two fields shows only these in lists, forms and every call (T-06)", async () => {
    const id = await addMessage("a visible message");
    const reader = await memberWith([grant("contactMessage", ["read"], { read: ["name", "status"] })]);
    const list = await search(reader, "contactMessage");
    const { play } = contentOf(list) as { play: ListDescription };
    expect(play.columns.map(({ field }) => field).toSorted()).toEqual(["name", "status"]);
    expect(play.fields.map(({ prop }) => prop).every((prop) => ["name", "status"].includes(prop))).toBe(true);
    expect(play.actions).toMatchObject([{ name: "View", event: "open" }]);
    const visibleFields = ["id", "version", "createdAt", "updatedAt", "name", "status"];
    const answers = [
      list,
      await reader.send("GET Api/{type}/QueryById", { type: "contactMessage", id }),
      await reader.send("GET Api/{type}/QueryList", { type: "contactMessage" }),
      await reader.send("GET Api/{type}/QueryPageList", { type: "contactMessage" }),
      await reader.send("GET Api/{type}/QuerySingle", { type: "contactMessage" }),
      await reader.send("GET Api/Ui/AutoForm", { type: "contactMessage", id }),
      await reader.send("GET Api/Relation/GetKeyValues", { type: "contactMessage" }),
    ];
    for (const { status, text } of answers) {
      expect(status).toBe(200);
      expect(text).not.toContain("secret@example.org");
    }
    expect(Object.keys(rowsOf(list)[0]!).every((name) => visibleFields.includes(name))).toBe(true);
    expect(Object.keys(contentOf(answers[1]!) as object).toSorted()).toEqual(visibleFields.toSorted());
    const form = contentOf(answers[5]!) as AutoForm;
    expect(form.groups.flatMap(({ items }) => items.map(({ field }) => field)).toSorted()).toEqual(["name", "status"]);
    expect(form.hiddenButton).toBe(true);
  });

  it.each(["contact", "message", "memberId", "tenantId"])(
    "refuses filters, sorts, ranges and searches by %s, which it does not contain (T-06)",
    async (field) => {
      await addMessage("probed");
      const reader = await memberWith([grant("contactMessage", ["read"], { read: ["name", "status"] })]);
      const queries = [
        { filter: { field, op: "eq", value: "secret@example.org" } },
        { filter: { field, op: "contains", value: "secret" } },
        { filter: { or: [{ field, op: "empty", value: false }] } },
        { fields: { [field]: "secret" } },
        { fields: { [`${field}_Start`]: "a" } },
        { sort: { field, direction: "asc" } },
      ];
      for (const query of queries)
        expect([query, (await search(reader, "contactMessage", query)).status]).toEqual([query, 400]);
      const byQuery = await reader.send("GET Api/{type}/QueryPageList", { type: "contactMessage", [field]: "x" });
      expect(byQuery.status).toBe(400);
      const sorted = await reader.send("GET Api/{type}/QueryPageList", { type: "contactMessage", orderBy: field });
      expect(sorted.status).toBe(400);
    },
  );

  it("with one writable field refuses all others on every call (T-04)", async () => {
    const id = await addMessage("to be answered");
    const reader = await memberWith([
      grant("contactMessage", ["read", "update"], { read: ["name"], write: ["status"] }),
    ]);
    const { version } = await rowOf("contactMessage", id);
    for (const call of ["POST Api/{type}/QuerySave", "POST Api/{type}/QueryUpdate"]) {
      for (const field of ["name", "contact", "message", "createdAt", "tenantId"]) {
        const answer = await reader.send(call, { type: "contactMessage", id, version, [field]: "changed" });
        expect([field, answer.status]).toEqual([field, 422]);
      }
    }
    expect((await rowOf("contactMessage", id)).version).toBe(version);
    const saved = await reader.send("POST Api/{type}/QuerySave", {
      type: "contactMessage",
      id,
      version,
      status: "answered",
    });
    expect(saved.status, saved.text).toBe(200);
    expect(Object.keys(contentOf(saved) as object)).not.toContain("contact");
    const form = contentOf(await reader.send("GET Api/Ui/AutoForm", { type: "contactMessage", id })) as AutoForm;
    const items = form.groups.flatMap((group) => group.items.map(({ field, readOnly }) => [field, readOnly]));
    expect(items.toSorted()).toEqual([
      ["name", true],
      ["status", false],
    ]);
  });

  it("adds up with other roles; a role without a list of fields permits all fields", async () => {
    const person = await newMember(server, owner.tenantId);
    const nameRole = await addRole([grant("contactMessage", ["read"], { read: ["name"] })]);
    const statusRole = await addRole([grant("contactMessage", ["read"], { read: ["status"] })]);
    const fullRole = await addRole([grant("contactMessage", ["read"])]);
    const fields = async () =>
      (contentOf(await search(client(server, person), "contactMessage")) as { play: ListDescription }).play.columns
        .map(({ field }) => field)
        .toSorted();
    await setRoles(person, [nameRole, statusRole]);
    expect(await fields()).toEqual(["name", "status"]);
    await setRoles(person, [nameRole, statusRole, fullRole]);
    expect((await fields()).length).toBeGreaterThan(2);
  });

  it("opens all work orders to a member who otherwise sees only their own (T-57)", async () => {
    const author = client(server, await newMember(server, owner.tenantId));
    const newOrder = { type: "paasWork", title: "lift", kind: "fault", priority: "normal", description: "stuck" };
    const { id } = contentOf(await author.send("POST Api/{type}/QueryAdd", newOrder)) as AnyRow;
    const colleague = client(server, await newMember(server, owner.tenantId));
    const ids = async (person: Client) =>
      rowsOf(await search(person, "paasWork", { pageSize: 120 })).map((row) => row.id);
    expect(await ids(author)).toContain(id);
    expect(await ids(colleague)).not.toContain(id);
    expect((await colleague.send("GET Api/{type}/QueryById", { type: "paasWork", id })).status).toBe(404);
    const handler = await memberWith([grant("paasWork", ["read", "update"])]);
    expect(await ids(handler)).toContain(id);
    expect((await handler.send("POST paas/workorder/move", { id, step: "accept" })).status).toBe(200);
    // The right to read does not include replies, which are for the author and the handlers.
    const reader = await memberWith([grant("paasWork", ["read"])]);
    expect(await ids(reader)).toContain(id);
    expect(contentOf(await reader.send("GET paas/workorder/details", { id }))).toMatchObject({
      steps: [],
      mayReply: false,
    });
    const message = { id, messageId: randomUUID(), text: "me too" };
    expect((await reader.send("POST paas/workorder/message", message)).status).toBe(403);
    // A role with only some fields gives no access here, because members see all fields of their own work orders.
    const partialReader = await memberWith([grant("paasWork", ["read"], { read: ["title"] })]);
    expect(await ids(partialReader)).not.toContain(id);
    expect((await partialReader.send("POST Api/{type}/QueryAdd", newOrder)).status).toBe(200);
  });

  it("does not extend the fields of one verb to another", async () => {
    const person = await newMember(server, owner.tenantId);
    const roleToAdd = await addRole([grant("news", ["read", "add"])]);
    const pinRole = await addRole([grant("news", ["read", "update"], { write: ["pinned"] })]);
    await setRoles(person, [roleToAdd, pinRole]);
    const { send } = client(server, person);
    const news = { type: "news", title: sameText("whole"), kind: "company", status: "draft" };
    const { id, version } = contentOf(await send("POST Api/{type}/QueryAdd", news)) as AnyRow;
    const title = { type: "news", id, version, title: sameText("rewritten") };
    expect((await send("POST Api/{type}/QueryUpdate", title)).status).toBe(422);
    expect((await send("POST Api/{type}/QueryUpdate", { type: "news", id, version, pinned: true })).status).toBe(200);
  });

  it("that was deleted does not prevent changes of the other roles", async () => {
    const person = await newMember(server, owner.tenantId);
    const [deletedRole, otherRole] = [await addRole([]), await addRole([])];
    await setRoles(person, [deletedRole, otherRole]);
    expect((await admin.send("DELETE Api/{type}/QueryDelete", { type: "role", id: deletedRole })).status).toBe(200);
    await setRoles(person, [deletedRole]);
    await setRoles(person, []);
    const { id, version } = await rowOf("member", person.memberId);
    const secondUpdate = await admin.send("POST Api/{type}/QueryUpdate", {
      type: "member",
      id,
      version,
      roles: [deletedRole],
    });
    expect(secondUpdate.status).toBe(422);
  });

  it("for pages permits editing drafts, not publishing", async () => {
    const [page] = await server.database.system((tx) =>
      tx.rows<{ id: string }>(sql`select id from page where tenant_id = ${owner.tenantId}::uuid limit 1`),
    );
    const author = await memberWith([grant("page", ["read", "update"])]);
    expect((await author.send("POST Api/SitePage/GetPageInfo", { id: page!.id, diyPageInfo: {} })).status).toBe(200);
    expect((await author.send("POST Api/Java/PublishPage", { pageId: page!.id })).status).toBe(403);
    const partialReader = await memberWith([grant("page", ["read", "update"], { read: ["path"], write: ["path"] })]);
    expect((await partialReader.send("POST Api/SitePage/GetPageInfo", { id: page!.id, diyPageInfo: {} })).status).toBe(
      403,
    );
  });
});

describe("privilege escalation", () => {
  it("by a role with grants for members and roles is not possible", async () => {
    const attacker = await memberWith([
      grant("member", ["read", "add", "update", "delete", "export"]),
      grant("role", ["read", "add", "update", "delete"]),
    ]);
    for (const type of ["member", "role"]) expect((await search(attacker, type)).status).toBe(403);
    const { version } = await rowOf("role", attacker.role);
    const newGrants = { type: "role", id: attacker.role, version, grants: [grant("page", ["update"])] };
    expect((await attacker.send("POST Api/{type}/QuerySave", newGrants)).status).toBe(403);
    const ownMember = { type: "member", id: attacker.person.memberId, version: 2, roles: [] };
    expect((await attacker.send("POST Api/{type}/QuerySave", ownMember)).status).toBe(403);
    expect((await attacker.send("POST paas/member/invite", { mobile: nextMobile() })).status).toBe(403);
  });

  it("by a verb that even administrators do not have is not possible", async () => {
    const person = await memberWith([grant("site", ["add", "delete"]), grant("contactMessage", ["add"])]);
    expect((await person.send("DELETE Api/{type}/QueryDelete", { type: "site", id: owner.memberId })).status).toBe(403);
    const answer = await person.send("POST Api/{type}/QueryAdd", {
      type: "contactMessage",
      name: "x",
      contact: "a@b.co",
      message: "x",
    });
    expect(answer.status).toBe(403);
  });

  it("by a role of another space is not possible (T-05)", async () => {
    const otherOwner = await newSpaceOwner(server);
    const otherAdmin = client(server, otherOwner);
    const otherRole = await otherAdmin.send("POST Api/{type}/QueryAdd", {
      type: "role",
      name: sameText("theirs"),
      grants: [],
    });
    const { id: roleId } = contentOf(otherRole) as AnyRow;
    const { id, version } = await rowOf("member", owner.memberId);
    const answer = await admin.send("POST Api/{type}/QueryUpdate", { type: "member", id, version, roles: [roleId] });
    expect(answer.status).toBe(422);
  });

  it.each([
    [[{ entity: "news", verbs: ["everything"], read: null, write: null }]],
    [[{ entity: "news", verbs: ["read"] }]],
    ["all"],
    [[grant("news", ["read"]), grant("news", ["add"])]],
  ])("by invalid grants like %j is not possible", async (grants) => {
    const answer = await admin.send("POST Api/{type}/QueryAdd", { type: "role", name: sameText("odd"), grants });
    expect(answer.status).toBe(422);
  });

  it("T-18: a removed, changed or deleted role applies from the next request on", async () => {
    const person = await memberWith([grant("contactMessage", ["read"])]);
    const searchStatus = async () => (await search(person, "contactMessage")).status;
    expect(await searchStatus()).toBe(200);
    await setRoles(person.person, []);
    expect(await searchStatus()).toBe(403);
    await setRoles(person.person, [person.role]);
    expect(await searchStatus()).toBe(200);
    const { id, version } = await rowOf("role", person.role);
    expect((await admin.send("POST Api/{type}/QuerySave", { type: "role", id, version, grants: [] })).status).toBe(200);
    expect(await searchStatus()).toBe(403);
    const grants = [grant("contactMessage", ["read"])];
    expect(
      (await admin.send("POST Api/{type}/QuerySave", { type: "role", id, version: version + 1, grants })).status,
    ).toBe(200);
    expect(await searchStatus()).toBe(200);
    expect((await admin.send("DELETE Api/{type}/QueryDelete", { type: "role", id })).status).toBe(200);
    expect(await searchStatus()).toBe(403);
  });
});

describe("pages", () => {
  const idsOf = async (person: Client) =>
    (contentOf(await person.send("GET api/user/View")) as { allRoleIds: string[] }).allRoleIds;

  it("B-241, B-242, B-300: have ids derived from their path in lower case, with key and type where the contract has them", () => {
    expect(pagePermissionId("/Admin/News/List")).toBe(pagePermissionId("/admin/news/list"));
    expect(pagePermissionId("/admin/news/list")).toMatch(/^[0-9a-f]{24}$/);
    // printf %s /admin/news/list | sha256sum
    expect(pagePermissionId("/admin/news/list")).toBe("f0f8bc410a4cfeabd0663dc4");
    const query = new URLSearchParams({ Key: "Menu", type: "x" });
    expect(pagePermissionId("/admin/autoconfig/list", query)).toBe(
      pagePermissionId("/admin/AutoConfig/list", new URLSearchParams({ key: "menu" })),
    );
    expect(pagePermissionId("/admin/autoconfig/list", query)).not.toBe(pagePermissionId("/admin/autoconfig/list"));
    expect(pagePermissionId("/admin/news/list", query)).toBe(pagePermissionId("/admin/news/list"));
    expect(pagePermissionId("/admin/tag/list", query)).not.toBe(pagePermissionId("/admin/tag/list"));
  });

  it("N-004, B-240, B-243, B-299: are listed for a person exactly if their calls succeed", async () => {
    const people = {
      member: client(server, await newMember(server, owner.tenantId)),
      clerk: await memberWith([grant("contactMessage", ["read"], { read: ["name"] })]),
      editor: await memberWith([grant("news", ["add"])]),
      administrator: admin,
      platform: client(server, await superAdministrator(server)),
    };
    const types = ["news", "wiki", "contract", "paasWork", "member", "page", "site", "theme", "contactMessage", "role"];
    for (const [name, person] of Object.entries(people)) {
      const ids = await idsOf(person);
      for (const type of types) {
        const mayList = (await search(person, type)).status === 200;
        const mayAdd = (await person.send("GET Api/Ui/AutoForm", { type })).status === 200;
        const isAdministrator = ["administrator", "platform"].includes(name);
        const areas = ["paas", "dev", "sale", "service", ...(isAdministrator ? ["admin", "console"] : [])];
        for (const area of areas) {
          expect([name, area, type, ids.includes(pagePermissionId(`/${area}/${type}/list`))]).toEqual([
            name,
            area,
            type,
            mayList,
          ]);
          expect([name, area, type, ids.includes(pagePermissionId(`/${area}/${type}/add`))]).toEqual([
            name,
            area,
            type,
            mayAdd,
          ]);
        }
      }
    }
  });

  it("for one's account are listed for everybody who is signed in", async () => {
    const ids = await idsOf(client(server, await newMember(server, owner.tenantId)));
    for (const path of ["/paas/index", "/paas/user/setting", "/paas/user/account", "/paas/paasWork/details"])
      expect(ids).toContain(pagePermissionId(path));
    for (const path of ["/paas/member/invite", "/builder"]) expect(ids).not.toContain(pagePermissionId(path));
  });
});
