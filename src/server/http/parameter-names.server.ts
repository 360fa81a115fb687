import type { ZodType } from "zod";

/** The parameters that older clients spell in different cases (B-381). No entity has a field with one of these names in any case. */
const commonNames = ["_id", "id", "key", "type"];
const payPassword = "paypassword";

/** Spellings of parameters by their names in lower case. */
export type ParameterNames = ReadonlyMap<string, string>;

/** The parameters of a call whose case does not matter. The payment password has two spellings on the wire; each call has its own. */
export function parameterNames(schema: ZodType): ParameterNames {
  const { shape = {} } = schema as { shape?: object };
  const names = [...commonNames, ...Object.keys(shape).filter((name) => name.toLowerCase() === payPassword)];
  return new Map(names.map((name) => [name.toLowerCase(), name]));
}

/** Returns an input whose parameters have the spelling of the call. Other spellings are ignored beside the exact one. */
export function withParameterNames(input: object, names: ParameterNames): object {
  const result: Record<string, unknown> = { ...input };
  for (const sentName of Object.keys(input)) {
    const name = names.get(sentName.toLowerCase());
    if (name === undefined || name === sentName) continue;
    if (!Object.hasOwn(result, name)) result[name] = result[sentName];
    delete result[sentName];
  }
  return result;
}
