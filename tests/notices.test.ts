/** Notices in the app: their recipients, events, texts in both languages, and expiry. */
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { CallOutput } from "#kit/call.ts";
import { isUnderWay } from "#kit/job.ts";
import { maxNotices, type NoticeKind, noticeKindNames } from "#kit/notice.ts";
import member from "#entities/member.ts";
import { insertRow } from "#records/change/save.server.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import { addChangedPage } from "./support/changed-pages.ts";
import {
  givePassword,
  newMember,
  newSpaceOwner,
  nextMobile,
  type Person,
  signInAgain,
  superAdministrator,
} from "./support/people.ts";
import { programIn } from "./support/registries.ts";
import { startServer } from "./support/server.ts";
import { runUpkeep } from "./support/upkeep.ts";

const server = await startServer();
type Notices = CallOutput<"GET Api/Notice/Mine">;

const noticesOf = async (api: Client, more: object = {}, language = "en") =>
  contentOf(await api.send("GET Api/Notice/Mine", more, { "accept-language": language })) as Notices;
const textsOf = async (api: Client, language = "en") =>
  (await noticesOf(api, {}, language)).notices.map(({ text }) => text);
const unreadOf = async (api: Client) => (contentOf(await api.send("GET api/user/View")) as { unread: number }).unread;

const order = { type: "paasWork", kind: "fault", priority: "urgent", description: "d" };
const submitOrder = async (author: Client, title: string, more: object = {}) =>
  ((await author.call("POST Api/{type}/QuerySave", { ...order, title, ...more } as never)) as { id: string }).id;
const reply = (author: Client, id: string, text: string) =>
  author.call("POST paas/workorder/message", { id, messageId: randomUUID(), text });
const newDeviceText = "Your account was used to sign in on a new device: Chrome on Windows";
async function signInOnNewDevice(person: Person, mobile: string): Promise<void> {
  await givePassword(server, person, "Harbour7x");
  const chrome = { "user-agent": "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36" };
  const credentials = { username: mobile, password: "Harbour7x" };
  expect((await client(server).send("POST Api/Member/Login", credentials, chrome)).status).toBe(200);
}
const rename = ({ memberId }: Person, name: string) =>
  server.database.system((tx) => tx.rows(sql`update member set name = ${name} where id = ${memberId}::uuid`));

describe("a job", () => {
  it("notifies its owner of its result, in the language of reading, until it is marked as read", async () => {
    const owner = await newSpaceOwner(server);
    const [api, colleague] = [client(server, owner), client(server, await newMember(server, owner.tenantId))];
    await addChangedPage(server, owner, "/a");
    const { id } = (await api.call("POST Api/Job/Start", { name: "publishAll" })) as { id: string };
    const stateOf = async () =>
      (contentOf(await api.send("GET Api/Job/Mine")) as CallOutput<"GET Api/Job/Mine">).jobs[0]!.state;
    await expect.poll(async () => isUnderWay(await stateOf()), { timeout: 60_000 }).toBe(false);
    const { notices, unread } = await noticesOf(api);
    expect(notices).toMatchObject([
      {
        kind: "job",
        text: "Completed: Publish all pages",
        about: id,
        isRead: false,
        detail: expect.stringMatching(/^1 page/),
      },
    ]);
    expect([unread, await unreadOf(api)]).toEqual([1, 1]);
    expect(await textsOf(api, "zh")).toEqual(["任务已完成：发布全部页面"]);
    expect((await noticesOf(colleague)).notices).toEqual([]);
    // Another person cannot mark it as read.
    await colleague.call("POST Api/Notice/Read", { ids: [notices[0]!.id] });
    expect(await unreadOf(api)).toBe(1);
    await api.call("POST Api/Notice/Read", { ids: [notices[0]!.id] });
    expect([await unreadOf(api), (await noticesOf(api)).notices[0]!.isRead]).toEqual([0, true]);
  });
});

