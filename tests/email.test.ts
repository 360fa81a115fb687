/** Emails: how they are handed to a mail server, to whom they may go, and what is in them. */
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import type { CallOutput } from "#kit/call.ts";
import { createEmail } from "#server/email/email.server.ts";
import { readEnv } from "#server/env.server.ts";
import { Undeliverable } from "#server/outbox/outbox.server.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import { certificateFile, startMockSmtp } from "./support/mock-smtp.ts";
import { newMember, newSpaceOwner, superAdministrator } from "./support/people.ts";
import { startServer } from "./support/server.ts";
import { runUpkeep } from "./support/upkeep.ts";

const smtp = await startMockSmtp();
const server = await startServer({
  ...smtp.settings(),
  NODE_EXTRA_CA_CERTS: certificateFile,
  EMAIL_PER_DAY: "6",
});
beforeEach(() => smtp.setMode("ok"));

let addressCount = 0;
const nextAddress = () => `reader-${(addressCount += 1)}@example.org`;
const emailOf = async (api: Client) =>
  (contentOf(await api.send("GET Api/Notice/Settings")) as CallOutput<"GET Api/Notice/Settings">).email;
const submitEnquiry = (name: string, message: string) =>
  client(server).call("POST basic/contact/submit", { name, contact: "a@example.org", message });
const sentTo = async (address: string, count = 1) => {
  await expect.poll(() => smtp.to(address).length).toBe(count);
  return smtp.to(address).at(-1)!;
};
const tokenIn = (text: string) => new URL(/https?:\S+token=\S+/.exec(text)![0]).searchParams.get("token")!;
const outboxOf = (address: string) =>
  server.database.system((tx) =>
    tx.rows<{ topic: string; tries: number; reason: string | null; isSent: boolean; isFailed: boolean; body: object }>(
      sql`select topic, tries, reason, sent_at is not null as "isSent", failed_at is not null as "isFailed", body
        from outbox where recipient = ${address} order by created_at`,
    ),
  );
async function confirm(api: Client, address: string, language = "en"): Promise<void> {
  const answer = await api.send("POST Api/Notice/SaveEmail", { address }, { "accept-language": language });
  expect(answer.status, answer.text).toBe(200);
  const { text } = await sentTo(address);
  await api.call("POST Api/Notice/ConfirmEmail", { token: tokenIn(text) });
}

