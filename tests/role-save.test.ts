/** Refused saves of roles and members: unknown names in grants, and disabling oneself. */
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import type { AutoForm } from "#kit/auto.ts";
import type { AnyRow } from "#kit/entity.ts";
import { client, contentOf } from "./support/client.ts";
import { newMember, newSpaceOwner } from "./support/people.ts";
import { sameText, grant } from "./support/roles.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
const owner = await newSpaceOwner(server);
const admin = client(server, owner);

it("a role with an unknown type, field or condition is refused with its path, but may keep grants that it already had", async () => {
  const news = grant("news", ["read"]);
  const save = (grants: object[]) =>
    admin.send("POST Api/{type}/QueryAdd", { type: "role", name: sameText("role"), grants });
  const unknownCondition = { or: [{ field: "colour", op: "eq", value: "red" }] };
  const { status, body } = await save([
    { ...news, read: ["title", "price"], export: ["nothing"] },
    { ...news, entity: "constructor" },
    {
      ...news,
      entity: "contactMessage",
      rows: { and: [{ field: "status", op: "eq", value: "new" }, unknownCondition] },
    },
  ]);
  expect([status, Object.keys(body.fields as object).toSorted()]).toEqual([
    422,
    ["grants.0.export.0", "grants.0.read.1", "grants.1.entity", "grants.2.rows.and.1.or.0"],
  ]);
  const { id, version } = contentOf(await save([news])) as AnyRow;
  const formerGrant = { ...news, entity: "former" };
  await server.database.tenant(owner.tenantId, (tx) =>
    tx.rows(sql`update role set grants = ${JSON.stringify([formerGrant])}::jsonb where id = ${id}::uuid`),
  );
  const change = { type: "role", id, version, grants: [formerGrant, news] };
  expect((await admin.send("POST Api/{type}/QueryUpdate", change)).status).toBe(200);
});

it("members cannot disable themselves, in the form or on the server", async () => {
  const { send } = admin;
  const target = { type: "member", id: owner.memberId };
  const form = contentOf(await send("GET Api/Ui/AutoForm", target)) as AutoForm;
  const items = [...(form.columns ?? []), ...form.groups.flatMap((group) => group.items)];
  const readOnlyFields = items.filter(({ readOnly }) => readOnly).map(({ field }) => field);
  expect(readOnlyFields).toContain("status");
  expect(readOnlyFields).not.toContain("name");
  const { version } = form.row!;
  const change = (values: object) => send("POST Api/{type}/QueryUpdate", { ...target, version, ...values });
  expect(await change({ status: "disabled" })).toMatchObject({
    status: 422,
    body: { fields: { status: expect.stringContaining("yourself") } },
  });
  const selection = { filter: { field: "id", op: "in", value: [owner.memberId] } };
  const batch = { type: "member", verb: "update", selection, values: { status: "disabled" } };
  expect(contentOf(await send("POST Api/{type}/BatchPreview", batch))).toMatchObject({ possible: 0 });
  expect((await change({ status: "active", name: "Ada" })).status).toBe(200);
  const colleague = await newMember(server, owner.tenantId);
  const colleagueRow = contentOf(
    await send("GET Api/{type}/QueryById", { type: "member", id: colleague.memberId }),
  ) as AnyRow;
  const disable = { type: "member", id: colleague.memberId, version: colleagueRow.version, status: "disabled" };
  expect((await send("POST Api/{type}/QueryUpdate", disable)).status).toBe(200);
});
