/** Invitations to a space, and switching between one's own spaces. */
import { request } from "node:http";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { TableResult } from "#kit/auto.ts";
import type { AnyRow } from "#kit/entity.ts";
import { freePort } from "../bench/free-port.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import { startMockSms } from "./support/mock-sms.ts";
import { givePassword, newSpaceOwner, nextMobile, type Person } from "./support/people.ts";
import { sharedServer, startServer } from "./support/server.ts";

const server = await sharedServer();
const provider = await startMockSms();
/** A server whose SMS provider has no template for invitations. */
const serverWithoutTemplate = await startServer({
  ...provider.settings("aliyun"),
  SMS_TEMPLATES: provider.settings("aliyun").SMS_TEMPLATES!.replace(/,invited=.*/, ""),
});
let owner: Person;
let admin: Client;
beforeAll(async () => {
  owner = await newSpaceOwner(server);
  admin = client(server, owner);
});

const search = (person: Client, type: string, query: object = {}) =>
  person.send("POST paas/table/search", { paraModel: { url: `/paas/${type}/list`, ...query } });
const run = (person: Client, command: string, id: string) =>
  person.send("POST Api/{type}/Command", { type: "member", command, ids: [id] });
const row = async (type: string, id: string) =>
  contentOf(await admin.send("GET Api/{type}/QueryById", { type, id })) as AnyRow;

it("the text of an invitation names the address of the space with the port on which it is served, without PUBLIC_URL", async () => {
  const PORT = String(await freePort());
  const localServer = await startServer({ PORT });
  const localAdmin = client(localServer, await newSpaceOwner(localServer));
  await localAdmin.call("POST paas/member/invite", { mobile: nextMobile(), name: "Ada", roles: [] });
  await expect
    .poll(async () => (await fetch(`${localServer.url}/api/dev/mailbox`)).text())
    .toMatch(new RegExp(`http://[a-z0-9-]+\\.localhost:${PORT}/paas`));
});

