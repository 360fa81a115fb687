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

/** Every call of the program, by its name. */
export const callDefinitions = Object.fromEntries(
  Object.values(callFiles).map((call) => [`${call.method} ${call.path}`, call]),
) as Record<CallName, CallDefinition>;
export const callNames = Object.keys(callDefinitions) as CallName[];

const placeOf = (file: string) => file.replace(/\.(?:server|expect)\.ts$/, "");
/** Files of calls, and of what is expected of them, without their endings: each has the other beside it. */
export const places = {
  calls: Object.keys(callFiles).map(placeOf),
  expectations: Object.keys(callExpectations).map(placeOf),
};

/** What is expected of each call, by its name. */
export const expectedCalls = Object.fromEntries(
  Object.entries(callFiles).map(([file, { method, path: address }]) => {
    const expected = callExpectations[`${placeOf(file)}.expect.ts`];
    if (expected === undefined) throw new Error(`What is expected of ${file} does not stand beside it.`);
    return [`${method} ${address}`, expected];
  }),
) as Record<CallName, Expectation>;

/** What is expected of each entity, by its type. */
export const expectedEntities = Object.fromEntries(
  Object.entries(entityExpectations).map(([file, expected]) => [path.basename(file, ".expect.ts"), expected]),
) as Record<EntityType, EntityExpectation>;
export const entityTypes = Object.keys(expectedEntities) as EntityType[];

/** An input for a call: about these rows and, where a call is made about any entity, about `type`. */
export function inputOf(name: CallName, rows: Rows, type: EntityType): object {
  const { add, change } = expectedEntities[type];
  return expectedCalls[name].input?.(rows, { type, add: add?.(rows) ?? {}, change }) ?? {};
}

/** The least that the caller of a call has to be, where it is made about any entity about `type`. */
export function leastOf(name: CallName, type: EntityType): Level {
  const { least } = expectedCalls[name];
  if (typeof least === "string") return least;
  const { access } = expectedEntities[type];
  if (least.entity !== "import") return access[least.entity];
  // Rows come by a file where they leave by one, and whoever adds or changes them by hand may do so.
  if (access.export === "nobody") return "nobody";
  return levels.find((level) => level === access.add || level === access.update)!;
}
