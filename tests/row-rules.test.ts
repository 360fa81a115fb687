/** Row rules of roles, for every entity and every call, for a person and for a program. */
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { isAtLeast } from "#kit/access.ts";
import type { TableResult } from "#kit/auto.ts";
import type { BatchPreview } from "#kit/batch.ts";
import type { EntityType } from "#kit/entity.ts";
import type { Rows } from "#kit/expectation.ts";
import { codeEntities } from "#records/registry/code-entities.server.ts";
import { grantableVerbs } from "#records/registry/view.server.ts";
import { tableName } from "#server/postgres/columns.server.ts";
import { type Answer, type Client, client, contentOf } from "./support/client.ts";
import { callNames, entityTypes, expectedCalls, expectedEntities, inputOf } from "./support/expectations.ts";
import { newSpaceOwner, type Person } from "./support/people.ts";
import { grant, fieldEquals, fieldIsIn, roleFactories } from "./support/roles.ts";
import { makeRows, missingRows } from "./support/rows.ts";
import { sharedServer } from "./support/server.ts";

/** A text in rows to which the role gives no access: no response may contain it. */
const canary = "canarybird";
const server = await sharedServer();
const owner: Person = await newSpaceOwner(server);
const { memberWith, keyWith } = roleFactories(server, owner);

const idsOf = async (api: Client, type: string) => {
  const answer = await api.send("GET Api/{type}/QueryPageList", { type, pageSize: 120 });
  expect(answer.status, answer.text).toBe(200);
  return (contentOf(answer) as TableResult).rows.map(({ id }) => id);
};
/** The number of rows of a filter, or the status of a refusal. */
const countOf = async (api: Client, type: string, filter: object) => {
  const answer = await api.send("POST Api/{type}/BatchPreview", { type, verb: "delete", selection: { filter } });
  return answer.status === 200 ? (contentOf(answer) as BatchPreview).count : answer.status;
};
const withoutRequestId = ({ status, body }: Answer) => ({ status, ...body, requestId: "" });

