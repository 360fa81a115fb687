/** Row rules of roles: writing, several roles, rules about the current member, and outdated rules. */
import { sql } from "drizzle-orm";
import { readSheet } from "read-excel-file/node";
import { beforeAll, describe, expect, it } from "vitest";
import type { AdvancedItem, TableResult } from "#kit/auto.ts";
import type { BatchPreview } from "#kit/batch.ts";
import type { AnyRow } from "#kit/entity.ts";
import { currentMember } from "#kit/row-rule.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import { sheetOf, uploadImport } from "./support/imports.ts";
import { newMember, newSpaceOwner, type Person } from "./support/people.ts";
import { sameText, grant, fieldEquals, fieldIsIn, roleFactories } from "./support/roles.ts";
import { makeRows } from "./support/rows.ts";
import { sharedServer } from "./support/server.ts";
import { definitionOf, publish } from "./support/stored-entities.ts";

/** A text in rows to which a role gives no access. */
const canary = "canarybird";
const server = await sharedServer();
const owner: Person = await newSpaceOwner(server);
const admin: Client = client(server, owner);
const { memberWith, keyWith } = roleFactories(server, owner);

const add = async (type: string, values: object, api = admin) => {
  const answer = await api.send("POST Api/{type}/QueryAdd", { type, ...values });
  expect(answer.status, answer.text).toBe(200);
  return contentOf(answer) as AnyRow;
};
const idsOf = async (api: Client, type: string) => {
  const answer = await api.send("GET Api/{type}/QueryPageList", { type, pageSize: 120 });
  expect(answer.status, answer.text).toBe(200);
  return (contentOf(answer) as TableResult).rows.map(({ id }) => id);
};
const readRow = (api: Client, type: string, id: string) => api.send("GET Api/{type}/QueryById", { type, id });

