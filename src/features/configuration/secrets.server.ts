import type autoConfig from "#entities/autoConfig.ts";
import { maskedNumber, maskOf, replaceSecrets } from "#kit/configuration-secrets.ts";
import type { AnyValues, RowValues, StoredRow } from "#kit/entity.ts";
import { type JsonObject, jsonText, readJsonObject } from "#kit/json-object.ts";
import { isSame } from "#kit/same.ts";
import { seal, unseal } from "#server/process/seal.server.ts";
import type { Pepper } from "#server/process/secrets.server.ts";

const sealPurpose = "configuration";

/** The secrets of one configuration by their numbers. A number is not used again, so that an old mask never stands for a new secret. */
type Secrets = { next: number; byNumber: Record<string, string | number> };

type ConfigurationRow = StoredRow<typeof autoConfig>;

/** Decrypts the secrets of a row; undefined if they were encrypted with another key of the installation. */
function openSecrets(pepper: Pepper, sealed: string): Secrets | undefined {
  try {
    return JSON.parse(unseal(pepper, sealPurpose, sealed)) as Secrets;
  } catch {
    return undefined;
  }
}

/** The texts of a list; none for a value of another kind, which the check of the row refuses. */
export const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];

/** The numbers of the masks of a value, by their paths. */
function numbersByPath(value: JsonObject, secretKeys: readonly string[]): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  replaceSecrets(value, secretKeys, (secret, { path }) => {
    const number = maskedNumber(secret);
    if (number !== undefined) numbers.set(path, number);
    return secret;
  });
  return numbers;
}

/**
 * Separates the secrets of a configuration that is about to be saved from its value, in which a mask takes the place of each. A mask keeps the secret
 * of its number or, after an earlier version was restored, the one that is in its place; a mask of no secret is cleared.
 */
export function separateSecrets(
  pepper: Pepper,
  values: AnyValues,
  row: ConfigurationRow | undefined,
): RowValues<typeof autoConfig> {
  if (!Object.hasOwn(values, "value") && !Object.hasOwn(values, "secretKeys")) return {};
  const merged: AnyValues = { ...row, ...values };
  // The check of the row refuses anything else.
  const content = typeof merged.value === "string" ? readJsonObject(merged.value) : undefined;
  if (content === undefined) return {};
  const secretKeys = textsIn(merged.secretKeys);
  const before = numbersByPath(readJsonObject(row?.value ?? "{}") ?? {}, textsIn(row?.secretKeys));
  const sealed = row?.secrets ?? undefined;
  const opened = sealed === undefined ? undefined : openSecrets(pepper, sealed);
  const stored: Secrets = opened ?? { next: Math.max(0, ...before.values()) + 1, byNumber: {} };
  const secrets: Secrets = { next: stored.next, byNumber: {} };
  const value = replaceSecrets(content, secretKeys, (secret, { path }) => {
    if (secret === "") return "";
    const mask = maskedNumber(secret);
    const candidates = mask === undefined ? [] : [mask, before.get(path) ?? 0];
    const kept = candidates.find((candidate) => Object.hasOwn(stored.byNumber, candidate));
    if (mask !== undefined && kept === undefined) return "";
    const number = kept ?? secrets.next;
    if (kept === undefined) secrets.next += 1;
    secrets.byNumber[number] = kept === undefined ? secret : stored.byNumber[kept]!;
    return maskOf(number);
  });
  // Without a secret there is nothing to encrypt; sealing the same secrets again would look like a change.
  const isUnchanged = isSame(secrets, stored);
  return {
    values: { value: jsonText(value) },
    ...(isUnchanged ? {} : { internal: { secrets: seal(pepper, sealPurpose, JSON.stringify(secrets)) } }),
  };
}
