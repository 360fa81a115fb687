import { forbiddenText, type Principal, proveAgainText, signInFirstText, type Verb, verbs } from "#kit/access.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import { Problem } from "#kit/problem.ts";
import { isLive } from "#kit/rules.ts";
import { unconfirmedText } from "#server/identity/pay-tickets.server.ts";
import type { EntityRegistry } from "#kit/entity-registry.ts";
import type { RowContext } from "./row-context.server.ts";
import { formFields, viewOf } from "./view.server.ts";

/** Whether `principal` may use `verb` on rows of the entity, within their own tenant. */
export function allows(principal: Principal, entity: EntityDefinition, verb: Verb): boolean {
  return viewOf(principal, entity).may.has(verb);
}

/**
 * What `principal` may do with rows by import: nothing where export is not allowed either, or where each save requires confirmation; no additions where
 * rows are added in another way.
 */
export function importVerbs(principal: Principal, entity: EntityDefinition): ("add" | "update")[] {
  const { access, isSingle, checkSafePassword, addUrl, hasAddHook } = entity;
  if (access.export === "nobody" || isSingle === true || checkSafePassword === true) return [];
  const { may, writable } = viewOf(principal, entity);
  const possible = addUrl === undefined && hasAddHook !== true ? (["add", "update"] as const) : (["update"] as const);
  return possible.filter((verb) => may.has(verb) && writable[verb].size > 0);
}

/** Whether `principal` uses the verb on rows as a whole, not on some of their fields: what screens and calls about one entity need. */
export function hasAllFields(principal: Principal, entity: EntityDefinition, verb: Verb): boolean {
  const { readsWhole, writable } = viewOf(principal, entity);
  const isWriting = verb === "add" || verb === "update";
  return readsWhole && (!isWriting || writable[verb].size === formFields(entity, verb).length);
}

/**
 * The same question by the wire's words, for the edge. `allFields`: on rows as a whole, not on some of their fields.
 * @throws {Problem} notFound for an unknown type
 */
export function allowsEntity(
  { principal, entities }: RowContext,
  type: unknown,
  verb: string,
  allFields = false,
): boolean {
  if (verb === "import") return importVerbs(principal, entities.find(type)).length > 0;
  const matchedVerb = verbs.find((item) => item === verb);
  if (matchedVerb === undefined) return false;
  const entity = entities.find(type);
  return allows(principal, entity, matchedVerb) && (!allFields || hasAllFields(principal, entity, matchedVerb));
}

/** Whether `verb` on rows of an entity requires a recent proof of identity. */
export function isSensitive(entities: EntityRegistry, type: unknown, verb: string): boolean {
  const matches = (item: Verb) => (verb === "import" ? item === "add" || item === "update" : item === verb);
  return entities.find(type).stepUp?.some(matches) === true;
}

/** @throws {Problem} unauthenticated or forbidden */
export function guard(principal: Principal, entity: EntityDefinition, verb: Verb): void {
  if (allows(principal, entity, verb)) return;
  if (principal.kind === "anonymous") throw new Problem("unauthenticated", signInFirstText);
  throw new Problem("forbidden", forbiddenText);
}

/** @throws {Problem} forbidden when the verb requires a recent proof of identity and `principal` has none */
export function refuseUnprovenVerb(principal: Principal, entity: EntityDefinition, verb: Verb): void {
  if (principal.kind !== "user" || principal.hasRecentProof || entity.stepUp?.includes(verb) !== true) return;
  throw new Problem("forbidden", proveAgainText, { needsProof: true });
}

/** @throws {Problem} forbidden without a recent proof of identity */
export function refuseWithoutProof(principal: Principal): void {
  if (principal.kind === "user" && !principal.hasRecentProof)
    throw new Problem("forbidden", proveAgainText, { needsProof: true });
}

/** @throws {Problem} forbidden when one of the rows is public and `principal` has to confirm their identity first */
export function refuseUnproven(
  principal: Principal,
  entity: EntityDefinition,
  rows: readonly Readonly<Record<string, unknown>>[],
): void {
  if (principal.kind !== "user" || principal.hasRecentProof || !rows.some((row) => isLive(entity, row))) return;
  throw new Problem("forbidden", proveAgainText, { needsProof: true });
}

/**
 * Requires confirmation by payment password for entities that demand it, whatever the way of writing.
 * @throws {Problem} forbidden when `by` has not confirmed this save
 */
export function refuseUnconfirmed(
  { principal, isConfirmed }: RowContext,
  { checkSafePassword }: EntityDefinition,
): void {
  if (checkSafePassword !== true || principal.kind === "system" || isConfirmed === true) return;
  throw new Problem("forbidden", unconfirmedText);
}
