/** Saving pages: only valid content is stored, and no edits are lost (T-50, R-12). */
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import type { PageDocument, PageRecord } from "#kit/page.ts";
import { client } from "./support/client.ts";
import {
  canvas,
  group,
  groupId,
  hostileRecords,
  hostileSettings,
  id,
  keyOf,
  node,
  nodeId,
  texts,
  widget,
} from "./support/hostile-pages.ts";
import { newMember, newSpaceOwner } from "./support/people.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
const owner = await newSpaceOwner(server);
const { call, send } = client(server, owner);
const saveCall = "POST api/sitepage/save";

let pageCount = 0;
let pageId = "";
/** Creates a page for every test. */
beforeEach(async () => {
  pageCount += 1;
  const row = { type: "page", path: `/made-${pageCount}`, title: texts, description: texts };
  ({ id: pageId } = (await call("POST Api/{type}/QueryAdd", row as never)) as { id: string });
});

type Change = { id: string; after?: unknown };
const asChanges = (records: readonly object[]): Change[] =>
  records.map((after) => ({ id: (after as { id: string }).id, after }));
const sendChanges = (changes: readonly Change[], more: object = {}) =>
  send(saveCall, { diyPageInfo: { pageId }, baseRev: 0, changes, ...more });
type Saved = { rev: number; others: Change[] };
async function saveRecords(records: readonly object[], more: object = {}): Promise<Saved> {
  const answer = await sendChanges(asChanges(records), more);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.result as Saved;
}
async function readDraft(): Promise<{ rev: number; page: PageDocument }> {
  const info = (await call("POST Api/SitePage/GetPageInfo", { id: pageId, diyPageInfo: {} })) as {
    rev: number;
    diyPageInfo: { page: PageDocument };
  };
  return { rev: info.rev, page: info.diyPageInfo.page };
}

describe("an invalid change of records is refused as a whole", () => {
  it.each(hostileRecords)("%s", async (_what, records) => {
    const answer = await sendChanges(records.map((after) => ({ id: keyOf(after), after })));
    expect([answer.status, answer.body.status], answer.text).toEqual([422, expect.any(Number)]);
    expect(answer.body.status).not.toBe(1);
    // Errors name a record by its id, or by its index if the schema refuses it.
    const recordReference = new RegExp(`^(?:${records.map((after) => keyOf(after)).join("|")})|^changes\\.\\d+\\.`);
    for (const field of Object.keys(answer.body.fields as object)) expect(field).toMatch(recordReference);
    expect(Object.keys(answer.body.fields as object)).not.toEqual([]);
    expect(await readDraft()).toMatchObject({ rev: 0, page: { records: {} } });
  });

  it.each(["__proto__", "constructor", "wd_", "setting", "x".repeat(1000)])(
    "T-47: under the id %s",
    async (invalid) => {
      const answer = await sendChanges(
        JSON.parse(JSON.stringify([{ id: invalid, after: { ...widget(id), id: invalid } }])),
      );
      expect(answer.status, answer.text).toBe(422);
      const { records } = (await readDraft()).page;
      expect([records, Object.getPrototypeOf(records)]).toEqual([{}, Object.prototype]);
    },
  );

  it("with the names of the invalid records and fields", async () => {
    const answer = await sendChanges(
      asChanges([widget(id), widget("wd_bbbbbbbbbb", { value: { heading: { en: "x".repeat(81) } } })]),
    );
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.fields as object)).toEqual(["wd_bbbbbbbbbb.heading"]);
    expect((await readDraft()).page.records).toEqual({});
  });

  it("that deletes a canvas without its components", async () => {
    const { rev } = await saveRecords([canvas(id), node(nodeId, id)]);
    expect((await sendChanges([{ id }], { baseRev: rev })).status).toBe(422);
    expect((await sendChanges([{ id }, { id: nodeId }], { baseRev: rev })).status).toBe(200);
  });
});

describe("groups", () => {
  it("are saved with their components, and deleted with them or without", async () => {
    const { rev } = await saveRecords([canvas(id), group(groupId, id), node(nodeId, groupId)]);
    expect((await readDraft()).page.records).toMatchObject({
      [groupId]: { parent: id },
      [nodeId]: { parent: groupId },
    });
    expect((await sendChanges([{ id: groupId }], { baseRev: rev })).status).toBe(422);
    const ungrouped = [{ id: groupId }, { id: nodeId, after: node(nodeId, id) }];
    expect((await sendChanges(ungrouped, { baseRev: rev })).status).toBe(200);
    expect(Object.keys((await readDraft()).page.records).toSorted()).toEqual([nodeId, id]);
  });

  it("cannot contain each other", async () => {
    const [otherId, outerGroup] = ["gr_bbbbbbbbbb", group(groupId, id)];
    const { rev } = await saveRecords([canvas(id), outerGroup, group(otherId, groupId)]);
    const answer = await sendChanges([{ id: groupId, after: { ...outerGroup, parent: otherId } }], { baseRev: rev });
    expect([answer.status, Object.keys(answer.body.fields as object).toSorted()]).toEqual([422, [groupId, otherId]]);
  });
});

