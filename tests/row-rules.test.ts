/** The rows that a role opens: every entity, by every way to rows, for a person and for a program. */
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { isAtLeast } from "#kit/access.ts";
import type { TableResult } from "#kit/auto.ts";
import type { BatchPreview } from "#kit/batch.ts";
import type { EntityType } from "#kit/entity.ts";
import type { Rows } from "#kit/expectation.ts";
import { codeEntities } from "#records/registry/code-entities.server.ts";
import { grantable } from "#records/registry/view.server.ts";
import { tableName } from "#server/postgres/columns.server.ts";
import { type Answer, type Client, client, contentOf } from "./support/client.ts";
import { callNames, entityTypes, expectedCalls, expectedEntities, inputOf } from "./support/expectations.ts";
import { newSpace, type Person } from "./support/people.ts";
import { grant, is, isOne, rolesOf } from "./support/roles.ts";
import { makeRows, missingRows } from "./support/rows.ts";
import { sharedServer } from "./support/server.ts";

/** Stands in rows that the role does not open: no answer to its holders may carry it. */
const canary = "canarybird";
const server = await sharedServer();
const owner: Person = await newSpace(server);
const { memberWith, keyWith } = rolesOf(server, owner);

const idsOf = async (by: Client, type: string) => {
  const answer = await by.send("GET Api/{type}/QueryPageList", { type, pageSize: 120 });
  expect(answer.status, answer.text).toBe(200);
  return (contentOf(answer) as TableResult).rows.map(({ id }) => id);
};
/** How many rows a filter finds. */
const countOf = async (by: Client, type: string, filter: object) => {
  const answer = await by.send("POST Api/{type}/BatchPreview", { type, verb: "delete", selection: { filter } });
  return answer.status === 200 ? (contentOf(answer) as BatchPreview).count : answer.status;
};
const said = ({ status, body }: Answer) => ({ status, ...body, requestId: "" });

