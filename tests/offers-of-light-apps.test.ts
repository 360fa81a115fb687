/** The interface offers exactly what the server accepts, for every role and for entities that a space defines. */
import { beforeAll, describe, it, vi } from "vitest";
import type { EntityDefinition, EntityType } from "#kit/entity.ts";
import { codeEntities } from "#records/registry/code-entities.server.ts";
import { createRegistries } from "#records/registry/registries.server.ts";
import { insertRow } from "#records/change/save.server.ts";
import { type Client, client } from "./support/client.ts";
import { everyTypeDefinition, rowFor } from "./support/entity-cases.ts";
import { expectDescribedCalls, expectOffers, type OfferRole, offerRoles, searchList } from "./support/offers.ts";
import { newMember, newSpaceOwner } from "./support/people.ts";
import { roleFactories, sameText } from "./support/roles.ts";
import { sharedServer } from "./support/server.ts";
import { definitionOf, firstDevice, publish } from "./support/stored-entities.ts";

const server = await sharedServer();
const owner = await newSpaceOwner(server);
const { memberWith, keyWith } = roleFactories(server, owner);
const openAccess = { read: "member", add: "member", update: "member", delete: "member", export: "member" } as const;
const field = (name: string, more: object = {}) => ({ type: "textbox", name: sameText(name), ...more }) as const;
const states = ["open", "done"].map((key) => ({ key, name: sameText(key) }));

/** Members know only the records that they added; rules and formulas decide about fields. */
const ticket = definitionOf(
  "ticket",
  {
    subject: field("Subject", { required: true, search: "contains" }),
    state: { type: "dropdownlist", name: sameText("State"), value: "open", search: "eq", options: states },
    reason: field("Reason", { if: "state=done", search: "eq" }),
    hours: { type: "number", name: sameText("Hours"), search: "gte", column: { sortable: true } },
    cost: { type: "number", name: sameText("Cost"), compute: "hours * 80" },
    device: { type: "relation", name: sameText("Device"), entity: "device" as EntityType, search: "eq" },
  },
  {
    access: { ...openAccess, export: "administrator" },
    ownRowsBelow: "administrator",
    groups: [{ name: sameText("All"), fields: ["subject", "state", "reason", "hours", "device"] }],
    whyNotDelete: [{ when: { field: "state", op: "eq", value: "done" }, text: sameText("It is done.") }],
    actions: [
      {
        kind: "request",
        id: "close",
        name: sameText("Close"),
        icon: "check",
        if: { field: "state", op: "eq", value: "open" },
        set: { state: "done" },
        done: sameText("Closed"),
      },
      {
        kind: "event",
        id: "copy",
        name: sameText("Copy link"),
        icon: "link",
        event: "copyLink",
        url: "/ticket?id={id}",
      },
      { kind: "link", id: "open", name: sameText("Open"), icon: "open", url: "/admin/ticket/preview?id={id}" },
    ],
  },
);
/** Only administrators know it, except for roles. */
const secret = definitionOf(
  "secret",
  { title: field("Title", { search: "contains" }), note: { type: "textarea", name: sameText("Note"), max: 2000 } },
  {
    access: {
      read: "administrator",
      add: "administrator",
      update: "administrator",
      delete: "nobody",
      export: "nobody",
    },
  },
);
/** One record per space. */
const setting = definitionOf("setting", { title: field("Title") }, { isSingle: true });
const definitions = [everyTypeDefinition(), firstDevice, ticket, secret, setting];

const entities = new Map<string, EntityDefinition>();
const people = new Map<string, Client>();
let program: Client;
const types = definitions.map(({ type }) => type);
const roleNames = Object.keys(offerRoles([], {})) as OfferRole[];

beforeAll(async () => {
  for (const definition of [firstDevice, everyTypeDefinition(), ticket, secret, setting])
    await publish(server, owner.tenantId, definition);
  const admin = client(server, owner);
  for (const type of types)
    await vi.waitFor(async () => {
      if ((await searchList(admin, type)).status !== 200) throw new Error(`${type} is not loaded yet.`);
    }, 20_000);
  const registry = await createRegistries(server.database, codeEntities).of(owner.tenantId);
  const context = { principal: { kind: "system", tenantId: owner.tenantId } as const, entities: registry };
  const rows: Record<string, string> = {};
  for (const type of types) {
    const entity = registry.find(type);
    entities.set(type, entity);
    for (let count = 0; count < (entity.isSingle === true ? 1 : 2); count += 1) {
      const parts = { values: rowFor(entity), internal: { ownerId: owner.memberId } };
      rows[type] = (await server.database.tenant(owner.tenantId, (tx) => insertRow(tx, context, entity, parts))).id;
    }
  }
  const roles = offerRoles([...entities.values()], rows);
  people.set("an administrator", admin);
  people.set("a member without a role", client(server, await newMember(server, owner.tenantId)));
  for (const name of roleNames) people.set(name, await memberWith(roles[name]));
  program = await keyWith(roles["a role that gives all"]);
});

describe.each(["an administrator", "a member without a role", ...roleNames])("%s", (role) => {
  it.each(types)("is offered for %s exactly what the server accepts", (type) =>
    expectOffers(people.get(role)!, entities.get(type)!, role),
  );
});

it.each(types)("the API description for a program lists for %s exactly what the server accepts", (type) =>
  expectDescribedCalls(program, type),
);