describe("a work order", () => {
  it("notifies its handlers, and its author of replies; several unread ones become one", async () => {
    const owner = await newSpaceOwner(server);
    const person = await newMember(server, owner.tenantId);
    await rename(person, "Ada");
    await rename(owner, "Grace");
    const [handler, author, colleague] = [owner, person, await newMember(server, owner.tenantId)].map((someone) =>
      client(server, someone),
    ) as [Client, Client, Client];
    const id = await submitOrder(author, "柜门");
    expect(await textsOf(handler)).toEqual(["Ada filed the work order “柜门”"]);
    expect(await textsOf(handler, "zh")).toEqual(["Ada 提交了工单“柜门”"]);
    expect(await textsOf(author)).toEqual([]);
    await reply(handler, id, "On our way");
    expect((await noticesOf(author)).notices).toMatchObject([
      { text: "Grace replied to the work order “柜门”", detail: "On our way", url: `/paas/paasWork/details?id=${id}` },
    ]);
    await reply(handler, id, "Nearly there");
    expect(await textsOf(author)).toEqual(["2 new replies to the work order “柜门”, the latest from Grace"]);
    await author.call("POST Api/Notice/Read", {});
    await reply(handler, id, "There");
    expect(await textsOf(author)).toEqual([
      "Grace replied to the work order “柜门”",
      "2 new replies to the work order “柜门”, the latest from Grace",
    ]);
    await handler.call("POST paas/workorder/move", { id, step: "accept" });
    expect((await textsOf(author, "zh"))[0]).toBe("Grace 将工单“柜门”更新为：处理中");
    expect((await noticesOf(colleague)).notices).toEqual([]);
  });

  it("between two spaces notifies the people of both, and of no other space", async () => {
    const provider = client(server, await superAdministrator(server));
    const { packages } = (await provider.call("GET service/packages", {})) as {
      packages: { id: string; key: string }[];
    };
    const owner = await newSpaceOwner(server);
    const customer = client(server, owner);
    const trial = packages.find(({ key }) => key === "trial")!;
    await customer.call("POST service/open", { packageId: trial.id, requestId: randomUUID() });
    const [opening] = (await customer.call("GET Api/{type}/QueryList", { type: "serviceOpening" })) as { id: string }[];
    const title = `order ${randomUUID()}`;
    const id = await submitOrder(customer, title, { openingId: opening!.id });
    const notice = (await noticesOf(provider)).notices.find(({ text }) => text.includes(title));
    expect(notice).toMatchObject({ kind: "work", isRead: false });
    // Its link leads to the provider's own row.
    const providerOrderId = new URL(notice!.url!, server.url).searchParams.get("id")!;
    expect(providerOrderId).not.toBe(id);
    expect((await provider.send("GET paas/workorder/details", { id: providerOrderId })).status).toBe(200);
    await reply(provider, providerOrderId, "Received");
    expect((await noticesOf(customer)).notices).toMatchObject([
      { detail: "Received", url: `/paas/paasWork/details?id=${id}` },
    ]);
    expect((await noticesOf(client(server, await newSpaceOwner(server)))).notices).toEqual([]);
  });
});

describe("the members of a space", () => {
  it("are notified of accepted and declined invitations", async () => {
    const owner = await newSpaceOwner(server);
    const admin = client(server, owner);
    for (const [name, path, text] of [
      ["Ada", "POST user/spaces/enter", "Ada accepted the invitation and joined the space"],
      ["Grace", "POST user/spaces/decline", "Grace declined the invitation"],
    ] as const) {
      const mobile = nextMobile();
      await admin.call("POST paas/member/invite", { mobile, name, roles: [] });
      const invited = client(server, await newSpaceOwner(server, mobile));
      expect((await invited.send(path, { tenantId: owner.tenantId })).status).toBe(200);
      expect((await textsOf(admin))[0]).toBe(text);
    }
  });

  it("are notified of enquiries that they may read, in one notice for several", async () => {
    const { tenantId } = await superAdministrator(server);
    const admin = client(server, await superAdministrator(server));
    const addReader = async (fields: string[] | null) => {
      const grants = [{ entity: "contactMessage", verbs: ["read"], read: fields, write: null }];
      const role = (await admin.call("POST Api/{type}/QueryAdd", {
        type: "role",
        name: { zh: "客服", en: "Desk" },
        grants,
      } as never)) as { id: string };
      const person = await newMember(server, tenantId);
      await server.database.system((tx) =>
        tx.rows(sql`update member set roles = ${JSON.stringify([role.id])}::jsonb where id = ${person.memberId}::uuid`),
      );
      return client(server, person);
    };
    const [reader, withoutDetails, withoutRole] = [
      await addReader(null),
      await addReader(["status"]),
      client(server, await newMember(server, tenantId)),
    ];
    const submitEnquiry = (name: string) =>
      client(server).call("POST basic/contact/submit", { name, contact: "a@example.org", message: `from ${name}` });
    await submitEnquiry("Ada");
    expect(await textsOf(reader)).toEqual(["New enquiry from Ada"]);
    await submitEnquiry("Grace");
    expect((await noticesOf(reader)).notices).toMatchObject([
      { text: "2 new enquiries, the latest from Grace", detail: "from Grace" },
    ]);
    expect([await textsOf(withoutDetails), await textsOf(withoutRole)]).toEqual([[], []]);
  });

  it("are notified in each of their spaces of a sign-in on a new device", async () => {
    const mobile = nextMobile();
    const person = await newSpaceOwner(server, mobile);
    const { accountId } = person;
    const { tenantId } = await newSpaceOwner(server);
    await server.database.tenant(tenantId, (tx) =>
      insertRow(tx, programIn(tenantId), member, {
        values: { userName: mobile, mobile, name: "Ada", isAdministrator: false, status: "active" },
        internal: { accountId },
      }),
    );
    await signInOnNewDevice(person, mobile);
    for (const session of [person, await signInAgain(server, { accountId, tenantId })])
      expect(await textsOf(client(server, session))).toEqual([newDeviceText]);
  });
});

