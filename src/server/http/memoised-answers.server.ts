import type { ZodType } from "zod";

/**
 * The schema, except that objects for which `isAccepted` returns true pass unchecked; the schema must not transform values. `_zod.run` is the method that
 * Zod's own schemas call on the schemas in them.
 */
export function acceptedBy<T extends ZodType>(
  schema: T,
  isAccepted: (value: object) => boolean,
  onAccepted?: (value: object) => void,
): T {
  const wrapped = schema.clone();
  // oxlint-disable-next-line no-underscore-dangle
  const internals = wrapped._zod;
  const { run } = internals;
  internals.run = (payload, context) => {
    const { value } = payload;
    if (typeof value !== "object" || value === null) return run(payload, context);
    if (isAccepted(value)) return payload;
    const result = run(payload, context);
    if (result instanceof Promise || result.issues.length > 0) return result;
    onAccepted?.(value);
    // The schema's result is a copy; `value` is what will be accepted.
    result.value = value;
    return result;
  };
  return wrapped;
}

/** The JSON of objects that a schema of `checkedOnce` has accepted; undefined until it is first needed. */
const jsonTexts = new WeakMap<object, string | undefined>();

/**
 * The schema, except that an object that it has accepted once passes unchanged from then on. For parts of answers that are memoised and never change,
 * such as the description of a list.
 */
export function checkedOnce<T extends ZodType>(schema: T): T {
  const accepted = new WeakSet<object>();
  return acceptedBy(
    schema,
    (value) => accepted.has(value),
    (value) => {
      accepted.add(value);
      jsonTexts.set(value, undefined);
    },
  );
}

function jsonOf(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || !jsonTexts.has(value)) return JSON.stringify(value);
  const existing = jsonTexts.get(value);
  if (existing !== undefined) return existing;
  const text = JSON.stringify(value);
  jsonTexts.set(value, text);
  return text;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

const objectJson = (entries: readonly (readonly [string, string | undefined])[]): string =>
  `{${entries
    .filter(([, text]) => text !== undefined)
    .map(([key, text]) => `${JSON.stringify(key)}:${text}`)
    .join(",")}}`;

/** `JSON.stringify` of an answer in its envelope. The parts of the answer that `checkedOnce` has accepted are only serialized once. */
export function answerJson(envelope: Record<string, unknown>): string {
  const entries = Object.entries(envelope);
  const isMemoised = (part: unknown) => typeof part === "object" && part !== null && jsonTexts.has(part);
  if (!entries.some(([, value]) => isObject(value) && Object.values(value).some(isMemoised)))
    return JSON.stringify(envelope);
  return objectJson(
    entries.map(([key, value]) => [
      key,
      isObject(value) ? objectJson(Object.entries(value).map(([name, part]) => [name, jsonOf(part)])) : jsonOf(value),
    ]),
  );
}
