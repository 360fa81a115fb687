/** The `access` of a call determines the type and the value of its principal. */
import { expect, expectTypeOf, it } from "vitest";
import { z } from "zod";
import {
  type Access,
  administrator,
  anyone,
  rowAccess,
  requiresSignIn,
  type Level,
  member,
  type PrincipalFor,
  type RequestPrincipal,
  superAdmin,
  type UserPrincipal,
} from "#kit/access.ts";
import { type CallContext, type CallDefinition, defineCall } from "#kit/call.ts";
import { admit } from "#server/http/calls.server.ts";
import { registries } from "./support/registries.ts";

const texts = { path: "a/b", envelope: "data", title: { zh: "甲", en: "A" }, input: z.object({}) } as const;

/** Requires a person as the principal, like the implementations of many calls. */
const nameOf = ({ principal }: CallContext<UserPrincipal>) => principal.userName;

it("a call for people has a person as its principal", () => {
  const byLevel = defineCall({
    ...texts,
    method: "GET",
    access: member,
    output: z.string(),
    run: (_input, context) => {
      expectTypeOf(context.principal).toEqualTypeOf<UserPrincipal>();
      return nameOf(context);
    },
  });
  const byEntity = defineCall({
    ...texts,
    method: "POST",
    access: rowAccess("update", "page"),
    output: z.string(),
    idempotent: { keep: () => ({ id: "a" }), rebuild: async (_stored, context) => nameOf(context) },
    run: (_input, context) => nameOf(context),
  });
  // Calls of every kind fit into one list.
  expectTypeOf([byLevel, byEntity]).toExtend<CallDefinition[]>();
});

it("a call for visitors has no person as its principal", () => {
  const publicCall = defineCall({
    ...texts,
    method: "GET",
    access: anyone,
    output: z.string(),
    run: (_input, context) => {
      expectTypeOf(context.principal).toEqualTypeOf<RequestPrincipal>();
      // @ts-expect-error -- a visitor has no name
      return nameOf(context);
    },
  });
  defineCall({
    ...texts,
    method: "GET",
    access: rowAccess("read"),
    output: z.string(),
    // @ts-expect-error -- an entity may be open to visitors
    run: (_input, { principal }) => principal.memberId,
  });
  expectTypeOf(publicCall).toExtend<CallDefinition>();
});

it("an access known only at run time has a general principal", () => {
  expectTypeOf<PrincipalFor<Access>>().toEqualTypeOf<RequestPrincipal>();
  expectTypeOf<PrincipalFor<{ level: Level }>>().toEqualTypeOf<RequestPrincipal>();
  expectTypeOf<PrincipalFor<{ verb: "read"; type: string }>>().toEqualTypeOf<RequestPrincipal>();
  expectTypeOf<PrincipalFor<{ level: "member" } | { level: "anyone" }>>().toEqualTypeOf<RequestPrincipal>();
  expectTypeOf<PrincipalFor<{ level: "member" | "administrator" }>>().toEqualTypeOf<UserPrincipal>();
});

const visitor: RequestPrincipal = { kind: "anonymous", tenantId: "a" };
const allowAll = { allowsEntity: () => true };

/** `isPerson` is checked against the type by the compiler, and against the admission by the test. */
const accessCase = <const A extends Access>(
  access: A,
  isPerson: PrincipalFor<A> extends UserPrincipal ? true : false,
) => ({ access: access as Access, isPerson });

it.each([
  accessCase(anyone, false),
  accessCase(member, true),
  accessCase(administrator, true),
  accessCase(superAdmin, true),
  accessCase({ level: "nobody" }, true),
  accessCase(rowAccess("read"), false),
  accessCase(rowAccess("save"), false),
  accessCase(rowAccess("read", "news"), true),
  accessCase({ verb: "read", type: "news" }, false),
])("$access: the type and the admission agree (requires a person: $isPerson)", ({ access, isPerson }) => {
  expect(requiresSignIn(access)).toBe(isPerson);
  const admission = () => admit(access, { principal: visitor, entities: registries.code }, {}, allowAll);
  if (isPerson) expect(admission).toThrow(expect.objectContaining({ code: "unauthenticated" }));
  else expect(admission()).toBe(visitor);
});
