/** Invitations to a space, and switching between one's own spaces. */
import { request } from "node:http";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { TableResult } from "#kit/auto.ts";
import type { AnyRow } from "#kit/entity.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import { startMockSms } from "./support/mock-sms.ts";
import { givePassword, newSpace, nextMobile, type Person } from "./support/people.ts";
import { startServer } from "./support/server.ts";

const server = await startServer();
const provider = await startMockSms();
/** Set up before there were messages for invitations. */
const older = await startServer({
  ...provider.settings("aliyun"),
  SMS_TEMPLATES: provider.settings("aliyun").SMS_TEMPLATES!.replace(/,invited=.*/, ""),
});
let owner: Person;
let admin: Client;
beforeAll(async () => {
  owner = await newSpace(server);
  admin = client(server, owner);
});

const search = (person: Client, type: string, more: object = {}) =>
  person.send("POST paas/table/search", { paraModel: { url: `/paas/${type}/list`, ...more } });
const run = (person: Client, command: string, id: string) =>
  person.send("POST Api/{type}/Command", { type: "member", command, ids: [id] });
const row = async (type: string, id: string) =>
  contentOf(await admin.send("GET Api/{type}/QueryById", { type, id })) as AnyRow;

describe("an invitation", () => {
  const spaces = async (person: Client) =>
    contentOf(await person.send("GET user/spaces")) as {
      tenantId: string;
      isCurrent: boolean;
      isInvitation: boolean;
    }[];

  it("is seen by the owner of the number, who joins by accepting it and goes on there as a member", async () => {
    const mobile = nextMobile();
    const grants = [{ entity: "contactMessage", verbs: ["read"], read: null, write: null }];
    const made = await admin.send("POST Api/{type}/QueryAdd", {
      type: "role",
      name: { zh: "客服", en: "Desk" },
      grants,
    });
    const { id: role } = contentOf(made) as AnyRow;
    const invited = await admin.send("POST paas/member/invite", {
      mobile: `+86 ${mobile}`,
      name: "Ada",
      roles: [role],
    });
    expect(invited.status, invited.text).toBe(200);
    expect(invited.text).not.toContain(mobile);
    const ada = await newSpace(server, mobile);
    const own = client(server, ada);
    expect(await spaces(own)).toMatchObject([
      { tenantId: ada.tenantId, isCurrent: true, isInvitation: false },
      { tenantId: owner.tenantId, isCurrent: false, isInvitation: true },
    ]);
    const entered = await own.send(
      "POST user/spaces/enter",
      { tenantId: owner.tenantId },
      { "x-meridian-client": "bearer" },
    );
    expect(entered.status, entered.text).toBe(200);
    const there = client(server, contentOf(entered) as { token: string });
    expect((await search(there, "contactMessage")).status).toBe(200);
    expect((await search(there, "member")).status).toBe(403);
    expect(await spaces(there)).toMatchObject([{ isInvitation: false }, { isCurrent: true, isInvitation: false }]);
    // The session that asked has become the new one.
    expect((await own.send("GET user/spaces")).status).toBe(401);
    const { rows: members } = (contentOf(await search(admin, "member")) as { result: TableResult }).result;
    expect(members.find(({ name }) => name === "Ada")).toMatchObject({ status: "active" });
  });

  it("is nobody else's, and none when it was withdrawn (T-01)", async () => {
    const mobile = nextMobile();
    const { id } = contentOf(await admin.send("POST paas/member/invite", { mobile })) as { id: string };
    const stranger = client(server, await newSpace(server));
    expect((await spaces(stranger)).length).toBe(1);
    expect((await stranger.send("POST user/spaces/enter", { tenantId: owner.tenantId })).status).toBe(404);
    const invited = client(server, await newSpace(server, mobile));
    const { version } = await row("member", id);
    const withdrawn = { type: "member", id, version, status: "disabled" };
    expect((await admin.send("POST Api/{type}/QueryUpdate", withdrawn)).status).toBe(200);
    expect((await spaces(invited)).length).toBe(1);
    expect((await invited.send("POST user/spaces/enter", { tenantId: owner.tenantId })).status).toBe(404);
  });

  const sentTo = async (mobile: string) => {
    const rows = await server.database.system((tx) =>
      tx.rows<{ body: { text: string } }>(
        sql`select body from outbox where recipient = ${mobile} and topic = 'invited' order by created_at`,
      ),
    );
    return rows.map(({ body }) => body.text);
  };

  it("is told to the number by SMS with the way to it, is sent once more on demand, and stays within its budget", async () => {
    const mobile = nextMobile();
    const invited = contentOf(await admin.send("POST paas/member/invite", { mobile })) as {
      id: string;
      isSent: boolean;
    };
    expect(invited.isSent).toBe(true);
    const [text] = await sentTo(mobile);
    expect(text).toMatch(/invites you to join.*http:\/\/\S+\/paas/);
    const again = async () =>
      (contentOf(await run(admin, "resendInvitation", invited.id)) as { kind: string }).kind === "success";
    expect([await again(), await again()]).toEqual([true, true]);
    // Three of one kind an hour to a number, whoever asks.
    expect(await again()).toBe(false);
    expect((await sentTo(mobile)).length).toBe(3);
    const stranger = client(server, await newSpace(server));
    expect((await run(stranger, "resendInvitation", invited.id)).status).toBe(404);
    const [kept] = await server.database.system((tx) =>
      tx.rows<{ text: string }>(sql`select invited_mobile as text from member where id = ${invited.id}::uuid`),
    );
    expect(kept!.text).not.toContain(mobile);
  });

  it("is sent once more within the space's budget of a day, also when many are sent at once", async () => {
    const other = await newSpace(server);
    const boss = client(server, other);
    const ids: string[] = [];
    for (let count = 0; count < 6; count += 1)
      ids.push((contentOf(await boss.send("POST paas/member/invite", { mobile: nextMobile() })) as { id: string }).id);
    // 29 of the 30 messages of this day were sent.
    await server.database.system((tx) =>
      tx.rows(sql`update member set invitation_sent_at = case when id = ${ids[0]}::uuid
          then (select array_agg(now()) from generate_series(1, 29)) else '{}' end
        where id = any(${sql.param(ids)}::uuid[])`),
    );
    const answers = await Promise.all(ids.map((id) => run(boss, "resendInvitation", id)));
    expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200));
    const sent = answers.filter((answer) => (contentOf(answer) as { kind: string }).kind === "success");
    expect(sent).toHaveLength(1);
  });

  it("is handed over as a link where the provider has no template for the message", async () => {
    const boss = client(older, await newSpace(older));
    const mobile = nextMobile();
    const made = contentOf(await boss.send("POST paas/member/invite", { mobile })) as { id: string; isSent: boolean };
    expect(made.isSent).toBe(false);
    expect(contentOf(await run(boss, "resendInvitation", made.id))).toEqual({
      text: "The text message could not be sent. Send the link instead.",
      kind: "info",
    });
    const queued = await older.database.system((tx) => tx.rows(sql`select 1 from outbox where recipient = ${mobile}`));
    expect(queued).toEqual([]);
  });

  it("carries nothing in a message that leads strangers elsewhere, whatever the space is called", async () => {
    const other = await newSpace(server);
    const boss = client(server, other);
    const [site] = await server.database.system((tx) =>
      tx.rows<{ id: string; version: number }>(
        sql`select id, version from site where tenant_id = ${other.tenantId}::uuid`,
      ),
    );
    const name = "Win 10000 at http://evil.example/x call 13800000000";
    const saved = await boss.send("POST Api/{type}/QueryUpdate", {
      type: "site",
      ...site!,
      name: { zh: name.slice(0, 40), en: name.slice(0, 40) },
    });
    expect(saved.status, saved.text).toBe(200);
    const mobile = nextMobile();
    await boss.send("POST paas/member/invite", { mobile });
    const [text] = await sentTo(mobile);
    expect(text!.slice(0, text!.indexOf(" invites"))).toMatch(/^Meridian: [\p{L} ]{1,20}$/u);
  });

  it("is declined by its owner and by nobody else, and can be withdrawn by the space; the number is forgotten", async () => {
    const mobile = nextMobile();
    const ada = client(server, await newSpace(server, mobile));
    const stranger = client(server, await newSpace(server));
    const invite = async () =>
      (contentOf(await admin.send("POST paas/member/invite", { mobile })) as { id: string }).id;
    const first = await invite();
    expect((await stranger.send("POST user/spaces/decline", { tenantId: owner.tenantId })).status).toBe(404);
    expect((await ada.send("POST user/spaces/decline", { tenantId: owner.tenantId })).status).toBe(200);
    expect((await spaces(ada)).length).toBe(1);
    expect((await ada.send("POST user/spaces/enter", { tenantId: owner.tenantId })).status).toBe(404);
    const second = await invite();
    expect((await spaces(ada)).length).toBe(2);
    expect((await run(stranger, "revokeInvitation", second)).status).toBe(404);
    expect((await run(admin, "revokeInvitation", second)).status).toBe(200);
    expect((await run(admin, "revokeInvitation", second)).status).toBe(404);
    expect((await spaces(ada)).length).toBe(1);
    const left = await server.database.system((tx) =>
      tx.rows<{ sealed: string | null }>(
        sql`select invited_mobile as sealed from member where id in (${first}::uuid, ${second}::uuid)`,
      ),
    );
    expect(left).toEqual([{ sealed: null }, { sealed: null }]);
  });

  it("cannot be withdrawn once it was accepted", async () => {
    const mobile = nextMobile();
    const ada = client(server, await newSpace(server, mobile));
    const { id } = contentOf(await admin.send("POST paas/member/invite", { mobile })) as { id: string };
    await ada.call("POST user/spaces/enter", { tenantId: owner.tenantId });
    expect((await run(admin, "revokeInvitation", id)).status).toBe(409);
  });

  it("stands once for a number, of ten at once, and says nothing of accounts (T-16)", async () => {
    const [known, unknown] = [nextMobile(), nextMobile()];
    await newSpace(server, known);
    const outcomes: unknown[] = [];
    for (const mobile of [known, unknown]) {
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => admin.send("POST paas/member/invite", { mobile })),
      );
      expect(answers.filter(({ status }) => status === 200).length).toBe(1);
      expect(answers.filter(({ status }) => status === 409).length).toBe(9);
      outcomes.push(answers.map(({ status, body }) => [status, Object.keys(body), body.message]).toSorted());
    }
    expect(outcomes[0]).toEqual(outcomes[1]);
    const wrong = await admin.send("POST paas/member/invite", { mobile: "12345" });
    expect([wrong.status, (wrong.body.fields as { mobile: string }).mobile]).toEqual([
      422,
      "The phone number is incorrect",
    ]);
  });
});

