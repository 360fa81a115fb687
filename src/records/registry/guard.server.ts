import { forbiddenText, type Principal, verifyIdentityText, signInFirstText, type Verb, verbs } from "#kit/access.ts";
import { type AutoScreen, pageVerbs } from "#kit/app-pages.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import { Problem } from "#kit/problem.ts";
import { isLive } from "#kit/rules.ts";
import { unconfirmedText } from "#server/identity/pay-tickets.server.ts";
import type { EntityRegistry } from "#kit/entity-registry.ts";
import type { RowContext } from "./row-context.server.ts";
import { type EntityView, formFields, viewOf } from "./view.server.ts";

/** Whether `principal` may use `verb` on rows of the entity, within their own tenant. */
export function allows(principal: Principal, entity: EntityDefinition, verb: Verb): boolean {
  return viewOf(principal, entity).may.has(verb);
}

/**
 * What a person with this view may do with rows by import: nothing in an entity that nobody may export, that has a single row, or whose saves require
 * the payment password, or whose page for it their roles leave out; no additions where rows are added in another way.
 */
export function importVerbs({ readable, may, writable, givesPage }: EntityView): ("add" | "update")[] {
  const { access, isSingle, checkSafePassword, addUrl, hasAddHook } = readable.source;
  if (!givesPage({ name: "import", verbs: pageVerbs.import })) return [];
  if (access.export === "nobody" || isSingle === true || checkSafePassword === true) return [];
  const possible = addUrl === undefined && hasAddHook !== true ? (["add", "update"] as const) : (["update"] as const);
  return possible.filter((verb) => may.has(verb) && writable[verb].size > 0);
}

/** Whether the roles of `principal` leave them a page of the entity. Says nothing about its data. */
export const givesPage = (principal: Principal, entity: EntityDefinition, name: AutoScreen): boolean =>
  viewOf(principal, entity).givesPage({ name, verbs: pageVerbs[name] });

/** Refuses a page of the entity that roles do not leave to `principal`. @throws {Problem} forbidden */
export function guardPage(principal: Principal, entity: EntityDefinition, name: AutoScreen): void {
  if (!givesPage(principal, entity, name)) throw new Problem("forbidden", forbiddenText);
}

/** Whether `principal` may use the verb on all fields of a row, as screens and calls for one entity require. */
export function hasAllFields(principal: Principal, entity: EntityDefinition, verb: Verb): boolean {
  const { readsAllFields, writable } = viewOf(principal, entity);
  const isWriting = verb === "add" || verb === "update";
  return readsAllFields && (!isWriting || writable[verb].size === formFields(entity, verb).length);
}

/**
 * `allows` for the type and verb of a request; `verb` may also be "import". `needsAllFields`: also requires `hasAllFields`.
 * @throws {Problem} notFound for an unknown type
 */
export function allowsEntity(
  { principal, entities }: RowContext,
  type: unknown,
  verb: string,
  needsAllFields = false,
): boolean {
  if (verb === "import") return importVerbs(viewOf(principal, entities.find(type))).length > 0;
  const matchedVerb = verbs.find((item) => item === verb);
  if (matchedVerb === undefined) return false;
  const entity = entities.find(type);
  return allows(principal, entity, matchedVerb) && (!needsAllFields || hasAllFields(principal, entity, matchedVerb));
}

/** Whether `verb` on rows of an entity requires a recent proof of identity. */
export function isSensitive(entities: EntityRegistry, type: unknown, verb: string): boolean {
  const matches = (item: Verb) => (verb === "import" ? item === "add" || item === "update" : item === verb);
  return entities.find(type).stepUp?.some(matches) === true;
}

/** Refuses a verb that `principal` may not use on rows of the entity. @throws {Problem} unauthenticated or forbidden */
export function guard(principal: Principal, entity: EntityDefinition, verb: Verb): void {
  if (allows(principal, entity, verb)) return;
  if (principal.kind === "anonymous") throw new Problem("unauthenticated", signInFirstText);
  throw new Problem("forbidden", forbiddenText);
}

/** Refuses a verb that requires a recent proof of identity. @throws {Problem} forbidden when `principal` has none */
export function refuseVerbWithoutProof(principal: Principal, entity: EntityDefinition, verb: Verb): void {
  if (principal.kind !== "user" || principal.hasRecentProof || entity.stepUp?.includes(verb) !== true) return;
  throw new Problem("forbidden", verifyIdentityText, { needsProof: true });
}

/** @throws {Problem} forbidden when `principal` is a person without a recent proof of identity */
export function refuseWithoutProof(principal: Principal): void {
  if (principal.kind === "user" && !principal.hasRecentProof)
    throw new Problem("forbidden", verifyIdentityText, { needsProof: true });
}

/** @throws {Problem} forbidden when one of the rows is public and `principal` has to confirm their identity first */
export function refusePublicRowsWithoutProof(
  principal: Principal,
  entity: EntityDefinition,
  rows: readonly Readonly<Record<string, unknown>>[],
): void {
  if (principal.kind !== "user" || principal.hasRecentProof || !rows.some((row) => isLive(entity, row))) return;
  throw new Problem("forbidden", verifyIdentityText, { needsProof: true });
}

/**
 * Refuses an unconfirmed save of an entity whose saves require the payment password, whether by form, batch or import.
 * @throws {Problem} forbidden when the save is not confirmed
 */
export function refuseUnconfirmed(
  { principal, isConfirmed }: RowContext,
  { checkSafePassword }: EntityDefinition,
): void {
  if (checkSafePassword !== true || principal.kind === "system" || isConfirmed === true) return;
  throw new Problem("forbidden", unconfirmedText);
}