describe("an address for notices", () => {
  it("gets nothing but the confirmation until the member confirms it with the link", async () => {
    const api = client(server, await superAdministrator(server));
    const address = nextAddress();
    await api.call("POST Api/Notice/SaveEmail", { address: ` ${address.toUpperCase()} ` });
    const confirmation = await sentTo(address);
    expect(confirmation).toMatchObject({ from: "notices@example.org", isEncrypted: true, isSignedIn: true });
    expect(confirmation.headers).toMatchObject({
      from: "Meridian 经纬 <notices@example.org>",
      to: address,
      subject: "Confirm your email address",
      "auto-submitted": "auto-generated",
    });
    expect(confirmation.html).toContain(tokenIn(confirmation.text));
    expect(await emailOf(api)).toEqual({ address: null, pending: address, refused: null, isLocal: false });
    await submitEnquiry("Early", "Too early for an email");

    const token = tokenIn(confirmation.text);
    const stranger = client(server, await newSpaceOwner(server));
    const forged = token.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
    for (const [person, wrongToken] of [
      [stranger, token],
      [api, forged],
      [api, token.replace(/^\d+/, (until) => String(Number(until) + 1))],
    ] as const)
      expect((await person.send("POST Api/Notice/ConfirmEmail", { token: wrongToken })).status).toBe(422);
    for (let click = 0; click < 2; click += 1)
      expect(await api.call("POST Api/Notice/ConfirmEmail", { token })).toEqual({ address });
    expect(await emailOf(api)).toEqual({ address, pending: null, refused: null, isLocal: false });

    await submitEnquiry("Grace\r\nBcc: victim@example.net", `<b>How much</b> & when?`);
    const notice = await sentTo(address, 2);
    expect(notice.to).toEqual([address]);
    expect(Object.keys(notice.headers)).not.toContain("bcc");
    expect(notice.headers.subject).toBe("New enquiry from Grace Bcc: victim@example.net");
    expect(notice.text).toContain("<b>How much</b> & when?");
    expect(notice.text).toContain("/paas/contactMessage/list");
    expect(notice.html).toContain("&lt;b&gt;How much&lt;/b&gt; &amp; when?");
    expect(notice.html).not.toContain("<b>");
    // The mail server has an email before the program has recorded that it is sent.
    await expect
      .poll(async () => (await outboxOf(address)).map(({ topic, body }) => [topic, body]))
      .toEqual([
        ["confirmation", {}],
        ["notice", {}],
      ]);

    await api.call("POST Api/Notice/SaveEmail", { address: "" });
    await submitEnquiry("Late", "After it was removed");
    expect(await emailOf(api)).toEqual({ address: null, pending: null, refused: null, isLocal: false });
    expect(await outboxOf(address)).toHaveLength(2);
  });

  it("gets notices in the language in which it was entered, not those that are turned off, and no more than the space may send", async () => {
    const api = client(server, await superAdministrator(server));
    const address = nextAddress();
    await confirm(api, address, "zh");
    expect((await sentTo(address)).headers.subject).toBe("确认您的通知邮箱");
    await submitEnquiry("葛丽丝", "多少钱？");
    const notice = await sentTo(address, 2);
    expect(notice.headers.subject).toBe("葛丽丝 发来留言");
    expect(notice.text).toContain("多少钱？");
    await api.call("POST Api/Notice/SaveSetting", { kind: "enquiry", isOn: false });
    await submitEnquiry("Silent", "Turned off");
    expect(await outboxOf(address)).toHaveLength(2);
    await api.call("POST Api/Notice/SaveSetting", { kind: "enquiry", isOn: true });
    for (let count = 0; count < 8; count += 1) await submitEnquiry(`Visitor ${count}`, `Question ${count}`);
    const [space] = await server.database.system((tx) =>
      tx.rows<{ count: number }>(sql`select count(*)::int as count from outbox where topic = 'notice'`),
    );
    expect(space!.count).toBe(6);
  });

  it.each([
    ["no@at@all", "en"],
    ["a@b.example, c@d.example", "en"],
    ["a@b.example\r\nBcc: c@d.example", "en"],
    [`${"a".repeat(65)}@example.org`, "en"],
    [`${"a".repeat(300)}@example.org`, "en"],
    ["a@localhost", "zh"],
  ])("is refused if it is %j", async (address, language) => {
    const api = client(server, await newSpaceOwner(server));
    const { status, body } = await api.send("POST Api/Notice/SaveEmail", { address }, { "accept-language": language });
    expect(status).toBe(422);
    expect(Object.keys(body.fields as object)).toEqual(["address"]);
  });

  it("gets at most three confirmations an hour, whoever asks for them, and the newest link is the valid one", async () => {
    const [first, second] = [client(server, await newSpaceOwner(server)), client(server, await newSpaceOwner(server))];
    const address = nextAddress();
    await first.call("POST Api/Notice/SaveEmail", { address });
    const oldToken = tokenIn((await sentTo(address)).text);
    // The time of a link has seconds: a later one has another.
    await server.database.system((tx) =>
      tx.rows(
        sql`update notice_email set pending_until = pending_until - interval '5 seconds' where pending = ${address}`,
      ),
    );
    expect((await first.send("POST Api/Notice/ConfirmEmail", { token: oldToken })).status).toBe(422);
    await first.call("POST Api/Notice/SaveEmail", { address });
    await second.call("POST Api/Notice/SaveEmail", { address });
    const refused = await second.send("POST Api/Notice/SaveEmail", { address });
    expect(refused.status).toBe(429);
    await sentTo(address, 3);
  });

  it("is deleted when it was not confirmed in time, and when its member left", async () => {
    const owner = await newSpaceOwner(server);
    const member = await newMember(server, owner.tenantId);
    const [late, gone] = [nextAddress(), nextAddress()];
    await client(server, owner).call("POST Api/Notice/SaveEmail", { address: late });
    await confirm(client(server, member), gone);
    await server.database.system(async (tx) => {
      await tx.rows(sql`update notice_email set pending_until = now() - interval '1 minute' where pending = ${late}`);
      await tx.rows(sql`update member set deleted_at = now() where id = ${member.memberId}::uuid`);
    });
    await runUpkeep(server, "purgeNotices");
    const left = await server.database.system((tx) =>
      tx.rows(sql`select 1 from notice_email where tenant_id = ${owner.tenantId}::uuid`),
    );
    expect(left).toEqual([]);
  });
});