describe("signing in", () => {
  /** Signs in by password on the site of a host name; gives the tenant that it leads to. */
  const signInAt = (host: string, username: string) =>
    new Promise<{ status: number; tenant: string | undefined }>((resolve, reject) => {
      const headers = { host, "content-type": "application/json", "x-meridian": "1", "x-meridian-client": "bearer" };
      const asking = request(`${server.url}/api/Member/Login`, { method: "POST", headers }, (answer) => {
        let text = "";
        answer.on("data", (part) => (text += String(part)));
        answer.on("end", () => {
          const { result } = JSON.parse(text) as { result: { tenant: { id: string } } | null };
          resolve({ status: answer.statusCode!, tenant: result?.tenant.id });
        });
      });
      asking.on("error", reject).end(JSON.stringify({ username, password: "Harbour7x" }));
    });

  it("on the site of a space goes on there for its members, everywhere else in the own one", async () => {
    const [employer, mobile] = [await newSpace(server), nextMobile()];
    const ada = await newSpace(server, mobile);
    await givePassword(server, ada, "Harbour7x");
    const codes = await server.database.system((tx) =>
      tx.rows<{ id: string; code: string }>(
        sql`select id, code from tenant where id in (${owner.tenantId}::uuid, ${employer.tenantId}::uuid)`,
      ),
    );
    const hostOf = (tenantId: string) => `${codes.find(({ id }) => id === tenantId)!.code}.localhost`;
    expect((await client(server, employer).send("POST paas/member/invite", { mobile })).status).toBe(200);
    expect(await signInAt(hostOf(employer.tenantId), mobile)).toEqual({ status: 200, tenant: ada.tenantId });
    await client(server, ada).call("POST user/spaces/enter", { tenantId: employer.tenantId });
    expect(await signInAt(hostOf(employer.tenantId), mobile)).toEqual({ status: 200, tenant: employer.tenantId });
    expect(await signInAt(hostOf(owner.tenantId), mobile)).toEqual({ status: 200, tenant: ada.tenantId });
    expect(await signInAt("localhost", mobile)).toEqual({ status: 200, tenant: ada.tenantId });
  });
});