describe("a change by a member with a row rule", () => {
  const isCompany = fieldEquals("kind", "company");
  const news = (text: string, kind: string) => ({ title: sameText(text), kind, status: "draft" });
  let editor: Client & { person: Person };
  let ownRow: AnyRow;
  let otherRow: AnyRow;
  beforeAll(async () => {
    editor = await memberWith([grant("news", ["read", "add", "update", "delete", "export"], isCompany)]);
    [ownRow, otherRow] = [await add("news", news("mine", "company")), await add("news", news("stranger", "product"))];
  });
  const change = (values: object, call = "POST Api/{type}/QueryUpdate") =>
    editor.send(call, { type: "news", id: ownRow.id, version: ownRow.version, ...values });

  it("is refused if the row would leave the rule, with the field", async () => {
    for (const call of ["POST Api/{type}/QueryUpdate", "POST Api/{type}/QuerySave"]) {
      const answer = await change({ kind: "product" }, call);
      expect([answer.status, Object.keys(answer.body.fields ?? answer.body.data ?? {})]).toEqual([422, ["kind"]]);
    }
    const added = await editor.send("POST Api/{type}/QueryAdd", { type: "news", ...news("new", "product") });
    expect(added.status).toBe(422);
    expect((await editor.send("POST Api/{type}/QueryAdd", { type: "news", ...news("new", "company") })).status).toBe(
      200,
    );
    const ownUpdate = { type: "news", ids: [ownRow.id], fields: { kind: "product" } };
    expect((await editor.send("POST Api/{type}/QueryUpdate", ownUpdate)).status).toBe(409);
    const mixedUpdate = { type: "news", ids: [ownRow.id, otherRow.id], fields: { sort: 1 } };
    expect((await editor.send("POST Api/{type}/QueryUpdate", mixedUpdate)).status).toBe(404);
    expect(contentOf(await readRow(admin, "news", ownRow.id))).toMatchObject({
      kind: "company",
      version: ownRow.version,
    });
  });

  it("is counted and refused in the preview of many rows", async () => {
    const selection = { filter: fieldIsIn("id", ownRow.id, otherRow.id) };
    const preview = async (values: object) =>
      contentOf(
        await editor.send("POST Api/{type}/BatchPreview", { type: "news", verb: "update", selection, values }),
      ) as BatchPreview;
    const refusedPreview = await preview({ kind: "product" });
    expect(refusedPreview).toMatchObject({ count: 2, possible: 0 });
    expect(refusedPreview.refusals.map(({ reason }) => reason).join(" ")).toContain("Your role does not cover");
    expect(await preview({ sort: 3 })).toMatchObject({ count: 2, possible: 1 });
  });

  it("is refused in an import if a row would leave the rule", async () => {
    const table = [
      ["ID", "Type", "Title"],
      [ownRow.id, "Product", "mine"],
      [otherRow.id, "Company", "stranger"],
      [ownRow.id.replace(/^./, "f"), "Company", "none"],
    ];
    const upload = { type: "news", bytes: await sheetOf(table), person: editor.person };
    const { id, mapping, keyField } = (await uploadImport(server.url, upload)).found;
    const checked = await editor.send("POST paas/import/check", {
      type: "news",
      id,
      mapping,
      keyField,
      timeZone: "UTC",
    });
    expect(contentOf(checked)).toMatchObject({ counts: { add: 0, update: 0, error: 3 } });
    const found = await editor.send("POST paas/import/rows", { type: "news", id, timeZone: "UTC" });
    expect(found.text).toContain("Your role does not cover");
  });

  it("can be undone, and an export contains no other rows", async () => {
    const removed = await add("news", news("removed", "company"), editor);
    const deleted = await editor.send("DELETE Api/{type}/QueryDelete", { type: "news", id: removed.id });
    const { undo } = contentOf(deleted) as { undo: string };
    expect((await editor.send("POST Api/{type}/Undo", { type: "news", undo })).status).toBe(200);
    const { value } = contentOf(await editor.send("GET api/Auto/ToExcel", { type: "news" })) as { value: string };
    const file = await fetch(server.url + value, { headers: { authorization: `Bearer ${editor.person.token}` } });
    const sheet = JSON.stringify(await readSheet(Buffer.from(await file.arrayBuffer())));
    expect(sheet).toContain("mine");
    expect(sheet).not.toContain("stranger");
  });
});

describe("several roles", () => {
  const addMessage = async (text: string, status: string) => {
    const [row] = await server.database.system((tx) =>
      tx.rows<{ id: string }>(sql`insert into contact_message (id, tenant_id, name, contact, message, status)
        values (gen_random_uuid(), ${owner.tenantId}::uuid, ${text}, 'c@example.org', ${text}, ${status}) returning id`),
    );
    return row!.id;
  };
  const [isNew, isAnswered] = [fieldEquals("status", "new"), fieldEquals("status", "answered")];
  let [newMessage, answeredMessage, closedMessage] = ["", "", ""];
  beforeAll(async () => {
    newMessage = await addMessage("fresh", "new");
    answeredMessage = await addMessage("answered", "answered");
    closedMessage = await addMessage("closed", "closed");
  });
  const visibleMessages = async (api: Client) =>
    (await idsOf(api, "contactMessage"))
      .filter((id) => [newMessage, answeredMessage, closedMessage].includes(id))
      .toSorted();
  const fieldsOf = async (api: Client, id: string) => {
    const answer = await readRow(api, "contactMessage", id);
    return answer.status === 200 ? Object.keys(contentOf(answer) as object) : answer.status;
  };

  it("add up by rows and verbs, and a grant without a rule covers all rows", async () => {
    const reading = [grant("contactMessage", ["read"], isNew)];
    const changing = [grant("contactMessage", ["read", "update"], isAnswered)];
    const member = await memberWith(reading, changing);
    expect(await visibleMessages(member)).toEqual([newMessage, answeredMessage].toSorted());
    const update = (id: string) =>
      member.send("POST Api/{type}/QueryUpdate", { type: "contactMessage", id, version: 1, note: "seen" });
    expect((await update(answeredMessage)).status).toBe(200);
    expect((await update(newMessage)).status).toBe(404);
    const reader = await memberWith(reading, [grant("contactMessage", ["read"])]);
    expect(await visibleMessages(reader)).toEqual([newMessage, answeredMessage, closedMessage].toSorted());
  });

  it("do not combine the fields of one with the rows of another", async () => {
    const nameGrant = grant("contactMessage", ["read"], undefined, { read: ["name"] });
    const reader = await memberWith([nameGrant], [grant("contactMessage", ["read"], isNew)]);
    expect(await fieldsOf(reader, newMessage)).toContain("contact");
    expect(await fieldsOf(reader, closedMessage)).toBe(404);
    // The second grant adds nothing: the first one covers its rows and fields.
    const narrowGrant = grant("contactMessage", ["read"], isNew, { read: ["name"] });
    const widerReader = await memberWith([nameGrant], [narrowGrant]);
    expect(await visibleMessages(widerReader)).toEqual([newMessage, answeredMessage, closedMessage].toSorted());
    expect(await fieldsOf(widerReader, closedMessage)).not.toContain("contact");
  });
});

