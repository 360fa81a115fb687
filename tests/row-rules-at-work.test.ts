/** Rules of rows at work: what holders of a role write, several roles, the member who asks, and rules that fit no longer. */
import { sql } from "drizzle-orm";
import { buffer } from "node:stream/consumers";
import { readSheet } from "read-excel-file/node";
import { beforeAll, describe, expect, it } from "vitest";
import type { AdvancedItem, TableResult } from "#kit/auto.ts";
import type { BatchPreview } from "#kit/batch.ts";
import type { CallOutput } from "#kit/call.ts";
import type { AnyRow } from "#kit/entity.ts";
import { me } from "#kit/row-rule.ts";
import { emptyEntry } from "#server/spreadsheet/entry.server.ts";
import { sheetBytes, sheetChunk } from "#server/spreadsheet/sheet.server.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import { newMember, newSpace, type Person } from "./support/people.ts";
import { both, grant, is, isOne, rolesOf } from "./support/roles.ts";
import { makeRows } from "./support/rows.ts";
import { startServer } from "./support/server.ts";
import { definitionOf, publish } from "./support/stored-entities.ts";

/** Stands in rows that a role does not open. */
const canary = "canarybird";
const server = await startServer();
const owner: Person = await newSpace(server);
const admin: Client = client(server, owner);
const { memberWith, keyWith } = rolesOf(server, owner);

const add = async (type: string, values: object, by = admin) => {
  const answer = await by.send("POST Api/{type}/QueryAdd", { type, ...values });
  expect(answer.status, answer.text).toBe(200);
  return contentOf(answer) as AnyRow;
};
const idsOf = async (by: Client, type: string) => {
  const answer = await by.send("GET Api/{type}/QueryPageList", { type, pageSize: 120 });
  expect(answer.status, answer.text).toBe(200);
  return (contentOf(answer) as TableResult).rows.map(({ id }) => id);
};
const byId = (by: Client, type: string, id: string) => by.send("GET Api/{type}/QueryById", { type, id });

describe("what holders of a role write", () => {
  const company = is("kind", "company");
  const news = (text: string, kind: string) => ({ title: both(text), kind, status: "draft" });
  let clerk: Client & { person: Person };
  let mine: AnyRow;
  let other: AnyRow;
  beforeAll(async () => {
    clerk = await memberWith([grant("news", ["read", "add", "update", "delete", "export"], company)]);
    [mine, other] = [await add("news", news("mine", "company")), await add("news", news("stranger", "product"))];
  });
  const change = (values: object, call = "POST Api/{type}/QueryUpdate") =>
    clerk.send(call, { type: "news", id: mine.id, version: mine.version, ...values });

  it("is refused where the row would be none of theirs, with the field at fault", async () => {
    for (const call of ["POST Api/{type}/QueryUpdate", "POST Api/{type}/QuerySave"]) {
      const answer = await change({ kind: "product" }, call);
      expect([answer.status, Object.keys(answer.body.fields ?? answer.body.data ?? {})]).toEqual([422, ["kind"]]);
    }
    const added = await clerk.send("POST Api/{type}/QueryAdd", { type: "news", ...news("new", "product") });
    expect(added.status).toBe(422);
    expect((await clerk.send("POST Api/{type}/QueryAdd", { type: "news", ...news("new", "company") })).status).toBe(
      200,
    );
    const set = { type: "news", ids: [mine.id], fields: { kind: "product" } };
    expect((await clerk.send("POST Api/{type}/QueryUpdate", set)).status).toBe(409);
    const both2 = { type: "news", ids: [mine.id, other.id], fields: { sort: 1 } };
    expect((await clerk.send("POST Api/{type}/QueryUpdate", both2)).status).toBe(404);
    expect(contentOf(await byId(admin, "news", mine.id))).toMatchObject({ kind: "company", version: mine.version });
  });

  it("is counted and refused before many rows are changed", async () => {
    const selection = { filter: isOne("id", mine.id, other.id) };
    const preview = async (values: object) =>
      contentOf(
        await clerk.send("POST Api/{type}/BatchPreview", { type: "news", verb: "update", selection, values }),
      ) as BatchPreview;
    const leaving = await preview({ kind: "product" });
    expect(leaving).toMatchObject({ count: 2, possible: 0 });
    expect(leaving.refusals.map(({ reason }) => reason).join(" ")).toContain("Your role does not cover");
    expect(await preview({ sort: 3 })).toMatchObject({ count: 2, possible: 1 });
  });

  it("comes by a file only where it stays theirs", async () => {
    const table = [
      ["ID", "Type", "Title"],
      [mine.id, "Product", "mine"],
      [other.id, "Company", "stranger"],
      [mine.id.replace(/^./, "f"), "Company", "none"],
    ];
    const [head, ...rows] = table;
    const columns = head!.map((title) => ({ title, align: "start" as const }));
    const { bytes, state } = await sheetChunk("xlsx", emptyEntry, { columns, rows, before: undefined, isLast: true });
    const body = new FormData();
    const file = await buffer(sheetBytes("xlsx", { name: "S", state, chunks: [bytes] }));
    body.set("file", new Blob([new Uint8Array(file)]), "list.xlsx");
    const headers = { authorization: `Bearer ${clerk.person.token}`, "x-meridian": "1", "accept-language": "en" };
    const upload = await fetch(`${server.url}/api/paas/import/news/upload`, { method: "POST", headers, body });
    const { id, mapping, keyField } = ((await upload.json()) as { data: CallOutput<"POST paas/import/open"> }).data;
    const checked = await clerk.send("POST paas/import/check", {
      type: "news",
      id,
      mapping,
      keyField,
      timeZone: "UTC",
    });
    expect(contentOf(checked)).toMatchObject({ counts: { add: 0, update: 0, error: 3 } });
    const found = await clerk.send("POST paas/import/rows", { type: "news", id, timeZone: "UTC" });
    expect(found.text).toContain("Your role does not cover");
  });

  it("is undone like what others do, and leaves as a file with no other row", async () => {
    const removed = await add("news", news("removed", "company"), clerk);
    const deleted = await clerk.send("DELETE Api/{type}/QueryDelete", { type: "news", id: removed.id });
    const { undo } = contentOf(deleted) as { undo: string };
    expect((await clerk.send("POST Api/{type}/Undo", { type: "news", undo })).status).toBe(200);
    const { value } = contentOf(await clerk.send("GET api/Auto/ToExcel", { type: "news" })) as { value: string };
    const sent = await fetch(server.url + value, { headers: { authorization: `Bearer ${clerk.person.token}` } });
    const sheet = JSON.stringify(await readSheet(Buffer.from(await sent.arrayBuffer())));
    expect(sheet).toContain("mine");
    expect(sheet).not.toContain("stranger");
  });
});

