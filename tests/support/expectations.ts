import path from "node:path";
import { type Level, levels } from "#kit/access.ts";
import type { CallDefinition, CallName } from "#kit/call.ts";
import type { EntityType } from "#kit/entity.ts";
import type { EntityExpectation, Expectation, Rows } from "#kit/expectation.ts";

const callFiles = import.meta.glob<CallDefinition>("../../src/features/**/calls/*.server.ts", {
  eager: true,
  import: "default",
});
const callExpectations = import.meta.glob<Expectation>("../../src/features/**/calls/*.expect.ts", {
  eager: true,
  import: "default",
});
const entityExpectations = import.meta.glob<EntityExpectation>("../../src/entities/*.expect.ts", {
  eager: true,
  import: "default",
});

/** Every call of the program, by name. */
export const callDefinitions = Object.fromEntries(
  Object.values(callFiles).map((call) => [`${call.method} ${call.path}`, call]),
) as Record<CallName, CallDefinition>;
export const callNames = Object.keys(callDefinitions) as CallName[];

const withoutEnding = (file: string) => file.replace(/\.(?:server|expect)\.ts$/, "");
/** The paths of all calls and of all expectations, without endings. Each call has its expectation in the same folder. */
export const filePaths = {
  calls: Object.keys(callFiles).map(withoutEnding),
  expectations: Object.keys(callExpectations).map(withoutEnding),
};

/** The expectation of each call, by name. */
export const expectedCalls = Object.fromEntries(
  Object.entries(callFiles).map(([file, { method, path: address }]) => {
    const expected = callExpectations[`${withoutEnding(file)}.expect.ts`];
    if (expected === undefined) throw new Error(`${file} has no expectation beside it.`);
    return [`${method} ${address}`, expected];
  }),
) as Record<CallName, Expectation>;

/** The expectation of each entity, by type. */
export const expectedEntities = Object.fromEntries(
  Object.entries(entityExpectations).map(([file, expected]) => [path.basename(file, ".expect.ts"), expected]),
) as Record<EntityType, EntityExpectation>;
export const entityTypes = Object.keys(expectedEntities) as EntityType[];

/** A valid input for a call about these rows. `type`: the entity, for calls that accept any entity. */
export function inputOf(name: CallName, rows: Rows, type: EntityType): object {
  const { add, change } = expectedEntities[type];
  return expectedCalls[name].input?.(rows, { type, add: add?.(rows) ?? {}, change }) ?? {};
}

/** The lowest access level that a call requires. `type`: the entity, for calls that accept any entity. */
export function requiredLevelOf(name: CallName, type: EntityType): Level {
  const { requiredAccess } = expectedCalls[name];
  if (typeof requiredAccess === "string") return requiredAccess;
  const { access } = expectedEntities[type];
  if (requiredAccess.verb !== "import") return access[requiredAccess.verb] ?? "nobody";
  // An import requires the right to add or to change rows, and that the entity can be exported.
  if (access.export === "nobody") return "nobody";
  return levels.find((level) => level === access.add || level === access.update)!;
}
