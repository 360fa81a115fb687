import type { ZodType } from "zod";

/**
 * The schema, except that objects for which `isAccepted` returns true pass unchecked; the schema must not change or leave out values. `_zod.run` is the
 * method that Zod's own schemas call on the schemas in them.
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

const isMemoised = (value: unknown): value is object =>
  typeof value === "object" && value !== null && jsonTexts.has(value);

function memoisedJson(value: object): string {
  const existing = jsonTexts.get(value);
  if (existing !== undefined) return existing;
  const text = JSON.stringify(value);
  jsonTexts.set(value, text);
  return text;
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** The depth of the memoised parts below an answer: `{ rowActions: { sets: [part] } }`. */
const maxDepth = 2;

function partJson(value: unknown, depth: number): string | undefined {
  if (isMemoised(value)) return memoisedJson(value);
  if (Array.isArray(value) && value.length > 0 && value.every(isMemoised))
    return `[${value.map(memoisedJson).join(",")}]`;
  if (!isPlainObject(value) || depth === 0) return JSON.stringify(value);
  let text = "";
  for (const [key, part] of Object.entries(value)) {
    const partText = partJson(part, depth - 1);
    if (partText !== undefined) text += `${text === "" ? "" : ","}${JSON.stringify(key)}:${partText}`;
  }
  return `{${text}}`;
}

/** `JSON.stringify` of an answer in its envelope. Parts that `checkedOnce` has accepted are serialized once, if the answer has one as a property. */
export function answerJson(envelope: Record<string, unknown>): string {
  const answer = envelope.data ?? envelope.result;
  const hasMemoisedPart = isPlainObject(answer) && Object.values(answer).some(isMemoised);
  return hasMemoisedPart ? partJson(envelope, maxDepth + 1)! : JSON.stringify(envelope);
}