describe("several roles", () => {
  const message = async (text: string, status: string) => {
    const [row] = await server.database.system((tx) =>
      tx.rows<{ id: string }>(sql`insert into contact_message (id, tenant_id, name, contact, message, status)
        values (gen_random_uuid(), ${owner.tenantId}::uuid, ${text}, 'c@example.org', ${text}, ${status}) returning id`),
    );
    return row!.id;
  };
  const [isNew, isAnswered] = [is("status", "new"), is("status", "answered")];
  let [fresh, answered, closed] = ["", "", ""];
  beforeAll(async () => {
    fresh = await message("fresh", "new");
    answered = await message("answered", "answered");
    closed = await message("closed", "closed");
  });
  const among = async (by: Client) =>
    (await idsOf(by, "contactMessage")).filter((id) => [fresh, answered, closed].includes(id)).toSorted();
  const fieldsOf = async (by: Client, id: string) => {
    const answer = await byId(by, "contactMessage", id);
    return answer.status === 200 ? Object.keys(contentOf(answer) as object) : answer.status;
  };

  it("add up, rows as well as verbs, and one without a rule opens all", async () => {
    const reading = [grant("contactMessage", ["read"], isNew)];
    const changing = [grant("contactMessage", ["read", "update"], isAnswered)];
    const two = await memberWith(reading, changing);
    expect(await among(two)).toEqual([fresh, answered].toSorted());
    const update = (id: string) =>
      two.send("POST Api/{type}/QueryUpdate", { type: "contactMessage", id, version: 1, note: "seen" });
    expect((await update(answered)).status).toBe(200);
    expect((await update(fresh)).status).toBe(404);
    const all = await memberWith(reading, [grant("contactMessage", ["read"])]);
    expect(await among(all)).toEqual([fresh, answered, closed].toSorted());
  });

  it("never give the fields of one on the rows of another", async () => {
    const names = grant("contactMessage", ["read"], undefined, { read: ["name"] });
    const both2 = await memberWith([names], [grant("contactMessage", ["read"], isNew)]);
    expect(await fieldsOf(both2, fresh)).toContain("contact");
    expect(await fieldsOf(both2, closed)).toBe(404);
    // Where one gives all that the other does, it is no loss to read all of it.
    const part = grant("contactMessage", ["read"], isNew, { read: ["name"] });
    const wider = await memberWith([names], [part]);
    expect(await among(wider)).toEqual([fresh, answered, closed].toSorted());
    expect(await fieldsOf(wider, closed)).not.toContain("contact");
  });
});

