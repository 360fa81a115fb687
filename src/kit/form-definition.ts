import { readJsonObject } from "./json-object.ts";
import { maxDraftCharacters } from "./light-app.ts";

/** The fields in the JSON of a form; undefined for a text without a list of fields. */
export function readFormFields(text: string): readonly unknown[] | undefined {
  if (text.length > maxDraftCharacters) return undefined;
  const fields = readJsonObject(text)?.fields;
  return Array.isArray(fields) ? fields : undefined;
}
