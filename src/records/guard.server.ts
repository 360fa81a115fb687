import { forbiddenText, type Principal, reaches, signInFirstText, type Verb, verbs } from "#kit/access.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import { Problem } from "#kit/problem.ts";
import { entityOf } from "./definitions.server.ts";

/** Whether `who` may use `verb` on rows of the entity, within their own tenant. The program itself (system) may all that is not closed by type. */
export function allows(who: Principal, entity: EntityDefinition, verb: Verb): boolean {
  return who.kind === "system" || reaches(who, entity.access[verb]);
}

/** The same question by the wire's words, for the edge. @throws {Problem} notFound for an unknown type */
export function allowsEntity(who: Principal, type: unknown, verb: string): boolean {
  const known = verbs.find((item) => item === verb);
  return known !== undefined && allows(who, entityOf(type), known);
}

/** @throws {Problem} unauthenticated or forbidden */
export function guard(who: Principal, entity: EntityDefinition, verb: Verb): void {
  if (allows(who, entity, verb)) return;
  if (who.kind === "anonymous") throw new Problem("unauthenticated", signInFirstText);
  throw new Problem("forbidden", forbiddenText);
}
