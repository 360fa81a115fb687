import type pg from "pg";
import type { Env } from "#server/env.server.ts";
import type { Storage } from "#server/files/storage.server.ts";
import type { Pepper } from "#server/process/secrets.server.ts";
import type { ReachedDatabase } from "../reached-database.server.ts";

/** Something that is wrong, and how the operator mends it; both are sentences. */
export type Symptom = { problem: string; mend: string };

/** What a probe looks at. */
export type ProbeContext = {
  env: Env;
  /** The data folder; an absolute path. */
  dataFolder: string;
  /** A connection as the owner of the tables, which sees the rows of all spaces. */
  client: pg.Client;
  database: ReachedDatabase;
  /** Opens the storage of the settings. @throws when it cannot be used */
  openStorage: () => Promise<Storage>;
  /** Undefined when no key was generated yet. */
  pepper: Pepper | undefined;
  /** The least space in bytes that should be free on the disk of the data folder. */
  freeSpace: number;
};

/** A probe of `npm run doctor`: what it looks at, and what it finds. It changes nothing. */
export type Probe = { name: string; title: string; run: (context: ProbeContext) => Promise<Symptom[]> };

/** Declares a probe. One file in `probes`, default-exported. */
export const defineProbe = (probe: Probe): Probe => probe;

/** Reads rows as a list of texts. */
export async function readTexts(client: pg.Client, text: string, values: unknown[] = []): Promise<string[]> {
  const { rows } = await client.query<{ text: string }>(text, values);
  return rows.map((row) => row.text);
}

/** The most names that a sentence lists. */
const maxListed = 5;

/** `a, b and 3 more`. */
export function listText(names: readonly string[]): string {
  const rest = names.length - maxListed;
  return rest > 0 ? `${names.slice(0, maxListed).join(", ")} and ${rest} more` : names.join(", ");
}

/** One symptom about all of these names; none when there are no names. */
export const symptomOf = (names: readonly string[], describe: (list: string) => Symptom): Symptom[] =>
  names.length === 0 ? [] : [describe(listText(names))];