describe("invalid settings of a page are refused", () => {
  it.each(hostileSettings)("%s", async (_what, invalid) => {
    const answer = await sendChanges([], { setting: invalid });
    expect(answer.status, answer.text).toBe(422);
    expect((await readDraft()).rev).toBe(0);
  });
});

describe("the size of a page is limited", () => {
  const nodeIdOf = (n: number) => `nd_n${String(n).padStart(9, "0")}`;
  const nodes = (count: number) => Array.from({ length: count }, (_, n) => node(nodeIdOf(n), id, { value: {} }));

  it("to 5000 records", async () => {
    const { rev } = await saveRecords([canvas(id), ...nodes(4999)]);
    const answer = await sendChanges(asChanges([node(nodeIdOf(5000), id, { value: {} })]), { baseRev: rev });
    expect(answer.status, answer.text).toBe(413);
    expect(Object.keys((await readDraft()).page.records)).toHaveLength(5000);
  });

  it("to 4 MB as stored, three bytes for a Chinese character", async () => {
    const longText = "经".repeat(20_000);
    const widgetsOf = (n: number) =>
      Array.from({ length: 8 }, (_, at) =>
        widget(`wd_p${String(n * 8 + at).padStart(9, "0")}`, {
          name: "rich-text",
          value: { heading: texts, text: { zh: longText, en: longText } },
        }),
      );
    let rev = 0;
    for (let n = 0; n < 4; n += 1) ({ rev } = await saveRecords(widgetsOf(n), { baseRev: rev }));
    const answer = await sendChanges(asChanges(widgetsOf(4)), { baseRev: rev });
    expect(answer.status, answer.text.slice(0, 200)).toBe(413);
    expect((await readDraft()).rev).toBe(rev);
  });
});

describe("two people who edit a page", () => {
  const [ownId, otherId] = ["wd_mmmmmmmmmm", "wd_tttttttttt"];
  const withTitle = (recordId: string, text: string) =>
    widget(recordId, { value: { heading: { zh: text, en: text } } });
  const textOf = (record: PageRecord | undefined) => (record?.value.heading as { en: string } | undefined)?.en;
  const colleague = client(server, owner);
  const saveAsColleague = (records: object[], baseRev: number) =>
    colleague.call("POST api/sitepage/save", { diyPageInfo: { pageId }, baseRev, changes: asChanges(records) });

  it("E-100: keep their changes of different parts, and each receives the other's", async () => {
    const { rev } = await saveRecords([withTitle(ownId, "one"), withTitle(otherId, "two")]);
    await saveAsColleague([withTitle(otherId, "theirs")], rev);
    const { others } = await saveRecords([withTitle(ownId, "mine")], { baseRev: rev });
    expect(others).toEqual([{ id: otherId, after: withTitle(otherId, "theirs") }]);
    const { page } = await readDraft();
    expect([textOf(page.records[ownId]), textOf(page.records[otherId])]).toEqual(["mine", "theirs"]);
  });

  it("B-367, R-12: get the conflict of the same part with its author and its value, and nothing is overwritten", async () => {
    const { rev } = await saveRecords([withTitle(ownId, "one"), withTitle(otherId, "two")]);
    await saveAsColleague([withTitle(ownId, "theirs")], rev);
    const answer = await sendChanges(asChanges([withTitle(ownId, "mine"), withTitle(otherId, "also mine")]), {
      baseRev: rev,
    });
    expect(answer.status).toBe(409);
    const { records, rev: currentRev } = answer.body.details as {
      rev: number;
      records: { id: string; by: string; theirs: string }[];
    };
    expect(currentRev).toBe(rev + 1);
    expect(records.map((record) => record.id)).toEqual([ownId]);
    expect(records[0]!.by).not.toBe("");
    expect(JSON.parse(records[0]!.theirs)).toEqual(withTitle(ownId, "theirs"));
    const { page } = await readDraft();
    expect([textOf(page.records[ownId]), textOf(page.records[otherId])]).toEqual(["theirs", "two"]);
  });

  it("R-12: get a conflict when one deletes the canvas that the other edits", async () => {
    const { rev } = await saveRecords([canvas(id), node(nodeId, id)]);
    await saveAsColleague([node(nodeId, id, { value: { title: { en: "moved on" } } })], rev);
    const answer = await sendChanges([{ id }, { id: nodeId }], { baseRev: rev });
    expect(answer.status).toBe(409);
    expect(Object.keys((await readDraft()).page.records)).toEqual(expect.arrayContaining([id, nodeId]));
  });

  it("R-12: get a conflict when one ungroups the group to which the other adds", async () => {
    const { rev } = await saveRecords([canvas(id), group(groupId, id), node(nodeId, groupId)]);
    await saveAsColleague([node("nd_bbbbbbbbbb", groupId)], rev);
    const answer = await sendChanges([{ id: groupId }, { id: nodeId, after: node(nodeId, id) }], { baseRev: rev });
    expect(answer.status).toBe(409);
    const { records } = answer.body.details as { records: { id: string }[] };
    expect(records.map((record) => record.id)).toEqual([groupId]);
  });

  it("R-08: may repeat a save after a lost response", async () => {
    const { rev } = await saveRecords([withTitle(ownId, "one")]);
    await saveRecords([withTitle(ownId, "two")], { baseRev: rev });
    expect((await saveRecords([withTitle(ownId, "two")], { baseRev: rev })).rev).toBe(rev + 1);
    expect((await readDraft()).rev).toBe(rev + 1);
  });

  it("B-367: cannot refer to a future revision", async () => {
    expect((await sendChanges(asChanges([withTitle(ownId, "one")]), { baseRev: 7 })).status).toBe(400);
  });
});

