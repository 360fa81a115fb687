/** Commands on rows: who may run them, on which rows, all or none, once. */
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { actionsByRow, type ListDescription, type RowActions, type TableResult } from "#kit/auto.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import { newMember, newSpaceOwner, nextMobile, type Person } from "./support/people.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
let owner: Person;
let admin: Client;
beforeAll(async () => {
  owner = await newSpaceOwner(server);
  admin = client(server, owner);
});

const invite = async () =>
  (contentOf(await admin.send("POST paas/member/invite", { mobile: nextMobile() })) as { id: string }).id;
const runCommand = (api: Client, command: string, ids: readonly string[], headers = {}) =>
  api.send("POST Api/{type}/Command", { type: "member", command, ids: [...ids] }, headers);
const pendingCount = async (ids: readonly string[]) =>
  (
    await server.database.system((tx) =>
      tx.rows(
        sql`select 1 from member where id = any(${sql.param([...ids])}::uuid[]) and status = 'invited' and deleted_at is null`,
      ),
    )
  ).length;

describe("commands of rows", () => {
  it("are listed for the rows to which they apply, with their question and the reason if unavailable", async () => {
    const [first, second] = [await invite(), await invite()];
    await server.database.system((tx) =>
      tx.rows(sql`update member set invited_mobile = null where id = ${second}::uuid`),
    );
    const { play, rowActions, result } = contentOf(
      await admin.send("POST paas/table/search", { paraModel: { url: "/paas/member/list" } }),
    ) as { play: ListDescription; rowActions: RowActions; result: TableResult };
    const commandsOf = (id: string) =>
      actionsByRow(rowActions, result.rows)
        .get(id)!
        .flatMap((action) => ("command" in action ? [[action.command, action.disabled]] : []));
    const ownRow = result.rows.find(({ id }) => id !== first && id !== second)!;
    expect(commandsOf(ownRow.id)).toEqual([["disable", "Disable an administrator in their form"]]);
    expect(commandsOf(first)).toEqual([
      ["resendInvitation", undefined],
      ["revokeInvitation", undefined],
      ["copyInvitationLink", undefined],
    ]);
    const reason = "This invitation has no number on file. Copy the link and send it instead.";
    expect(commandsOf(second)[0]).toEqual(["resendInvitation", reason]);
    expect((await runCommand(admin, "resendInvitation", [second])).body).toMatchObject({
      status: 409,
      message: reason,
    });
    expect(play.actions.find((action) => "command" in action && action.command === "revokeInvitation")).toMatchObject({
      isBatch: true,
      question: { title: "Revoke the invitation of {name}?", isDangerous: true },
    });
  });

  it("T-08: run on all rows or on none", async () => {
    const ids = [await invite(), await invite()];
    const { memberId } = owner;
    expect((await runCommand(admin, "revokeInvitation", [...ids, memberId])).status).toBe(409);
    expect((await runCommand(admin, "revokeInvitation", [...ids, "00000000-0000-4000-8000-000000000000"])).status).toBe(
      404,
    );
    expect(await pendingCount(ids)).toBe(2);
    expect(contentOf(await runCommand(admin, "revokeInvitation", [...ids, ids[0]!]))).toEqual({
      text: "Invitation revoked",
      kind: "success",
    });
    expect(await pendingCount(ids)).toBe(0);
  });

  it("T-02: require their access level within the space", async () => {
    const id = await invite();
    const member = client(server, await newMember(server, owner.tenantId));
    const stranger = client(server, await newSpaceOwner(server));
    expect((await runCommand(member, "revokeInvitation", [id])).status).toBe(403);
    expect((await runCommand(stranger, "revokeInvitation", [id])).status).toBe(404);
    expect((await runCommand(client(server), "revokeInvitation", [id])).status).toBe(401);
    expect(await pendingCount([id])).toBe(1);
  });

  it("are refused when they are unknown, run by the browser, or for too many rows", async () => {
    const id = await invite();
    for (const command of ["unknown", "copyInvitationLink", "__proto__", "constructor"])
      expect([command, (await runCommand(admin, command, [id])).status]).toEqual([command, 404]);
    expect((await runCommand(admin, "revokeInvitation", [])).status).toBe(422);
    expect(
      (
        await runCommand(
          admin,
          "revokeInvitation",
          Array.from({ length: 201 }, () => id),
        )
      ).status,
    ).toBe(422);
    expect(
      (await admin.send("POST Api/{type}/Command", { type: "news", command: "revokeInvitation", ids: [id] })).status,
    ).toBe(404);
  });

  it("run once for a repeated idempotency key", async () => {
    const id = await invite();
    const keyHeader = { "idempotency-key": crypto.randomUUID() };
    const answers = await Promise.all([
      runCommand(admin, "revokeInvitation", [id], keyHeader),
      runCommand(admin, "revokeInvitation", [id], keyHeader),
    ]);
    const repeated = await runCommand(admin, "revokeInvitation", [id], keyHeader);
    expect(answers.map(({ status }) => status).includes(200)).toBe(true);
    expect([repeated.status, contentOf(repeated)]).toEqual([200, { text: "Invitation revoked", kind: "success" }]);
  });
});