describe("a rule about the current member", () => {
  it("applies to each member separately, and never to a program", async () => {
    await publish(
      server,
      owner.tenantId,
      definitionOf(
        "visit",
        {
          title: { type: "textbox", name: sameText("Title"), required: true },
          host: { type: "relation", name: sameText("Host"), entity: "member", search: "eq" },
        },
        {
          access: {
            read: "administrator",
            add: "administrator",
            update: "administrator",
            delete: "administrator",
            export: "administrator",
          },
        },
      ),
    );
    await expect
      .poll(async () => (await admin.send("GET Api/{type}/QueryPageList", { type: "visit" })).status)
      .toBe(200);
    const hostGrants = [grant("visit", ["read", "update"], fieldEquals("host", currentMember))];
    const [firstHost, secondHost] = [await memberWith(hostGrants), await memberWith(hostGrants)];
    const firstVisit = await add("visit", { title: "one", host: firstHost.person.memberId });
    const secondVisit = await add("visit", { title: "two", host: secondHost.person.memberId });
    expect(await idsOf(firstHost, "visit")).toEqual([firstVisit.id]);
    expect(await idsOf(secondHost, "visit")).toEqual([secondVisit.id]);
    const rename = { type: "visit", id: firstVisit.id, version: 1, title: "renamed" };
    expect((await firstHost.send("POST Api/{type}/QueryUpdate", rename)).status).toBe(200);
    const { send } = await keyWith(hostGrants);
    expect(contentOf(await send("GET Api/{type}/QueryList", { type: "visit" }))).toEqual([]);
    const items = (await admin.call("GET paas/role/conditions", { type: "visit" })) as AdvancedItem[];
    const host = items.find(({ prop }) => prop === "host")!;
    expect(JSON.stringify(host.operators[0])).toContain(currentMember);
    const counted = await admin.send("POST paas/role/rows", { type: "visit", rows: fieldEquals("title", "two") });
    expect(contentOf(counted)).toEqual({ count: 1, of: 2 });
  });

  it("gives access to matching work orders in addition to the member's own", async () => {
    const order = (title: string) => ({ title, kind: "fault", priority: "normal", description: "d" });
    const author = client(server, await newMember(server, owner.tenantId));
    const [first, second] = [await add("paasWork", order("a"), author), await add("paasWork", order("b"), author)];
    await admin.send("POST paas/workorder/move", { id: second.id, step: "accept" });
    const handler = await memberWith([grant("paasWork", ["read", "update"], fieldEquals("status", "new"))]);
    const ownOrder = await add("paasWork", order("own"), handler);
    const ids = await idsOf(handler, "paasWork");
    expect(ids).toEqual(expect.arrayContaining([first.id, ownOrder.id]));
    expect(ids).not.toContain(second.id);
    expect((await handler.send("GET paas/workorder/details", { id: second.id })).status).toBe(404);
    // The program performs the step, so the row may leave the rule.
    expect((await handler.send("POST paas/workorder/move", { id: first.id, step: "accept" })).status).toBe(200);
    expect((await readRow(handler, "paasWork", first.id)).status).toBe(404);
  });
});