describe("a role with access to one row of each entity", () => {
  const grantableEntities = codeEntities.filter((entity) => grantableVerbs(entity).length > 0);
  const types = grantableEntities.map(({ type }) => type as EntityType);
  /** Whether every member may read the entity. Row rules then apply only to programs. */
  const isOpenToMembers = (type: EntityType) =>
    isAtLeast("member", expectedEntities[type].access.read) && expectedEntities[type].byOwner !== true;
  let permittedRows: Rows;
  let otherRows: Rows;
  let clients: Record<"a person" | "a program", Client>;

  beforeAll(async () => {
    // The rows belong to another member than the tested one, because members need no role for their own work orders.
    [permittedRows, otherRows] = [
      await makeRows(server, owner.tenantId, "insider"),
      await makeRows(server, owner.tenantId, canary),
    ];
    const grants = grantableEntities.map((entity) =>
      grant(entity.type, grantableVerbs(entity), fieldIsIn("id", permittedRows[entity.type as EntityType])),
    );
    const { token: key } = await keyWith(grants);
    clients = { "a person": await memberWith(grants), "a program": client(server, { token: key }) };
  });

  const readOtherRow = (type: EntityType) =>
    server.database.tenant(owner.tenantId, (tx) =>
      tx.rows(
        sql`select to_jsonb(t) as content from ${sql.identifier(tableName(grantableEntities.find((entity) => entity.type === type)!))} t
          where id = ${otherRows[type]}::uuid`,
      ),
    );
  const cases = types.flatMap((type) => (["a person", "a program"] as const).map((who) => ({ type, who })));

  it.each(cases)(
    "answers any call of $who about another row of $type as if it did not exist",
    async ({ type, who }) => {
      const api = clients[who];
      const before = await readOtherRow(type);
      const isHidden = who === "a program" || !isOpenToMembers(type);
      for (const name of callNames) {
        const { namesRow, perEntity, requiredAccess } = expectedCalls[name];
        const usesOtherRow =
          perEntity === true || JSON.stringify(inputOf(name, otherRows, type)).includes(otherRows[type]);
        if (namesRow !== true || !usesOtherRow) continue;
        const verb = typeof requiredAccess === "object" && "verb" in requiredAccess ? requiredAccess.verb : undefined;
        if (verb === "read" && !isHidden) continue;
        const [otherAnswer, missingAnswer] = [
          await api.send(name, inputOf(name, otherRows, type)),
          await api.send(name, inputOf(name, missingRows(), type)),
        ];
        expect([name, otherAnswer.status]).toEqual([name, missingAnswer.status]);
        expect([401, 403, 404, 409, 422], name).toContain(otherAnswer.status);
        if (verb !== undefined)
          expect([name, withoutRequestId(otherAnswer)]).toEqual([name, withoutRequestId(missingAnswer)]);
      }
      expect(await readOtherRow(type)).toEqual(before);
    },
  );

  it.each(cases)(
    "hides other rows of $type from $who in every call, search and total, unless every member may read the entity",
    async ({ type, who }) => {
      const api = clients[who];
      if (who === "a person" && isOpenToMembers(type))
        return expect((await idsOf(api, type)).length).toBeGreaterThan(1);
      for (const name of callNames) {
        const { namesRow, perEntity } = expectedCalls[name];
        if (perEntity !== true || namesRow === true) continue;
        const answer = await api.send(name, inputOf(name, otherRows, type));
        expect([name, answer.status]).not.toEqual([name, 500]);
        expect([name, answer.text.includes(canary) || answer.text.includes(otherRows[type])]).toEqual([name, false]);
      }
      const ids = await idsOf(api, type);
      expect(ids).toContain(permittedRows[type]);
      expect(ids).not.toContain(otherRows[type]);
      expect([0, 403]).toContain(await countOf(api, type, fieldEquals("id", otherRows[type])));
      const found = await api.send("GET Api/Relation/GetKeyValues", { type, q: canary, ids: otherRows[type] });
      expect(found.status).toBe(200);
      expect(found.text).not.toContain(canary);
      expect((contentOf(await api.send("GET Api/{type}/QueryPageList", { type })) as TableResult).total).toBe(
        ids.length,
      );
    },
  );

  it.each(types)("gives an assistant's tools no access to other rows of %s", async (type) => {
    const { token } = await keyWith([
      grant(
        type,
        grantableVerbs(grantableEntities.find((entity) => entity.type === type)!),
        fieldIsIn("id", permittedRows[type]),
      ),
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
    expect(list).toContain(permittedRows[type]);
    expect(list).not.toContain(otherRows[type]);
    expect(list).not.toContain(canary);
    expect(await call("get", { id: otherRows[type] })).not.toContain(canary);
  });

  it.each(
    grantableEntities
      .filter((entity) => grantableVerbs(entity).includes("delete"))
      .map(({ type }) => type as EntityType),
  )("lists no other deleted row of %s, and restores or erases none", async (type) => {
    const [permitted, hidden] = [
      await makeRows(server, owner.tenantId, "insider"),
      await makeRows(server, owner.tenantId, canary),
    ];
    const { send } = await memberWith([grant(type, ["read", "delete"], fieldIsIn("id", permitted[type]))]);
    const table = sql.identifier(tableName(grantableEntities.find((entity) => entity.type === type)!));
    await server.database.tenant(owner.tenantId, (tx) =>
      tx.rows(
        sql`update ${table} set deleted_at = now() where id in (${permitted[type]}::uuid, ${hidden[type]}::uuid)`,
      ),
    );
    const trash = await send("GET Api/{type}/QueryTrash", { type });
    expect(trash.status, trash.text).toBe(200);
    expect(trash.text).toContain(permitted[type]);
    expect(trash.text).not.toContain(canary);
    for (const call of ["POST Api/{type}/RestoreDeleted", "POST Api/{type}/Erase"])
      expect((await send(call, { type, ids: [hidden[type]] })).status).toBe(404);
  });
});

it("every entity has an expectation, and these tests cover more than 20 calls", () => {
  const calls = callNames.filter((name) => expectedCalls[name].perEntity === true);
  expect(calls.length).toBeGreaterThan(20);
  expect(entityTypes).toEqual(expect.arrayContaining(codeEntities.map(({ type }) => type)));
});
