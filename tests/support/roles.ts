import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { Grant, Verb } from "#kit/access.ts";
import type { AnyRow } from "#kit/entity.ts";
import type { RowCondition } from "#kit/row-condition.ts";
import { type Client, client, contentOf } from "./client.ts";
import { newMember, type Person } from "./people.ts";
import type { Server } from "./server.ts";

/** A text that is the same in both languages. */
export const sameText = (text: string) => ({ zh: text, en: text });

/** The rights of a role on all rows of an entity, or on the rows that satisfy a condition. */
export const grant = (
  entity: string,
  verbs: readonly Verb[],
  rows?: RowCondition,
  more: Partial<Grant> = {},
): Grant => ({ entity, verbs, read: null, write: null, ...(rows === undefined ? {} : { rows }), ...more });

export const fieldIsIn = (field: string, ...value: string[]): RowCondition => ({ field, op: "in", value });
export const fieldEquals = (field: string, value: string | boolean): RowCondition => ({ field, op: "eq", value });

/** Returns functions that create roles, members and API keys in the owner's space. */
export function roleFactories(server: Server, owner: Person) {
  const admin = client(server, owner);
  async function addRole(grants: readonly Grant[]): Promise<string> {
    const response = await admin.send("POST Api/{type}/QueryAdd", { type: "role", name: sameText("role"), grants });
    expect(response.status, response.text).toBe(200);
    return (contentOf(response) as AnyRow).id;
  }
  /** Creates a member with one role for each list of grants. */
  async function memberWith(...roles: (readonly Grant[])[]): Promise<Client & { person: Person; roles: string[] }> {
    const person = await newMember(server, owner.tenantId);
    const ids = await Promise.all(roles.map(addRole));
    const identity = { type: "member", id: person.memberId };
    const { version } = contentOf(await admin.send("GET Api/{type}/QueryById", identity)) as AnyRow;
    const response = await admin.send("POST Api/{type}/QueryUpdate", { ...identity, version, roles: ids });
    expect(response.status, response.text).toBe(200);
    return { ...client(server, person), person, roles: ids };
  }
  /** Creates an API key with one role. */
  async function keyWith(grants: readonly Grant[]): Promise<Client & { token: string }> {
    const apiKey = { name: "ERP", roles: [await addRole(grants)], days: 7, requestId: randomUUID() };
    const { key: token } = contentOf(await admin.send("POST paas/apiKey/make", apiKey)) as { key: string };
    return { ...client(server, { token }), token };
  }
  return { addRole, memberWith, keyWith };
}
