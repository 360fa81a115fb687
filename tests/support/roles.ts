import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { Grant, Verb } from "#kit/access.ts";
import type { AnyRow } from "#kit/entity.ts";
import type { RowCondition } from "#kit/row-condition.ts";
import { type Client, client, contentOf } from "./client.ts";
import { newMember, type Person } from "./people.ts";
import type { Server } from "./server.ts";

export const both = (text: string) => ({ zh: text, en: text });

/** What a role gives of an entity: of all rows, or of those that satisfy a rule. */
export const grant = (
  entity: string,
  verbs: readonly Verb[],
  rows?: RowCondition,
  more: Partial<Grant> = {},
): Grant => ({ entity, verbs, read: null, write: null, ...(rows === undefined ? {} : { rows }), ...more });

export const isOne = (field: string, ...value: string[]): RowCondition => ({ field, op: "in", value });
export const is = (field: string, value: string | boolean): RowCondition => ({ field, op: "eq", value });

/** Makes people and programs with roles in the space that `owner` administers. */
export function rolesOf(server: Server, owner: Person) {
  const admin = client(server, owner);
  async function addRole(grants: readonly Grant[]): Promise<string> {
    const answer = await admin.send("POST Api/{type}/QueryAdd", { type: "role", name: both("role"), grants });
    expect(answer.status, answer.text).toBe(200);
    return (contentOf(answer) as AnyRow).id;
  }
  /** A member with one role for each list of grants. */
  async function memberWith(...roles: (readonly Grant[])[]): Promise<Client & { person: Person; roles: string[] }> {
    const person = await newMember(server, owner.tenantId);
    const ids = await Promise.all(roles.map(addRole));
    const of = { type: "member", id: person.memberId };
    const { version } = contentOf(await admin.send("GET Api/{type}/QueryById", of)) as AnyRow;
    const answer = await admin.send("POST Api/{type}/QueryUpdate", { ...of, version, roles: ids });
    expect(answer.status, answer.text).toBe(200);
    return { ...client(server, person), person, roles: ids };
  }
  /** A program with an API key of one role. */
  async function keyWith(grants: readonly Grant[]): Promise<Client & { token: string }> {
    const order = { name: "ERP", roles: [await addRole(grants)], days: 7, requestId: randomUUID() };
    const { key: token } = contentOf(await admin.send("POST paas/apiKey/make", order)) as { key: string };
    return { ...client(server, { token }), token };
  }
  return { addRole, memberWith, keyWith };
}
