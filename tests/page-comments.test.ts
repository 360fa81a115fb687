/** Comments on pages: who may read, write, resolve and delete them, mentions and their notices, limits, and where comments never go. */
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { CallInput, CallOutput } from "#kit/call.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import { eventsOf } from "./support/event-stream.ts";
import { canvas, node, texts } from "./support/hostile-pages.ts";
import { newMember, newSpaceOwner, type Person } from "./support/people.ts";
import { fieldEquals, grant, roleFactories } from "./support/roles.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
let owner: Person;
let admin: Client;
let memberWith: ReturnType<typeof roleFactories>["memberWith"];
beforeAll(async () => {
  owner = await newSpaceOwner(server);
  admin = client(server, owner);
  ({ memberWith } = roleFactories(server, owner));
});

type Threads = CallOutput<"GET Api/SitePage/Comments">;
type NewComment = CallInput<"POST Api/SitePage/Comment">;
const pageEditor = grant("page", ["read", "update"]);
const canvasId = "wd_comment0001";
const nodeId = "nd_comment0001";

let pageCount = 0;
/** Adds a page with a canvas and a text on it, and returns its id. */
async function newPage(api = admin, more: object = {}): Promise<string> {
  const path = `/commented-${(pageCount += 1)}`;
  const row = { type: "page", path, title: { zh: "首页", en: "Home" }, description: texts, ...more };
  const { id } = (await api.call("POST Api/{type}/QueryAdd", row as never)) as { id: string };
  await savePage(api, id, 0, [
    { id: canvasId, after: canvas(canvasId) },
    { id: nodeId, after: node(nodeId, canvasId, { value: { title: { zh: "你好", en: "Hello" } } }) },
  ]);
  return id;
}
const savePage = (api: Client, pageId: string, baseRev: number, changes: object[]) =>
  api.call("POST api/sitepage/save", { diyPageInfo: { pageId }, baseRev, changes } as never);
const send = (api: Client, pageId: string, more: Partial<NewComment> = {}) =>
  api.send("POST Api/SitePage/Comment", { id: randomUUID(), pageId, text: "Shorter?", ...more });
/** Adds a comment and returns its id. */
async function add(api: Client, pageId: string, more: Partial<NewComment> = {}): Promise<string> {
  const id = randomUUID();
  const answer = await send(api, pageId, { id, ...more });
  expect(answer.status, answer.text).toBe(200);
  return id;
}
const threadsOf = (api: Client, pageId: string) =>
  api.call("GET Api/SitePage/Comments", { pageId }) as Promise<Threads>;
const resolve = (api: Client, pageId: string, id: string, isResolved = true) =>
  api.send("POST Api/SitePage/ResolveComment", { pageId, id, isResolved });
const remove = (api: Client, pageId: string, id: string) => api.send("POST Api/SitePage/DeleteComment", { pageId, id });
const noticesOf = async (api: Client, language = "en") =>
  (
    contentOf(
      await api.send("GET Api/Notice/Mine", {}, { "accept-language": language }),
    ) as CallOutput<"GET Api/Notice/Mine">
  ).notices;
const rename = (person: Person, name: string) =>
  server.database.system((tx) => tx.rows(sql`update member set name = ${name} where id = ${person.memberId}::uuid`));
const countOf = async (pageId: string) =>
  (
    await server.database.system((tx) =>
      tx.rows<{ n: number }>(sql`select count(*)::int as n from page_comment where page_id = ${pageId}::uuid`),
    )
  )[0]!.n;