describe("the member who asks", () => {
  it("is meant by a rule, each by themselves, and by none for a program", async () => {
    await publish(
      server,
      owner.tenantId,
      definitionOf(
        "visit",
        {
          title: { type: "textbox", name: both("Title"), required: true },
          host: { type: "relation", name: both("Host"), entity: "member", search: "eq" },
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
    const mine = [grant("visit", ["read", "update"], is("host", me))];
    const [one, two] = [await memberWith(mine), await memberWith(mine)];
    const ofOne = await add("visit", { title: "one", host: one.person.memberId });
    const ofTwo = await add("visit", { title: "two", host: two.person.memberId });
    expect(await idsOf(one, "visit")).toEqual([ofOne.id]);
    expect(await idsOf(two, "visit")).toEqual([ofTwo.id]);
    const rename = { type: "visit", id: ofOne.id, version: 1, title: "renamed" };
    expect((await one.send("POST Api/{type}/QueryUpdate", rename)).status).toBe(200);
    const { send } = await keyWith(mine);
    expect(contentOf(await send("GET Api/{type}/QueryList", { type: "visit" }))).toEqual([]);
    const items = (await admin.call("GET paas/role/conditions", { type: "visit" })) as AdvancedItem[];
    const host = items.find(({ prop }) => prop === "host")!;
    expect(JSON.stringify(host.operators[0])).toContain(me);
    const counted = await admin.send("POST paas/role/rows", { type: "visit", rows: is("title", "two") });
    expect(contentOf(counted)).toEqual({ count: 1, of: 2 });
  });

  it("works on the orders that their role opens beside their own", async () => {
    const order = (title: string) => ({ title, kind: "fault", priority: "normal", description: "d" });
    const filer = client(server, await newMember(server, owner.tenantId));
    const [first, second] = [await add("paasWork", order("a"), filer), await add("paasWork", order("b"), filer)];
    await admin.send("POST paas/workorder/move", { id: second.id, step: "accept" });
    const handler = await memberWith([grant("paasWork", ["read", "update"], is("status", "new"))]);
    const own = await add("paasWork", order("own"), handler);
    const ids = await idsOf(handler, "paasWork");
    expect(ids).toEqual(expect.arrayContaining([first.id, own.id]));
    expect(ids).not.toContain(second.id);
    expect((await handler.send("GET paas/workorder/details", { id: second.id })).status).toBe(404);
    // A step is the program's: it may end what the role opens.
    expect((await handler.send("POST paas/workorder/move", { id: first.id, step: "accept" })).status).toBe(200);
    expect((await byId(handler, "paasWork", first.id)).status).toBe(404);
  });
});

describe("a rule", () => {
  it("that an entity cannot answer opens nothing, and says so to who writes it", async () => {
    const gone = is("nothing", "x");
    const { send } = await memberWith([grant("contactMessage", ["read", "update"], gone)]);
    const answer = await send("GET Api/{type}/QueryList", { type: "contactMessage" });
    expect([answer.status, contentOf(answer)]).toEqual([200, []]);
    expect((await admin.send("POST paas/role/rows", { type: "contactMessage", rows: gone })).status).toBe(422);
  });

  it.each([
    [{ field: "title", op: "contains", value: "x" }],
    ["all"],
    [{ and: Array.from({ length: 21 }, () => is("kind", "company")) }],
  ])("is refused where it is none: %j", async (rows) => {
    const grants = [{ entity: "news", verbs: ["read"], read: null, write: null, rows }];
    const answer = await admin.send("POST Api/{type}/QueryAdd", { type: "role", name: both("odd"), grants });
    expect(answer.status).toBe(422);
  });

  it("holds for the titles of relations: what it does not open has none", async () => {
    const fields = {
      title: { type: "textbox", name: both("Title"), required: true },
      cause: { type: "relation", name: both("Cause"), entity: "contactMessage" },
    } as const;
    await publish(server, owner.tenantId, definitionOf("followup", fields));
    const messages = await makeRows(server, owner.tenantId, "opened message");
    const hidden = await makeRows(server, owner.tenantId, canary);
    const { send } = await memberWith([grant("contactMessage", ["read"], isOne("id", messages.contactMessage))]);
    const form = async (cause: string) => {
      const { id } = await add("followup", { title: "follow up", cause });
      const answer = await send("GET Api/Ui/AutoForm", { type: "followup", id });
      expect(answer.status, answer.text).toBe(200);
      return answer.text;
    };
    expect(await form(messages.contactMessage)).toContain("opened message");
    expect(await form(hidden.contactMessage)).not.toContain(canary);
  });

  it("keeps sums and searches to its rows, whoever asked before", async () => {
    const father = await add("wiki", { slug: "father", title: both(`${canary} father`), status: "draft" });
    const child = await add("wiki", { slug: "child", title: both("child"), status: "draft", parent: father.id });
    const { send } = await keyWith([grant("wiki", ["read"], is("slug", "child"))]);
    expect((await idsOf(admin, "wiki")).length).toBeGreaterThan(1);
    const list = await send("GET Api/{type}/QueryPageList", { type: "wiki" });
    expect(contentOf(list)).toMatchObject({ total: 1, rows: [{ id: child.id }] });
    const tree = await send("GET Api/RelationTree/GetTree", { type: "wiki" });
    expect(tree.text).not.toContain(canary);
    const words = await send("GET Api/Relation/GetKeyValues", { type: "wiki", q: canary });
    expect([words.status, contentOf(words)]).toEqual([200, []]);
  });
});