describe("an invitation", () => {
  const spacesOf = async (person: Client) =>
    contentOf(await person.send("GET user/spaces")) as {
      tenantId: string;
      isCurrent: boolean;
      isInvitation: boolean;
    }[];

  it("is listed for the owner of the mobile number, who accepts it and continues as a member", async () => {
    const mobile = nextMobile();
    const grants = [{ entity: "contactMessage", verbs: ["read"], read: null, write: null }];
    const added = await admin.send("POST Api/{type}/QueryAdd", {
      type: "role",
      name: { zh: "客服", en: "Desk" },
      grants,
    });
    const { id: role } = contentOf(added) as AnyRow;
    const invited = await admin.send("POST paas/member/invite", {
      mobile: `+86 ${mobile}`,
      name: "Ada",
      roles: [role],
    });
    expect(invited.status, invited.text).toBe(200);
    expect(invited.text).not.toContain(mobile);
    const ada = await newSpaceOwner(server, mobile);
    const adaClient = client(server, ada);
    expect(await spacesOf(adaClient)).toMatchObject([
      { tenantId: ada.tenantId, isCurrent: true, isInvitation: false },
      { tenantId: owner.tenantId, isCurrent: false, isInvitation: true },
    ]);
    const entered = await adaClient.send(
      "POST user/spaces/enter",
      { tenantId: owner.tenantId },
      { "x-meridian-client": "bearer" },
    );
    expect(entered.status, entered.text).toBe(200);
    const memberClient = client(server, contentOf(entered) as { token: string });
    expect((await search(memberClient, "contactMessage")).status).toBe(200);
    expect((await search(memberClient, "member")).status).toBe(403);
    expect(await spacesOf(memberClient)).toMatchObject([
      { isInvitation: false },
      { isCurrent: true, isInvitation: false },
    ]);
    // The previous session has been replaced.
    expect((await adaClient.send("GET user/spaces")).status).toBe(401);
    const { rows: members } = (contentOf(await search(admin, "member")) as { result: TableResult }).result;
    expect(members.find(({ name }) => name === "Ada")).toMatchObject({ status: "active" });
  });

  it("is not visible to others, nor after it was revoked (T-01)", async () => {
    const mobile = nextMobile();
    const { id } = contentOf(await admin.send("POST paas/member/invite", { mobile })) as { id: string };
    const stranger = client(server, await newSpaceOwner(server));
    expect((await spacesOf(stranger)).length).toBe(1);
    expect((await stranger.send("POST user/spaces/enter", { tenantId: owner.tenantId })).status).toBe(404);
    const invited = client(server, await newSpaceOwner(server, mobile));
    const { version } = await row("member", id);
    const revocation = { type: "member", id, version, status: "disabled" };
    expect((await admin.send("POST Api/{type}/QueryUpdate", revocation)).status).toBe(200);
    expect((await spacesOf(invited)).length).toBe(1);
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

  it("is sent by SMS with a link, and again on demand within its limit", async () => {
    const mobile = nextMobile();
    const invited = contentOf(await admin.send("POST paas/member/invite", { mobile })) as {
      id: string;
      isSent: boolean;
    };
    expect(invited.isSent).toBe(true);
    const [text] = await sentTo(mobile);
    expect(text).toMatch(/invites you to join.*http:\/\/\S+\/paas/);
    const resend = async () =>
      (contentOf(await run(admin, "resendInvitation", invited.id)) as { kind: string }).kind === "success";
    expect([await resend(), await resend()]).toEqual([true, true]);
    // A number gets at most three messages of a kind an hour.
    expect(await resend()).toBe(false);
    expect((await sentTo(mobile)).length).toBe(3);
    const stranger = client(server, await newSpaceOwner(server));
    expect((await run(stranger, "resendInvitation", invited.id)).status).toBe(404);
    const [stored] = await server.database.system((tx) =>
      tx.rows<{ text: string }>(sql`select invited_mobile as text from member where id = ${invited.id}::uuid`),
    );
    expect(stored!.text).not.toContain(mobile);
  });

  it("is resent within the daily limit of the space, also when many are resent at once", async () => {
    const otherOwner = await newSpaceOwner(server);
    const administrator = client(server, otherOwner);
    const ids: string[] = [];
    for (let count = 0; count < 6; count += 1)
      ids.push(
        (contentOf(await administrator.send("POST paas/member/invite", { mobile: nextMobile() })) as { id: string }).id,
      );
    // 29 of the 30 messages of the day have been sent.
    await server.database.system((tx) =>
      tx.rows(sql`update member set invitation_sent_at = case when id = ${ids[0]}::uuid
          then (select array_agg(now()) from generate_series(1, 29)) else '{}' end
        where id = any(${sql.param(ids)}::uuid[])`),
    );
    const answers = await Promise.all(ids.map((id) => run(administrator, "resendInvitation", id)));
    expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200));
    const sent = answers.filter((answer) => (contentOf(answer) as { kind: string }).kind === "success");
    expect(sent).toHaveLength(1);
  });

  it("is offered as a link when the provider has no template for the message", async () => {
    const administrator = client(serverWithoutTemplate, await newSpaceOwner(serverWithoutTemplate));
    const mobile = nextMobile();
    const invitation = contentOf(await administrator.send("POST paas/member/invite", { mobile })) as {
      id: string;
      isSent: boolean;
    };
    expect(invitation.isSent).toBe(false);
    expect(contentOf(await run(administrator, "resendInvitation", invitation.id))).toEqual({
      text: "The text message could not be sent. Send the link instead.",
      kind: "info",
    });
    const queued = await serverWithoutTemplate.database.system((tx) =>
      tx.rows(sql`select 1 from outbox where recipient = ${mobile}`),
    );
    expect(queued).toEqual([]);
  });

  it("contains no links or numbers from the name of the space", async () => {
    const otherOwner = await newSpaceOwner(server);
    const administrator = client(server, otherOwner);
    const [site] = await server.database.system((tx) =>
      tx.rows<{ id: string; version: number }>(
        sql`select id, version from site where tenant_id = ${otherOwner.tenantId}::uuid`,
      ),
    );
    const name = "Win 10000 at http://evil.example/x call 13800000000";
    const saved = await administrator.send("POST Api/{type}/QueryUpdate", {
      type: "site",
      ...site!,
      name: { zh: name.slice(0, 40), en: name.slice(0, 40) },
    });
    expect(saved.status, saved.text).toBe(200);
    const mobile = nextMobile();
    await administrator.send("POST paas/member/invite", { mobile });
    const [text] = await sentTo(mobile);
    expect(text!.slice(0, text!.indexOf(" invites"))).toMatch(/^Meridian: [\p{L} ]{1,20}$/u);
  });

  it("is declined only by its recipient and revoked only by its space, and the number is deleted", async () => {
    const mobile = nextMobile();
    const ada = client(server, await newSpaceOwner(server, mobile));
    const stranger = client(server, await newSpaceOwner(server));
    const invite = async () =>
      (contentOf(await admin.send("POST paas/member/invite", { mobile })) as { id: string }).id;
    const first = await invite();
    expect((await stranger.send("POST user/spaces/decline", { tenantId: owner.tenantId })).status).toBe(404);
    expect((await ada.send("POST user/spaces/decline", { tenantId: owner.tenantId })).status).toBe(200);
    expect((await spacesOf(ada)).length).toBe(1);
    expect((await ada.send("POST user/spaces/enter", { tenantId: owner.tenantId })).status).toBe(404);
    const second = await invite();
    expect((await spacesOf(ada)).length).toBe(2);
    expect((await run(stranger, "revokeInvitation", second)).status).toBe(404);
    expect((await run(admin, "revokeInvitation", second)).status).toBe(200);
    expect((await run(admin, "revokeInvitation", second)).status).toBe(404);
    expect((await spacesOf(ada)).length).toBe(1);
    const remaining = await server.database.system((tx) =>
      tx.rows<{ sealed: string | null }>(
        sql`select invited_mobile as sealed from member where id in (${first}::uuid, ${second}::uuid)`,
      ),
    );
    expect(remaining).toEqual([{ sealed: null }, { sealed: null }]);
  });

  it("cannot be revoked after it was accepted", async () => {
    const mobile = nextMobile();
    const ada = client(server, await newSpaceOwner(server, mobile));
    const { id } = contentOf(await admin.send("POST paas/member/invite", { mobile })) as { id: string };
    await ada.call("POST user/spaces/enter", { tenantId: owner.tenantId });
    expect((await run(admin, "revokeInvitation", id)).status).toBe(409);
  });

  it("is created once for ten concurrent requests, and does not reveal whether an account exists (T-16)", async () => {
    const [withAccount, withoutAccount] = [nextMobile(), nextMobile()];
    await newSpaceOwner(server, withAccount);
    const outcomes: unknown[] = [];
    for (const mobile of [withAccount, withoutAccount]) {
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => admin.send("POST paas/member/invite", { mobile })),
      );
      expect(answers.filter(({ status }) => status === 200).length).toBe(1);
      expect(answers.filter(({ status }) => status === 409).length).toBe(9);
      outcomes.push(answers.map(({ status, body }) => [status, Object.keys(body), body.message]).toSorted());
    }
    expect(outcomes[0]).toEqual(outcomes[1]);
    const refused = await admin.send("POST paas/member/invite", { mobile: "12345" });
    expect([refused.status, (refused.body.fields as { mobile: string }).mobile]).toEqual([
      422,
      "The phone number is incorrect",
    ]);
  });
});

