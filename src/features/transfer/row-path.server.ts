import { createHash } from "node:crypto";
import type { EntityDefinition } from "#kit/entity.ts";
import { textIn } from "#kit/text.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";

/** The entity of a row that is configuration. */
export type ConfigurationEntity = EntityDefinition & Required<Pick<EntityDefinition, "configuration">>;

const isConfiguration = (entity: EntityDefinition): entity is ConfigurationEntity => entity.configuration !== undefined;

/** Characters that file systems refuse, and those that have a meaning in a path here. */
const reserved = /[\p{Cc}\p{Cf}/\\:*?"<>|%~@]|^[. ]|[. ]$/gu;
/** The maximum length of a name in bytes, which file systems limit to 255. */
const maxNameBytes = 180;

const escape = (character: string): string =>
  [...Buffer.from(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");

/** The name of a row in files: readable, the same for equal keys and different for different ones. */
function nameOf(parts: readonly string[]): string {
  const name = parts.map((part) => part.replaceAll(reserved, escape)).join("@");
  if (Buffer.byteLength(name) <= maxNameBytes) return name;
  const digest = createHash("sha256").update(name).digest("hex").slice(0, 16);
  const start = [...name].reduce((text, character) => {
    const longer = text + character;
    return Buffer.byteLength(longer) > maxNameBytes - digest.length - 1 ? text : longer;
  }, "");
  return `${start}~${digest}`;
}

/** Finds the path of a row that another one refers to. Files contain paths already. */
type PathOf = (reference: string) => string | undefined;
const asInFile: PathOf = (reference) => reference;

/** The key of a row: the texts that identify it in every space, without empty ones at the end. The first is empty if the row has no key. */
export function keyOf(
  { type, configuration, fields }: ConfigurationEntity,
  row: Readonly<Record<string, unknown>>,
  pathOf = asInFile,
): string[] {
  // The only row of its entity.
  if (configuration.key.length === 0) return [type];
  const parts = configuration.key.map((field) => {
    const config = fields[field]!;
    const text = textIn(row[field], "zh").trim();
    return text === "" || fieldTypeOf(config).references?.(config) === undefined ? text : (pathOf(text) ?? "");
  });
  const last = parts.findLastIndex((part) => part !== "");
  return parts.slice(0, Math.max(1, last + 1));
}

/** The path of a row without the number that distinguishes rows with the same key: `role/Editor`. */
export const basePathOf = (
  entity: ConfigurationEntity,
  row: Readonly<Record<string, unknown>>,
  pathOf = asInFile,
): string => `${entity.type}/${nameOf(keyOf(entity, row, pathOf))}`;

const numberSuffix = /^~([2-9]|[1-9]\d{1,3})$/;

/** Whether `path` is the base path, or the base path with a number. */
export const hasBasePath = (path: string, basePath: string): boolean =>
  path.startsWith(basePath) && (path.length === basePath.length || numberSuffix.test(path.slice(basePath.length)));

/** Assigns each row its path: rows with the same key are numbered in their order, the second one `~2`. */
export function withPaths<R>(rows: readonly R[], basePath: (row: R) => string): { path: string; row: R }[] {
  const counts = new Map<string, number>();
  return rows.map((row) => {
    const base = basePath(row);
    const count = (counts.get(base) ?? 0) + 1;
    counts.set(base, count);
    return { path: count === 1 ? base : `${base}~${count}`, row };
  });
}

/** The entities whose rows are configuration, in the order of import: an entity comes after those that its rows refer to. */
export function configurationEntities(
  all: readonly EntityDefinition[],
  referencesOf: (entity: EntityDefinition) => readonly string[],
): ConfigurationEntity[] {
  const remaining = all.filter(isConfiguration);
  const ordered: ConfigurationEntity[] = [];
  while (remaining.length > 0) {
    const mustWait = (entity: ConfigurationEntity) =>
      [...(entity.configuration.after ?? []), ...referencesOf(entity)].some((type) =>
        remaining.some((other) => other.type === type && other !== entity),
      );
    const next = remaining.find((entity) => !mustWait(entity));
    if (next === undefined)
      throw new Error(`Configuration in a circle: ${remaining.map(({ type }) => type).join(", ")}`);
    ordered.push(next);
    remaining.splice(remaining.indexOf(next), 1);
  }
  return ordered;
}