describe("publishing", () => {
  const publish = (more: object = {}) => send("POST Api/Java/PublishPage", { pageId, ...more });
  const problemsOf = (answer: Awaited<ReturnType<typeof publish>>) =>
    (answer.body.details as { problems: { id: string; field?: string }[] }).problems;

  it("refuses an empty page", async () => {
    const answer = await publish();
    expect(answer.status).toBe(422);
    expect(problemsOf(answer).map((problem) => problem.id)).toEqual(["setting"]);
  });

  it("refuses incomplete parts and names all of them", async () => {
    await saveRecords([
      widget(id, { value: {} }),
      widget("wd_bbbbbbbbbb", { name: "cards", value: { heading: texts, items: [{ text: texts }] } }),
    ]);
    const answer = await publish();
    expect(answer.status).toBe(422);
    expect(problemsOf(answer).map((problem) => `${problem.id} ${problem.field}`)).toEqual([
      `${id} heading`,
      "wd_bbbbbbbbbb items.0.name",
    ]);
    expect((await fetch(`${server.url}/made-${pageCount}`)).status).toBe(404);
  });

  it("refuses a revision other than the one shown", async () => {
    const { rev } = await saveRecords([widget(id)]);
    await saveRecords([widget("wd_bbbbbbbbbb")], { baseRev: rev });
    expect((await publish({ rev })).status).toBe(409);
    expect((await publish({ rev: rev + 1 })).status).toBe(200);
  });

  it("keeps the status changed until every change is undone", async () => {
    const secondId = "wd_bbbbbbbbbb";
    const statusOf = async () => {
      const [row] = await server.database.system((tx) =>
        tx.rows<{ status: string }>(sql`select status from page where id = ${pageId}::uuid`),
      );
      return row!.status;
    };
    let { rev } = await saveRecords([widget(id), widget(secondId)]);
    expect((await publish({ rev })).status).toBe(200);
    expect(await statusOf()).toBe("published");
    ({ rev } = await saveRecords([widget(id, { order: "a1" })], { baseRev: rev }));
    ({ rev } = await saveRecords([widget(secondId, { order: "a2" })], { baseRev: rev }));
    ({ rev } = await saveRecords([widget(secondId)], { baseRev: rev }));
    expect(await statusOf()).toBe("changed");
    await saveRecords([widget(id)], { baseRev: rev });
    expect(await statusOf()).toBe("published");
  });

  it("T-55: requires the right to change pages, like saving", async () => {
    const member = client(server, await newMember(server, owner.tenantId));
    await saveRecords([widget(id)]);
    expect((await member.send("POST Api/Java/PublishPage", { pageId })).status).toBe(403);
    expect((await member.send(saveCall, { diyPageInfo: { pageId }, baseRev: 1, changes: [{ id }] })).status).toBe(403);
    const [row] = await server.database.system((tx) =>
      tx.rows<{ rev: number; status: string }>(sql`select rev, status from page where id = ${pageId}::uuid`),
    );
    expect(row).toEqual({ rev: 1, status: "draft" });
  });
});