describe("signing in", () => {
  /** Signs in by password under a host name and returns the tenant of the session. */
  const signInAt = (host: string, username: string) =>
    new Promise<{ status: number; tenant: string | undefined }>((resolve, reject) => {
      const headers = { host, "content-type": "application/json", "x-meridian": "1", "x-meridian-client": "bearer" };
      const outgoing = request(`${server.url}/api/Member/Login`, { method: "POST", headers }, (answer) => {
        let text = "";
        answer.on("data", (part) => (text += String(part)));
        answer.on("end", () => {
          const { result } = JSON.parse(text) as { result: { tenant: { id: string } } | null };
          resolve({ status: answer.statusCode!, tenant: result?.tenant.id });
        });
      });
      outgoing.on("error", reject).end(JSON.stringify({ username, password: "Harbour7x" }));
    });

  it("under the host of a space opens that space for its members, and otherwise their first space", async () => {
    const [employer, mobile] = [await newSpaceOwner(server), nextMobile()];
    const ada = await newSpaceOwner(server, mobile);
    await givePassword(server, ada, "Harbour7x");
    const tenants = await server.database.system((tx) =>
      tx.rows<{ id: string; code: string }>(
        sql`select id, code from tenant where id in (${owner.tenantId}::uuid, ${employer.tenantId}::uuid)`,
      ),
    );
    const hostOf = (tenantId: string) => `${tenants.find(({ id }) => id === tenantId)!.code}.localhost`;
    expect((await client(server, employer).send("POST paas/member/invite", { mobile })).status).toBe(200);
    expect(await signInAt(hostOf(employer.tenantId), mobile)).toEqual({ status: 200, tenant: ada.tenantId });
    await client(server, ada).call("POST user/spaces/enter", { tenantId: employer.tenantId });
    expect(await signInAt(hostOf(employer.tenantId), mobile)).toEqual({ status: 200, tenant: employer.tenantId });
    expect(await signInAt(hostOf(owner.tenantId), mobile)).toEqual({ status: 200, tenant: ada.tenantId });
    expect(await signInAt("localhost", mobile)).toEqual({ status: 200, tenant: ada.tenantId });
  });
});