describe("a rule", () => {
  it("on an unknown field gives no access, and is reported when it is written", async () => {
    const unknownField = fieldEquals("nothing", "x");
    const { send, roles } = await memberWith([
      grant("contactMessage", ["read", "update"], fieldEquals("status", "new")),
    ]);
    // The role was saved while the entity had the field.
    await server.database.tenant(owner.tenantId, async (tx) => {
      await tx.rows(sql`update role set grants = jsonb_set(grants, '{0,rows}', ${JSON.stringify(unknownField)}::jsonb)
        where id = ${roles[0]!}::uuid`);
      await tx.notifyChanged(`${owner.tenantId}:role`);
    });
    const read = async () => {
      const answer = await send("GET Api/{type}/QueryList", { type: "contactMessage" });
      return [answer.status, contentOf(answer)];
    };
    await expect.poll(read).toEqual([200, []]);
    expect((await admin.send("POST paas/role/rows", { type: "contactMessage", rows: unknownField })).status).toBe(422);
  });

  it.each([
    [{ field: "title", op: "contains", value: "x" }],
    ["all"],
    [{ and: Array.from({ length: 21 }, () => fieldEquals("kind", "company")) }],
  ])("is refused when invalid: %j", async (rows) => {
    const grants = [{ entity: "news", verbs: ["read"], read: null, write: null, rows }];
    const answer = await admin.send("POST Api/{type}/QueryAdd", { type: "role", name: sameText("odd"), grants });
    expect(answer.status).toBe(422);
  });

  it("applies to titles of relations", async () => {
    const fields = {
      title: { type: "textbox", name: sameText("Title"), required: true },
      cause: { type: "relation", name: sameText("Cause"), entity: "contactMessage" },
    } as const;
    await publish(server, owner.tenantId, definitionOf("followup", fields));
    const messages = await makeRows(server, owner.tenantId, "opened message");
    const hidden = await makeRows(server, owner.tenantId, canary);
    const { send } = await memberWith([grant("contactMessage", ["read"], fieldIsIn("id", messages.contactMessage))]);
    const form = async (cause: string) => {
      const { id } = await add("followup", { title: "follow up", cause });
      const answer = await send("GET Api/Ui/AutoForm", { type: "followup", id });
      expect(answer.status, answer.text).toBe(200);
      return answer.text;
    };
    expect(await form(messages.contactMessage)).toContain("opened message");
    expect(await form(hidden.contactMessage)).not.toContain(canary);
  });

  it("applies to totals and searches, whoever cached them", async () => {
    const parent = await add("wiki", { slug: "father", title: sameText(`${canary} father`), status: "draft" });
    const child = await add("wiki", { slug: "child", title: sameText("child"), status: "draft", parent: parent.id });
    const { send } = await keyWith([grant("wiki", ["read"], fieldEquals("slug", "child"))]);
    expect((await idsOf(admin, "wiki")).length).toBeGreaterThan(1);
    const list = await send("GET Api/{type}/QueryPageList", { type: "wiki" });
    expect(contentOf(list)).toMatchObject({ total: 1, rows: [{ id: child.id }] });
    const tree = await send("GET Api/RelationTree/GetTree", { type: "wiki" });
    expect(tree.text).not.toContain(canary);
    const options = await send("GET Api/Relation/GetKeyValues", { type: "wiki", q: canary });
    expect([options.status, contentOf(options)]).toEqual([200, []]);
  });
});