describe("a mail server", () => {
  it("that refuses a recipient for good is not asked again; one that is busy is, with the same id", async () => {
    const api = client(server, await newSpaceOwner(server));
    const [refused, delayed] = [nextAddress(), nextAddress()];
    smtp.setMode("refuse");
    await api.call("POST Api/Notice/SaveEmail", { address: refused });
    await expect
      .poll(() => outboxOf(refused))
      .toMatchObject([{ tries: 1, isFailed: true, reason: "SMTP 550", body: {} }]);
    smtp.setMode("busy");
    await api.call("POST Api/Notice/SaveEmail", { address: delayed });
    await expect.poll(() => smtp.commands.filter((line) => line.includes(delayed)).length).toBeGreaterThan(0);
    expect(await outboxOf(delayed)).toMatchObject([{ isSent: false, isFailed: false }]);
    smtp.setMode("ok");
    await sentTo(delayed);
    await expect.poll(() => outboxOf(delayed)).toMatchObject([{ isSent: true, isFailed: false }]);
  });
});

const letter = {
  locale: "en",
  subject: "Subject",
  lines: ["A line"],
  link: { label: "Open", url: "http://localhost/" },
  reason: "Because",
};
const deliver = (settings: Record<string, string>, signal = AbortSignal.timeout(20_000)) =>
  createEmail(readEnv(settings), () => undefined)
    .deliver({ id: "id-1", recipient: "a@example.org", body: letter }, signal)
    .catch((error: unknown) => error as Error);

describe("a connection", () => {
  it("to another machine is encrypted, or no password and no message is sent", async () => {
    smtp.setMode("plain");
    smtp.commands.length = 0;
    expect(await deliver(smtp.settings())).toBeInstanceOf(Error);
    expect(smtp.commands).not.toContain("AUTH");
    expect(smtp.commands.some((line) => line.startsWith("MAIL"))).toBe(false);
    smtp.setMode("ok");
    smtp.commands.length = 0;
    // This process does not trust the certificate.
    expect(await deliver(smtp.settings())).toBeInstanceOf(Error);
    expect(await deliver(smtp.settings("smtps"))).toBeInstanceOf(Error);
    expect(smtp.commands.some((line) => /^(AUTH|MAIL)/.test(line))).toBe(false);
    expect(smtp.to("a@example.org")).toEqual([]);
  });

  it("within this machine may be plain, and a server that offers no sign-in is not used with a password", async () => {
    smtp.setMode("plain");
    const { SMTP_URL, EMAIL_FROM } = smtp.settings("smtp", "127.0.0.1");
    const withoutPassword = { SMTP_URL: SMTP_URL.replace(/\/\/.*@/, "//"), EMAIL_FROM };
    expect(await deliver(withoutPassword)).toEqual({ providerId: "<id-1@example.org>" });
    expect(smtp.to("a@example.org")).toMatchObject([
      { isEncrypted: false, headers: { "message-id": "<id-1@example.org>" } },
    ]);
    expect(await deliver({ SMTP_URL, EMAIL_FROM })).toBeInstanceOf(Error);
    expect(smtp.to("a@example.org")).toHaveLength(1);
  });

  it("is closed when the attempt ends, and its problem repeats no address", async () => {
    smtp.setMode("stall");
    const abort = new AbortController();
    const attempt = deliver(smtp.settings(), abort.signal);
    abort.abort();
    expect(await attempt).toBeInstanceOf(Error);
    smtp.setMode("refuse");
    const { SMTP_URL, EMAIL_FROM } = smtp.settings("smtp", "127.0.0.1");
    const refused = await deliver({ SMTP_URL: SMTP_URL.replace(/\/\/.*@/, "//"), EMAIL_FROM });
    expect(refused).toBeInstanceOf(Undeliverable);
    expect((refused as Error).message).toMatch(/^SMTP 5\d\d$/);
  });
});

it.each([
  [{ SMTP_URL: "smtp://mail.example.org" }, "EMAIL_FROM"],
  [{ SMTP_URL: "https://mail.example.org", EMAIL_FROM: "a@example.org" }, "SMTP_URL"],
  [
    { SMTP_URL: "smtp://u:secret@mail.example.org/?tls.rejectUnauthorized=false", EMAIL_FROM: "a@example.org" },
    "SMTP_URL",
  ],
  [{ EMAIL_FROM: "Nobody" }, "EMAIL_FROM"],
])("settings such as %j are refused, by name and without their value", (settings, name) => {
  expect(() => readEnv(settings)).toThrow(name);
  expect(() => readEnv(settings)).not.toThrow("secret");
});