describe("a role that opens one row of each entity", () => {
  const granted = codeEntities.filter((entity) => grantable(entity).length > 0);
  const types = granted.map(({ type }) => type as EntityType);
  /** What every member reads is open to people whatever their role says, and closed to programs. */
  const isOpenToMembers = (type: EntityType) =>
    isAtLeast("member", expectedEntities[type].access.read) && expectedEntities[type].byOwner !== true;
  let inside: Rows;
  let outside: Rows;
  let askers: Record<"a person" | "a program", Client>;

  beforeAll(async () => {
    // Orders belong to somebody else: what is one's own is open without a role.
    [inside, outside] = [
      await makeRows(server, owner.tenantId, "insider"),
      await makeRows(server, owner.tenantId, canary),
    ];
    const grants = granted.map((entity) =>
      grant(entity.type, grantable(entity), isOne("id", inside[entity.type as EntityType])),
    );
    const { token: key } = await keyWith(grants);
    askers = { "a person": await memberWith(grants), "a program": client(server, { token: key }) };
  });

  const contentIn = (type: EntityType) =>
    server.database.tenant(owner.tenantId, (tx) =>
      tx.rows(
        sql`select to_jsonb(t) as content from ${sql.identifier(tableName(granted.find((one) => one.type === type)!))} t
          where id = ${outside[type]}::uuid`,
      ),
    );
  const cases = types.flatMap((type) => (["a person", "a program"] as const).map((who) => ({ type, who })));

  it.each(cases)("answers $who about another row of $type, by any call, as about none", async ({ type, who }) => {
    const by = askers[who];
    const before = await contentIn(type);
    const isHidden = who === "a program" || !isOpenToMembers(type);
    for (const name of callNames) {
      const { namesRow, perEntity, least } = expectedCalls[name];
      const isAbout = perEntity === true || JSON.stringify(inputOf(name, outside, type)).includes(outside[type]);
      if (namesRow !== true || !isAbout) continue;
      const verb = typeof least === "object" && "entity" in least ? least.entity : undefined;
      if (verb === "read" && !isHidden) continue;
      const [ofOther, ofNone] = [
        await by.send(name, inputOf(name, outside, type)),
        await by.send(name, inputOf(name, missingRows(), type)),
      ];
      expect([name, ofOther.status]).toEqual([name, ofNone.status]);
      expect([401, 403, 404, 409, 422], name).toContain(ofOther.status);
      if (verb !== undefined) expect([name, said(ofOther)]).toEqual([name, said(ofNone)]);
    }
    expect(await contentIn(type)).toEqual(before);
  });

  it.each(cases)("shows $who nothing of other rows of $type, by any call, search or sum", async ({ type, who }) => {
    const by = askers[who];
    if (who === "a person" && isOpenToMembers(type)) return expect((await idsOf(by, type)).length).toBeGreaterThan(1);
    for (const name of callNames) {
      const { namesRow, perEntity } = expectedCalls[name];
      if (perEntity !== true || namesRow === true) continue;
      const answer = await by.send(name, inputOf(name, outside, type));
      expect([name, answer.status]).not.toEqual([name, 500]);
      expect([name, answer.text.includes(canary) || answer.text.includes(outside[type])]).toEqual([name, false]);
    }
    const ids = await idsOf(by, type);
    expect(ids).toContain(inside[type]);
    expect(ids).not.toContain(outside[type]);
    expect([0, 403]).toContain(await countOf(by, type, is("id", outside[type])));
    const found = await by.send("GET Api/Relation/GetKeyValues", { type, q: canary, ids: outside[type] });
    expect(found.status).toBe(200);
    expect(found.text).not.toContain(canary);
    expect((contentOf(await by.send("GET Api/{type}/QueryPageList", { type })) as TableResult).total).toBe(ids.length);
  });

  it.each(types)("reaches no other row of %s by a tool of an assistant", async (type) => {
    const { token } = await keyWith([
      grant(type, grantable(granted.find((one) => one.type === type)!), isOne("id", inside[type])),
    ]);
    const call = async (tool: string, input: object) => {
      const answer = await fetch(`${server.url}/api/mcp`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          authorization: `Bearer ${token}`,
        },
        body: JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: { name: `${tool}_${type}`, arguments: input },
        }),
      });
      return answer.text();
    };
    const list = await call("list", {});
    expect(list).toContain(inside[type]);
    expect(list).not.toContain(outside[type]);
    expect(list).not.toContain(canary);
    expect(await call("get", { id: outside[type] })).not.toContain(canary);
  });

  it.each(granted.filter((entity) => grantable(entity).includes("delete")).map(({ type }) => type as EntityType))(
    "finds no other deleted row of %s, and restores or removes none",
    async (type) => {
      const [near, far] = [
        await makeRows(server, owner.tenantId, "insider"),
        await makeRows(server, owner.tenantId, canary),
      ];
      const { send } = await memberWith([grant(type, ["read", "delete"], isOne("id", near[type]))]);
      const table = sql.identifier(tableName(granted.find((one) => one.type === type)!));
      await server.database.tenant(owner.tenantId, (tx) =>
        tx.rows(sql`update ${table} set deleted_at = now() where id in (${near[type]}::uuid, ${far[type]}::uuid)`),
      );
      const trash = await send("GET Api/{type}/QueryTrash", { type });
      expect(trash.status, trash.text).toBe(200);
      expect(trash.text).toContain(near[type]);
      expect(trash.text).not.toContain(canary);
      for (const call of ["POST Api/{type}/RestoreDeleted", "POST Api/{type}/Erase"])
        expect((await send(call, { type, ids: [far[type]] })).status).toBe(404);
    },
  );
});

it("every entity that a role can open has rows for these questions", () => {
  const calls = callNames.filter((name) => expectedCalls[name].perEntity === true);
  expect(calls.length).toBeGreaterThan(20);
  expect(entityTypes).toEqual(expect.arrayContaining(codeEntities.map(({ type }) => type)));
});