describe("notices", () => {
  /** Inserts notices of a person, a minute apart, the newest `age` ago. */
  const insertNotices = ({ tenantId, memberId }: Person, count: number, age = "0 days") =>
    server.database.system((tx) =>
      tx.rows(sql`insert into notice (id, tenant_id, member_id, event, about, content, created_at)
        select gen_random_uuid(), ${tenantId}::uuid, ${memberId}::uuid, 'work.filed', n::text,
          jsonb_build_object('name', 'Ada', 'title', n::text), now() - ${age}::interval - n * interval '1 minute'
        from generate_series(1, ${count}::int) n`),
    );
  const countOf = async ({ tenantId, memberId }: Person) =>
    (
      await server.database.read<{ count: number }>(
        tenantId,
        sql`select count(*)::int as count from notice where member_id = ${memberId}::uuid`,
      )
    )[0]!.count;

  it("are listed page by page, newest first, each once", async () => {
    const owner = await newSpaceOwner(server);
    const api = client(server, owner);
    await insertNotices(owner, 70);
    const texts: string[] = [];
    let before: string | null = null;
    do {
      const page: Notices = await noticesOf(api, before === null ? {} : { before });
      texts.push(...page.notices.map(({ text }) => text));
      before = page.next;
    } while (before !== null);
    expect(texts).toEqual(Array.from({ length: 70 }, (_, n) => `Ada filed the work order “${n + 1}”`));
  });

  it("of a kind that a person turned off are not created, except those of account security", async () => {
    const mobile = nextMobile();
    const owner = await newSpaceOwner(server, mobile);
    const [admin, author] = [client(server, owner), client(server, await newMember(server, owner.tenantId))];
    const settings = async () =>
      (contentOf(await admin.send("GET Api/Notice/Settings")) as CallOutput<"GET Api/Notice/Settings">).kinds;
    expect((await settings()).map(({ kind, isOn }) => [kind, isOn])).toEqual(
      noticeKindNames.map((kind) => [kind, true]),
    );
    const set = (kind: NoticeKind, isOn: boolean) => admin.send("POST Api/Notice/SaveSetting", { kind, isOn });
    // To turn a kind off again changes nothing.
    for (const kind of [...noticeKindNames, ...noticeKindNames])
      expect([kind, (await set(kind, false)).status]).toEqual([kind, kind === "security" ? 409 : 200]);
    expect((await settings()).filter(({ isOn }) => isOn).map(({ kind }) => kind)).toEqual(["security"]);
    await submitOrder(author, "one");
    expect(await textsOf(admin)).toEqual([]);
    await signInOnNewDevice(owner, mobile);
    expect(await textsOf(admin)).toEqual([newDeviceText]);
    expect((await set("work", true)).status).toBe(200);
    await submitOrder(author, "two");
    const [newest, ...others] = await textsOf(admin);
    expect(newest).toContain("two");
    expect(others).toEqual([newDeviceText]);
  });

  it("are deleted after ninety days, and beyond the limit of a person", async () => {
    const [withTooMany, withOutdated] = [await newSpaceOwner(server), await newSpaceOwner(server)];
    await insertNotices(withTooMany, maxNotices + 20);
    await insertNotices(withOutdated, 3, "91 days");
    await runUpkeep(server, "purgeNotices");
    expect([await countOf(withTooMany), await countOf(withOutdated)]).toEqual([maxNotices, 0]);
    expect((await noticesOf(client(server, withTooMany))).notices[0]!.text).toBe("Ada filed the work order “1”");
  });

  it("are streamed as they are created, with the number of unread ones", async () => {
    const owner = await newSpaceOwner(server);
    const author = client(server, await newMember(server, owner.tenantId));
    const answer = await fetch(`${server.url}/api/job/events`, { headers: { authorization: `Bearer ${owner.token}` } });
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    const unread = async (): Promise<number> => {
      const { value = "", done } = await reader.read();
      if (done) throw new Error("The stream has ended.");
      const data = /data: (.*)\n/.exec(value)?.[1];
      return data === undefined ? unread() : (JSON.parse(data) as { notices: { unread: number } }).notices.unread;
    };
    expect(await unread()).toBe(0);
    await submitOrder(author, "now");
    expect(await unread()).toBe(1);
    await client(server, owner).call("POST Api/Notice/Read", {});
    expect(await unread()).toBe(0);
    await reader.cancel();
  });
});
