/** The interface offers exactly what the server accepts, for every role and entity. */
import { beforeAll, describe, expect, it } from "vitest";
import type { EntityType } from "#kit/entity.ts";
import { codeEntities } from "#records/registry/code-entities.server.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import {
  expectDescribedCalls,
  expectOffers,
  type List,
  type OfferRole,
  offerRoles,
  searchList,
} from "./support/offers.ts";
import { newMember, newSpaceOwner } from "./support/people.ts";
import { roleFactories } from "./support/roles.ts";
import { idsOfRows, makeRows } from "./support/rows.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
const owner = await newSpaceOwner(server);
const { memberWith, keyWith } = roleFactories(server, owner);
const entityTypes = codeEntities.map(({ type }) => type as EntityType);
const roleNames = Object.keys(
  offerRoles(
    codeEntities,
    idsOfRows(() => ""),
  ),
) as OfferRole[];
const people = new Map<string, Client>();
let program: Client;

beforeAll(async () => {
  const roles = offerRoles(codeEntities, await makeRows(server, owner.tenantId, "row"));
  people.set("an administrator", client(server, owner));
  people.set("a member without a role", client(server, await newMember(server, owner.tenantId)));
  for (const name of roleNames) people.set(name, await memberWith(roles[name]));
  program = await keyWith(roles["a role that gives all"]);
});

describe.each(["an administrator", "a member without a role", ...roleNames])("%s", (role) => {
  it.each(entityTypes)("is offered for %s exactly what the server accepts", (type) =>
    expectOffers(
      people.get(role)!,
      codeEntities.find((entity) => entity.type === type)!,
      role,
    ),
  );
});

it.each(entityTypes)("the API description for a program lists for %s exactly what the server accepts", (type) =>
  expectDescribedCalls(program, type),
);

it("a person who may change only some fields of a page is not offered the builder", async () => {
  const builderAccess = async (role: string) => {
    const { play, result } = contentOf(await searchList(people.get(role)!, "page")) as List;
    const isOffered = play.actions.some(({ url }) => url?.startsWith("/builder") === true);
    const draft = { id: result.rows[0]!.id, diyPageInfo: {} };
    return [isOffered, (await people.get(role)!.send("POST Api/SitePage/GetPageInfo", draft)).status];
  };
  expect(await builderAccess("a role that gives all")).toEqual([true, 200]);
  expect(await builderAccess("a role that gives one row")).toEqual([true, 200]);
  expect(await builderAccess("a role that gives two fields")).toEqual([false, 403]);
});
