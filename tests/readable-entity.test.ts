/** Types and filters distinguish the readable part of an entity from the entity itself. */
import { expect, expectTypeOf, it } from "vitest";
import type { Grant, UserPrincipal } from "#kit/access.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import type { Filter } from "#kit/filter.ts";
import contactMessage from "#entities/contactMessage.ts";
import { readRows } from "#records/query/list.server.ts";
import { permittedRowsSql } from "#records/query/row.server.ts";
import { whereOf } from "#records/query/where.server.ts";
import { programView, type ReadableEntity, viewOf } from "#records/registry/view.server.ts";
import { newMember, newSpaceOwner } from "./support/people.ts";
import { makeRows } from "./support/rows.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
const reader: UserPrincipal = {
  kind: "user",
  accountId: "",
  memberId: "",
  tenantId: "",
  tenantSign: "",
  sessionId: "",
  hasRecentProof: false,
  userName: "",
  isAdministrator: false,
  isSuperAdmin: false,
  grants: [],
};

it("the two types are not assignable to each other", () => {
  expectTypeOf<ReadableEntity>().not.toExtend<EntityDefinition>();
  expectTypeOf<EntityDefinition>().not.toExtend<ReadableEntity>();
  const { readable } = programView(contactMessage);
  const principal = { kind: "system", tenantId: "" } as const;
  // @ts-expect-error -- filters of a reader need the readable part
  const filterOfEntity = () => whereOf({ readable: contactMessage, tenantId: "" }, { and: [] });
  // @ts-expect-error -- rights need the entity itself
  const rowsOfView = () => permittedRowsSql(principal, readable, "read");
  expect([filterOfEntity, rowsOfView]).toHaveLength(2);
});

it("the views of roles are cached with their grants, not on entities", () => {
  const grantsOf = (): Grant[] => [{ entity: "contactMessage", verbs: ["read"], read: ["name"], write: null }];
  const view = (grants: Grant[]) => viewOf({ ...reader, grants }, contactMessage);
  view(grantsOf());
  const symbolCount = Object.getOwnPropertySymbols(contactMessage).length;
  const grants = grantsOf();
  expect(view(grants)).toBe(view(grants));
  for (let n = 0; n < 5; n += 1) view(grantsOf());
  expect(Object.getOwnPropertySymbols(contactMessage)).toHaveLength(symbolCount);
});

it("T-06: a reader's filter may use only the fields that they may read, and a filter of the program may use all fields", async () => {
  const owner = await newSpaceOwner(server);
  const { memberId, tenantId, accountId } = await newMember(server, owner.tenantId);
  const rows = await makeRows(server, tenantId, "a message");
  const grants: Grant[] = [{ entity: "contactMessage", verbs: ["read"], read: ["name"], write: null }];
  const principal: UserPrincipal = { ...reader, accountId, memberId, tenantId, grants };
  const isNew: Filter = { field: "status", op: "eq", value: "new" };
  expect(Object.keys(viewOf(principal, contactMessage).readable.fields)).toEqual(["name"]);
  expect(() => whereOf({ readable: viewOf(principal, contactMessage).readable, tenantId }, isNew)).toThrow(
    expect.objectContaining({ code: "badRequest" }),
  );
  await expect(readRows(server.database, principal, contactMessage, { filter: isNew })).rejects.toMatchObject({
    code: "badRequest",
  });
  const found = await readRows(server.database, principal, contactMessage, { within: isNew });
  expect(found.map(({ id }) => id)).toEqual([rows.contactMessage]);
  expect(Object.keys(found[0]!)).not.toContain("status");
  const isDone: Filter = { field: "status", op: "ne", value: "new" };
  expect(await readRows(server.database, principal, contactMessage, { within: isDone })).toEqual([]);
});
