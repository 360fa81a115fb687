import type { Json, JsonObject } from "./json-object.ts";

/** Words in the names of keys whose values are secrets, compared without separators and in lower case. */
const secretWords =
  "password passwd passphrase passcode pwd secret token apikey accesskey privatekey signkey signingkey"
    .concat(" aeskey encryptionkey credential 密码 口令 密钥 私钥 令牌")
    .split(" ");
/** Endings of names that only describe a secret. */
const descriptions = ["url", "uri", "endpoint", "type", "length", "ttl", "expiresin", "header", "limit"];

const plainName = (name: string): string => name.toLowerCase().replaceAll(/[_\-\s.]/g, "");

/** Whether the value of a key is a secret, going by its name. */
function isSecretName(name: string): boolean {
  const plain = plainName(name);
  return secretWords.some((word) => plain.includes(word)) && !descriptions.some((ending) => plain.endsWith(ending));
}

/** Whether the value of a key is a secret: it is listed, in any spelling, or its name says so. */
export const isSecretKey = (name: string, secretKeys: readonly string[]): boolean =>
  isSecretName(name) || secretKeys.some((key) => plainName(key) === plainName(name));

/** The first of `secretKeys` that is the name of no field, in any spelling. Names that are those of secrets anyway may be listed without a field. */
export const unknownSecretKey = (secretKeys: readonly string[], fieldNames: readonly string[]): string | undefined =>
  secretKeys.find((key) => !isSecretName(key) && !fieldNames.some((name) => plainName(name) === plainName(key)));

/** A number is a secret only under a name that ends with such a word: `maxTokens` is none. */
const isSecretNumber = (name: string): boolean => secretWords.some((word) => plainName(name).endsWith(word));

/** What stands in a value for a secret: the number by which the secret is kept. */
export const maskOf = (number: number): string => `•••••••• #${number}`;
const maskPattern = /^•{8} #([1-9]\d{0,8})$/;

/** The number of a mask; undefined for any other value. */
export function maskedNumber(value: Json): number | undefined {
  const [, digits] = (typeof value === "string" ? maskPattern.exec(value) : null) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** What stands in files for every secret, which they never contain. */
export const secretInFile = "••••••••";

type Secret = string | number;
type Replace = (secret: Secret, place: { name: string; path: string }) => Json | undefined;
type Place = { name: string; path: string; isSecret: boolean };

function replaceIn(value: Json, place: Place, isMarked: (name: string) => boolean, replace: Replace): Json | undefined {
  if (typeof value === "object" && value !== null) {
    const replaceItem = ([name, item]: [string, Json]) => {
      const isSecret = place.isSecret || (!Array.isArray(value) && (isMarked(name) || isSecretName(name)));
      const itemName = Array.isArray(value) ? place.name : name;
      return replaceIn(item, { name: itemName, path: `${place.path}/${name}`, isSecret }, isMarked, replace);
    };
    const entries = Object.entries(value).map((entry) => [entry[0], replaceItem(entry)] as const);
    const remaining = entries.filter((entry): entry is readonly [string, Json] => entry[1] !== undefined);
    return Array.isArray(value) ? remaining.map(([, item]) => item) : Object.fromEntries(remaining);
  }
  const isSecret =
    place.isSecret &&
    (typeof value === "string" || (typeof value === "number" && (isMarked(place.name) || isSecretNumber(place.name))));
  return isSecret ? replace(value, place) : value;
}

/**
 * A copy of an object in which every secret is replaced; undefined leaves it out. Secrets are the texts and numbers under `secretKeys` (names of keys,
 * in any spelling) and under names that say so.
 */
export function replaceSecrets(value: JsonObject, secretKeys: readonly string[], replace: Replace): JsonObject {
  const marked = new Set(secretKeys.map(plainName));
  const place = { name: "", path: "", isSecret: false };
  return replaceIn(value, place, (name) => marked.has(plainName(name)), replace) as JsonObject;
}

/** The names of the keys with secrets that are readable in a value, neither masked nor empty. */
export function unmaskedSecrets(value: JsonObject, secretKeys: readonly string[]): string[] {
  const names = new Set<string>();
  replaceSecrets(value, secretKeys, (secret, { name }) => {
    if (secret !== "" && maskedNumber(secret) === undefined) names.add(name);
    return secret;
  });
  return [...names];
}
