/** Addresses that the mail server refuses for good: they get nothing more until their member changes them, and the member and the operator see that. */
import { beforeEach, describe, expect, it } from "vitest";
import { sql } from "drizzle-orm";
import type { CallOutput } from "#kit/call.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import { certificateFile, startMockSmtp } from "./support/mock-smtp.ts";
import { newSpaceOwner, superAdministrator } from "./support/people.ts";
import { startServer } from "./support/server.ts";
import { runUpkeep } from "./support/upkeep.ts";

const smtp = await startMockSmtp();
const server = await startServer({ ...smtp.settings(), NODE_EXTRA_CA_CERTS: certificateFile });
beforeEach(() => smtp.setMode("ok"));

type Settings = CallOutput<"GET Api/Notice/Settings">;
type Health = CallOutput<"GET paas/health">;
const emailOf = async (api: Client) => (contentOf(await api.send("GET Api/Notice/Settings")) as Settings).email;
const submitEnquiry = (name: string) =>
  client(server).call("POST basic/contact/submit", { name, contact: "a@example.org", message: `Hello from ${name}` });
const outboxOf = (address: string) =>
  server.database.system((tx) =>
    tx.rows<{ topic: string; isFailed: boolean; isSent: boolean }>(
      sql`select topic, failed_at is not null as "isFailed", sent_at is not null as "isSent" from outbox
        where recipient = ${address} order by created_at`,
    ),
  );
const tokenIn = (text: string) => new URL(/https?:\S+token=\S+/.exec(text)![0]).searchParams.get("token")!;
async function confirm(api: Client, address: string): Promise<void> {
  const count = smtp.to(address).length;
  await api.call("POST Api/Notice/SaveEmail", { address });
  await expect.poll(() => smtp.to(address).length).toBeGreaterThan(count);
  await api.call("POST Api/Notice/ConfirmEmail", { token: tokenIn(smtp.to(address).at(-1)!.text) });
}

describe("an address that the mail server refuses for good", () => {
  it("gets nothing more until its member confirms it again or enters another one, and is shown to the member", async () => {
    const api = client(server, await superAdministrator(server));
    const address = "gone@example.org";
    await confirm(api, address);
    smtp.setMode("refuse");
    await submitEnquiry("First");
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string;
    await expect.poll(() => emailOf(api)).toEqual({ address, pending: null, refused: { address, at }, isLocal: false });
    smtp.setMode("ok");
    await submitEnquiry("Second");
    const topics = (await outboxOf(address)).map(({ topic, isFailed }) => [topic, isFailed]);
    expect(topics).toEqual([
      ["confirmation", false],
      ["notice", true],
    ]);

    // Another address that waits leaves the mark on this one; confirmed again, this one gets mail.
    await api.call("POST Api/Notice/SaveEmail", { address: "other@example.org" });
    expect(await emailOf(api)).toMatchObject({ address, pending: "other@example.org", refused: { address } });
    await confirm(api, address);
    expect(await emailOf(api)).toEqual({ address, pending: null, refused: null, isLocal: false });
    const before = smtp.to(address).length;
    await submitEnquiry("Third");
    await expect.poll(() => smtp.to(address).length).toBe(before + 1);
  });

  it("is said of an address that was never confirmed, too, and goes with another one", async () => {
    const api = client(server, await newSpaceOwner(server));
    smtp.setMode("refuse");
    await api.call("POST Api/Notice/SaveEmail", { address: "typo@example.org" });
    await expect.poll(() => emailOf(api)).toMatchObject({ refused: { address: "typo@example.org" } });
    // It is said as long as the member has no other one.
    await server.database.system((tx) =>
      tx.rows(sql`update notice_email set pending_until = now() - interval '1 day' where pending = 'typo@example.org'`),
    );
    await runUpkeep(server, "purgeNotices");
    expect(await emailOf(api)).toMatchObject({
      address: null,
      pending: null,
      refused: { address: "typo@example.org" },
    });
    smtp.setMode("ok");
    await confirm(api, "right@example.org");
    expect(await emailOf(api)).toMatchObject({ address: "right@example.org", refused: null });
    await api.call("POST Api/Notice/SaveEmail", { address: "" });
    expect(await emailOf(api)).toMatchObject({ address: null, refused: null });
  });

  it("is listed for the operator with its space and the code, and without most of its name", async () => {
    const owner = await newSpaceOwner(server);
    smtp.setMode("refuse");
    await client(server, owner).call("POST Api/Notice/SaveEmail", { address: "somebody@example.net" });
    const platform = client(server, await superAdministrator(server));
    const refused = async () => ((await platform.call("GET paas/health", {})) as Health).refusedAddresses;
    await expect.poll(async () => (await refused()).rows.map(({ address }) => address)).toContain("s***@example.net");
    const { rows, total } = await refused();
    expect(total).toBeGreaterThanOrEqual(rows.length);
    expect(rows.find(({ address }) => address === "s***@example.net")).toMatchObject({
      reason: "SMTP 550",
      spaceName: { zh: expect.any(String), en: expect.any(String) },
    });
    expect(JSON.stringify(rows)).not.toContain("somebody");
  });
});

it("a server that is busy, or takes mail for nobody, says nothing about the address", async () => {
  const api = client(server, await newSpaceOwner(server));
  smtp.setMode("busy");
  await api.call("POST Api/Notice/SaveEmail", { address: "later@example.org" });
  await expect.poll(() => smtp.commands.some((line) => line.includes("later@example.org"))).toBe(true);
  smtp.setMode("ok");
  await expect.poll(() => outboxOf("later@example.org"), { timeout: 60_000 }).toMatchObject([{ isSent: true }]);
  expect(await emailOf(api)).toMatchObject({ pending: "later@example.org", refused: null });
  smtp.setMode("noRelay");
  await api.call("POST Api/Notice/SaveEmail", { address: "relay@example.org" });
  await expect.poll(() => outboxOf("relay@example.org")).toMatchObject([{ isFailed: true }]);
  expect(await emailOf(api)).toMatchObject({ pending: "relay@example.org", refused: null });
});