describe("B-393: comments on a page", () => {
  it("are about an element and a language, or the whole page, with replies in order", async () => {
    const pageId = await newPage();
    await rename(owner, "Ada");
    const first = await add(admin, pageId, { recordId: nodeId, locale: "en", text: "  Too long\nin English  " });
    const second = await add(admin, pageId, { text: "Nice page" });
    await add(admin, pageId, { threadId: first, text: "One", recordId: canvasId, locale: "zh" });
    await add(admin, pageId, { threadId: first, text: "Two" });
    expect(await threadsOf(admin, pageId)).toMatchObject([
      {
        id: first,
        recordId: nodeId,
        recordName: { zh: "文本 · 你好", en: "Text · Hello" },
        isOnPage: true,
        locale: "en",
        resolved: null,
        comments: [
          { text: "Too long\nin English", memberName: "Ada", isOwn: true, isDeleted: false, mayDelete: true },
          { text: "One" },
          { text: "Two" },
        ],
      },
      { id: second, recordId: null, recordName: null, isOnPage: true, locale: null, comments: [{ text: "Nice page" }] },
    ]);
  });

  it("are refused about an element that the saved draft does not have, and stay with the name of one that was deleted", async () => {
    const pageId = await newPage();
    expect((await send(admin, pageId, { recordId: "nd_unknown0001" })).status).toBe(409);
    const id = await add(admin, pageId, { recordId: nodeId });
    await savePage(admin, pageId, 1, [{ id: nodeId }]);
    expect(await threadsOf(admin, pageId)).toMatchObject([{ id, isOnPage: false, recordName: { en: "Text · Hello" } }]);
    await add(admin, pageId, { threadId: id, text: "It was here" });
    await savePage(admin, pageId, 2, [{ id: nodeId, after: node(nodeId, canvasId) }]);
    expect(await threadsOf(admin, pageId)).toMatchObject([
      { id, isOnPage: true, comments: [{}, { text: "It was here" }] },
    ]);
  });

  it("are read and written by those who may edit this page, and by nobody else", async () => {
    const pageId = await newPage();
    const id = await add(admin, pageId);
    const editor = await memberWith([pageEditor]);
    const reader = await memberWith([grant("page", ["read"])]);
    const editorOfOther = await memberWith([grant("page", ["read", "update"], fieldEquals("path", "/elsewhere"))]);
    const member = client(server, await newMember(server, owner.tenantId));
    const stranger = client(server, await newSpaceOwner(server));
    const statuses = async (api: Client) =>
      Promise.all([
        api.send("GET Api/SitePage/Comments", { pageId }),
        api.send("GET Api/SitePage/CommentPeople", { pageId }),
        send(api, pageId, { threadId: id }),
        resolve(api, pageId, id, false),
      ]).then((answers) => answers.map(({ status }) => status));
    const editorOfContent = await memberWith([grant("page", ["read", "editContent"])]);
    expect(await statuses(editor)).toEqual([200, 200, 200, 200]);
    expect(await statuses(editorOfContent)).toEqual([200, 200, 200, 200]);
    expect(await statuses(reader)).toEqual([403, 403, 403, 403]);
    expect(await statuses(editorOfOther)).toEqual([404, 404, 404, 404]);
    expect(await statuses(member)).toEqual([403, 403, 403, 403]);
    expect(await statuses(stranger)).toEqual([404, 404, 404, 404]);
    expect(await statuses(client(server))).toEqual([401, 401, 401, 401]);
    expect(await countOf(pageId)).toBe(3);
  });

  it("are deleted by their author or an administrator; a comment with replies keeps these", async () => {
    const pageId = await newPage();
    const [author, colleague] = [await memberWith([pageEditor]), await memberWith([pageEditor])];
    const first = await add(author, pageId, { text: "First" });
    const reply = await add(colleague, pageId, { threadId: first, text: "Reply" });
    expect((await threadsOf(author, pageId))[0]!.comments.map(({ mayDelete }) => mayDelete)).toEqual([true, false]);
    expect((await remove(colleague, pageId, first)).status).toBe(403);
    expect((await remove(author, pageId, first)).status).toBe(200);
    expect(await threadsOf(colleague, pageId)).toMatchObject([
      {
        id: first,
        comments: [
          { text: "", isDeleted: true, mayDelete: false },
          { text: "Reply", mayDelete: true },
        ],
      },
    ]);
    expect((await remove(author, pageId, first)).status).toBe(404);
    expect((await remove(author, pageId, reply)).status).toBe(403);
    expect((await remove(admin, pageId, reply)).status).toBe(200);
    expect([await threadsOf(admin, pageId), await countOf(pageId)]).toEqual([[], 0]);
  });

  it("are resolved and reopened by anybody who may edit the page; the first one to resolve is named", async () => {
    const pageId = await newPage();
    const id = await add(admin, pageId);
    const reply = await add(admin, pageId, { threadId: id });
    const editor = await memberWith([pageEditor]);
    await rename(editor.person, "Grace");
    expect((await resolve(editor, pageId, id)).status).toBe(200);
    expect((await resolve(admin, pageId, id)).status).toBe(200);
    expect(await threadsOf(admin, pageId)).toMatchObject([{ resolved: { by: "Grace", at: expect.any(String) } }]);
    expect((await resolve(admin, pageId, id, false)).status).toBe(200);
    expect(await threadsOf(admin, pageId)).toMatchObject([{ resolved: null }]);
    expect((await resolve(admin, pageId, reply)).status).toBe(404);
  });

  it("T-51: are found with their own page only", async () => {
    const [pageId, otherId] = [await newPage(), await newPage()];
    const id = await add(admin, pageId);
    const statuses = [
      await send(admin, otherId, { threadId: id }),
      await resolve(admin, otherId, id),
      await remove(admin, otherId, id),
      await send(admin, otherId, { id }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([404, 404, 404, 409]);
    expect(await threadsOf(admin, otherId)).toEqual([]);
  });

  it("are added once for one id, and are neither empty nor too long nor too many", async () => {
    const pageId = await newPage();
    const id = await add(admin, pageId, { text: "Once" });
    expect((await send(admin, pageId, { id, text: "Once" })).status).toBe(200);
    expect(await countOf(pageId)).toBe(1);
    // A stranger cannot learn from an id whether it exists in another space, nor take it over.
    const stranger = await newSpaceOwner(server);
    const strangersPage = await newPage(client(server, stranger));
    expect((await send(client(server, stranger), strangersPage, { id })).status).toBe(409);
    const refused = [
      await send(admin, pageId, { text: " \n " }),
      await send(admin, pageId, { text: "字".repeat(2001) }),
      await send(admin, pageId, { mentions: Array.from({ length: 21 }, () => owner.memberId) }),
      await send(admin, pageId, { recordId: "setting" }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([422, 422, 422, 422]);
    await server.database.system((tx) =>
      tx.rows(sql`insert into page_comment (id, tenant_id, page_id, text, mentions, member_name)
        select gen_random_uuid(), ${owner.tenantId}::uuid, ${pageId}::uuid, 'x', '[]', '' from generate_series(1, 999)`),
    );
    expect((await send(admin, pageId)).status).toBe(409);
  });

  it("are no part of the draft, its versions, what visitors get and what is offered to the market, and go with a page that is deleted for good", async () => {
    const pageId = await newPage();
    const secret = `secret ${randomUUID()}`;
    await add(admin, pageId, { recordId: nodeId, text: secret });
    await admin.call("POST api/sitepage/save", { diyPageInfo: { pageId }, baseRev: 1, changes: [], saveName: "v" });
    await admin.call("POST Api/Java/PublishPage", { pageId });
    const offer = { kind: "page" as const, pageId, name: { zh: "页", en: "Page" } };
    await admin.call("POST Api/Market/Offer", offer);
    const info = await admin.send("POST Api/SitePage/GetPageInfo", { id: pageId, diyPageInfo: {}, recordsOnly: false });
    expect([info.status, info.text.includes(secret)]).toEqual([200, false]);
    for (const table of ["page", "page_revision", "page_snapshot", "market_item", "market_edition"]) {
      const [found] = await server.database.system((tx) =>
        tx.rows<{ isFilled: boolean; secrets: number }>(
          sql`select count(*) > 0 as "isFilled", count(*) filter (where t::text like ${`%${secret}%`})::int as secrets
            from ${sql.identifier(table)} t`,
        ),
      );
      expect({ table, ...found }).toEqual({ table, isFilled: true, secrets: 0 });
    }
    await admin.call("DELETE Api/{type}/QueryDelete", { type: "page", ids: pageId });
    expect([(await admin.send("GET Api/SitePage/Comments", { pageId })).status, await countOf(pageId)]).toEqual([
      404, 1,
    ]);
    await admin.call("POST Api/{type}/Erase", { type: "page", ids: [pageId] });
    expect(await countOf(pageId)).toBe(0);
  });
});

describe("B-393: a mention", () => {
  it("leaves no excerpt in a notification once its comment is deleted, read or not", async () => {
    const pageId = await newPage();
    const [author, mentioned] = [await memberWith([pageEditor]), await memberWith([pageEditor])];
    await rename(mentioned.person, "Grace");
    const first = await add(author, pageId, { text: "@Grace secret plan", mentions: [mentioned.person.memberId] });
    const reply = await add(mentioned, pageId, { threadId: first, text: "secret answer" });
    await remove(author, pageId, first);
    expect(await noticesOf(mentioned)).toMatchObject([{ detail: "The comment was deleted" }]);
    expect(await noticesOf(author)).toMatchObject([{ detail: "secret answer" }]);
    await remove(mentioned, pageId, reply);
    expect(await noticesOf(author, "zh")).toMatchObject([{ detail: "评论已删除" }]);
  });

  it("notifies members who may edit the page, with a link to the comment, and replies notify those who wrote", async () => {
    const pageId = await newPage();
    const [author, mentioned] = [await memberWith([pageEditor]), await memberWith([pageEditor])];
    await rename(author.person, "Ada");
    await rename(mentioned.person, "Grace");
    const people = (await author.call("GET Api/SitePage/CommentPeople", { pageId })) as { id: string; name: string }[];
    expect(people.map(({ name }) => name)).toEqual(expect.arrayContaining(["Ada", "Grace"]));
    const mentions = [mentioned.person.memberId, author.person.memberId];
    const id = await add(author, pageId, { text: "@Grace, please check with @Ada", mentions });
    expect(await noticesOf(mentioned)).toMatchObject([
      {
        kind: "comment",
        text: "Ada mentioned you in a comment on the page “Home”",
        detail: "@Grace, please check with @Ada",
        url: `/builder/${pageId}?comment=${id}`,
      },
    ]);
    expect((await noticesOf(mentioned, "zh"))[0]!.text).toBe("Ada 在页面“首页”的评论中提到了您");
    expect(await noticesOf(author)).toEqual([]);
    expect((await threadsOf(author, pageId))[0]!.comments[0]!.mentions.map(({ name }) => name).toSorted()).toEqual([
      "Ada",
      "Grace",
    ]);
    const reply = await add(mentioned, pageId, { threadId: id, text: "Done" });
    expect(await noticesOf(author)).toMatchObject([
      { text: "Grace replied to a comment on the page “Home”", url: `/builder/${pageId}?comment=${reply}` },
    ]);
    expect((await noticesOf(mentioned)).length).toBe(1);
  });

  it("of somebody who may not edit the page, of another space or unknown is refused, and one without its name in the text notifies nobody", async () => {
    const pageId = await newPage();
    const editor = await memberWith([pageEditor]);
    const outsiders = [
      (await memberWith([grant("page", ["read"])])).person.memberId,
      (await newMember(server, owner.tenantId)).memberId,
      (await newSpaceOwner(server)).memberId,
      randomUUID(),
    ];
    for (const outsider of outsiders)
      expect((await send(admin, pageId, { text: "@x", mentions: [editor.person.memberId, outsider] })).status).toBe(
        422,
      );
    const people = (await admin.call("GET Api/SitePage/CommentPeople", { pageId })) as { id: string }[];
    const ids = people.map(({ id }) => id);
    expect([ids.includes(editor.person.memberId), ids.filter((id) => outsiders.includes(id))]).toEqual([true, []]);
    await add(admin, pageId, { text: "Nobody", mentions: [editor.person.memberId] });
    expect([await noticesOf(editor), await countOf(pageId)]).toEqual([[], 1]);
  });

  it("shows a mobile number that stands for a name masked", async () => {
    const pageId = await newPage();
    const editor = await memberWith([pageEditor]);
    for (const name of ["13700001234", "+86 137 0000 1234"]) {
      await rename(editor.person, name);
      const people = (await admin.call("GET Api/SitePage/CommentPeople", { pageId })) as { id: string; name: string }[];
      expect(people.find(({ id }) => id === editor.person.memberId)?.name).toBe("137****1234");
    }
  });
});

it("B-393: the stream of a page tells those who may edit it of every change, without content", async () => {
  const pageId = await newPage();
  const openStream = (token: string) =>
    fetch(`${server.url}/api/SitePage/PresenceEvents?pageId=${pageId}&tab=${randomUUID()}`, {
      headers: { authorization: `Bearer ${token}` },
    });
  const [member, stranger] = [await newMember(server, owner.tenantId), await newSpaceOwner(server)];
  expect([(await openStream(member.token)).status, (await openStream(stranger.token)).status]).toEqual([403, 404]);
  const events = eventsOf<{ comments: string }>(await openStream(owner.token));
  async function nextEvent(): Promise<{ comments: string }> {
    const { value, done } = await events.next();
    if (done === true) throw new Error("The stream has ended.");
    return value;
  }
  const states: string[] = [];
  async function expectNewState(): Promise<void> {
    const event = await nextEvent();
    expect(JSON.stringify(event)).not.toContain("secret");
    const { comments } = event;
    expect(states).not.toContain(comments);
    states.push(comments);
  }
  await expectNewState();
  const id = await add(admin, pageId, { text: "secret" });
  await expectNewState();
  await resolve(admin, pageId, id);
  await expectNewState();
  await remove(admin, pageId, id);
  expect(await nextEvent()).toMatchObject({ comments: states[0] });
  await events.return(undefined);
});
